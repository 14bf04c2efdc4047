export { type BuilderOptions, type MetaDraft, ProfileBuilder } from './builder.ts';
export { collapseModule } from './collapse-module.ts';
export { collapseRecursion } from './collapse-recursion.ts';
export { compactProfile } from './compact.ts';
export { compileExpression, escapeExpression } from './expression.ts';
export { type Filtered, filterByName, type NameFilters, showFrom } from './filter.ts';
export { frameFile, frameKind, frameName, framesOf, moduleName, textAt } from './frame-names.ts';
export {
  type Granularity,
  granularities,
  mergeFrames,
  parseGranularity,
} from './granularity.ts';
export { type HotAddress, hotAddresses, hotFiles } from './hot-places.ts';
export { invertStacks } from './invert.ts';
export { mergeProfiles } from './merge.ts';
export { areAlike, unitRatio } from './merge-value-types.ts';
export { isOwnFunction, myFrames, onlyMyCode } from './my-code.ts';
export { type FrameMatch, matchFrames, matchFunctionNames } from './name-match.ts';
export { placeNameless } from './nameless-functions.ts';
export { pruneFrom, pruneUninteresting, simplifyFunctionName } from './prune.ts';
export { renameFunctions } from './rename.ts';
export type {
  FrameFacts,
  FunctionFacts,
  Label,
  MappingFacts,
  MarkerFacts,
  ThreadFacts,
} from './row-builders.ts';
export { defaultValueType, sampleCounts } from './sample-counts.ts';
export { selectSamples, usedFrames, usedStacks } from './sample-selection.ts';
export { normalizeProfile, scaleProfile, wholeAsBefore } from './scale.ts';
export {
  selectCpus,
  selectLabel,
  selectModule,
  selectProcesses,
  selectThreads,
  selectTime,
  type TaskChoice,
} from './select.ts';
export {
  applyStackRewrite,
  droppedStack,
  removeFrames,
  type StackRewrite,
} from './stack-rewrite.ts';
export { sumByStack } from './stack-sums.ts';
export { type StackVisitor, walkStacks } from './stack-walk.ts';
export { StackWriter } from './stack-writer.ts';
export { addLabel, diffBaseLabel, subtractBase, subtractDiffBase } from './subtract.ts';
export { TableExtension } from './table-extension.ts';
export * from './tables.ts';
export {
  compileTagFilter,
  filterByTag,
  filterTagNames,
  isTagRange,
  labelsOf,
  type TagFilter,
} from './tag-filter.ts';
export {
  dropFunction,
  focusPath,
  parseTransform,
  type Transform,
  transformForms,
} from './transform.ts';
export { validateProfile } from './validate.ts';
