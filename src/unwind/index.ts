export { type AddedMapping, AddressSpaces, type SpaceMapping } from './address-spaces.ts';
export { FrameTable } from './frame-table.ts';
export { callFramesOf } from './image-frames.ts';
export { UnwindImages } from './images.ts';
export type { Machine } from './machine.ts';
export { type RegisterLayout, registerLayout } from './register-layout.ts';
export type { SamplePlace } from './sample-memory.ts';
export { StackUnwinder, type UnwinderOptions } from './stack-unwinder.ts';
export type { UnwindEnd } from './unwind-end.ts';
