export { type BuilderOptions, type MetaDraft, ProfileBuilder } from './builder.ts';
export { frameFile, frameKind, frameName, framesOf, moduleName, textAt } from './frame-names.ts';
export type {
  FrameFacts,
  FunctionFacts,
  Label,
  MappingFacts,
  MarkerFacts,
  ThreadFacts,
} from './row-builders.ts';
export { defaultValueType, sampleCounts } from './sample-counts.ts';
export * from './tables.ts';
export { validateProfile } from './validate.ts';
