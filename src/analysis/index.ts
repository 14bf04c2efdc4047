export { buildCallTree, type CallTree, type CallTreeOptions } from './call-tree.ts';
export type { SampleColumn } from './call-tree-nodes.ts';
export type { SiblingOrder, TreeColumn } from './call-tree-order.ts';
export type { FrameKeys, Granularity } from './frame-keys.ts';
export { resolveValueType } from './value-type.ts';
