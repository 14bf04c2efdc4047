export { encodeAutoProfile } from './gcc/encode-auto-profile.ts';
export { isAutoProfile, parseAutoProfile } from './gcc/parse-auto-profile.ts';
export { type CallEdge, callEdges, weightedCalls } from './go/call-edges.ts';
export { GoCallSites } from './go/call-sites.ts';
export { findableCalls, goStaleness } from './go/go-staleness.ts';
export {
  type CollectOptions,
  collectSamples,
  type SampleProfile,
  type TrainedImage,
} from './llvm/collect-samples.ts';
export { counterStaleness } from './llvm/counter-staleness.ts';
export { encodeIndexedProfile } from './llvm/encode-indexed.ts';
export { FunctionSamples } from './llvm/function-samples.ts';
export { type ImagePlaces, imagePlaces } from './llvm/image-places.ts';
export { isIndexedProfile, parseIndexedProfile } from './llvm/indexed-profile.ts';
export { type InstrumentedFunction, instrumentedFunctions } from './llvm/instrumented-image.ts';
export {
  type FunctionCounters,
  type InstrumentedProfile,
  nameOf,
  type ValueSite,
} from './llvm/instrumented-profile.ts';
export { foundShare, lineStaleness, sampledNames } from './llvm/line-staleness.ts';
export { type MergedProfile, mergeProfiles } from './llvm/merge-profiles.ts';
export { overlapOf, weightedCounters } from './llvm/overlap.ts';
export { isSampleText, parseSampleText } from './llvm/parse-sample-text.ts';
export { kindBits, valueKinds } from './llvm/profile-table.ts';
export { isRawProfile, parseRawProfiles } from './llvm/raw-profile.ts';
export { encodeSampleText } from './llvm/sample-text.ts';
export { type ProfileSummary, type SummaryEntry, summarize } from './llvm/summary.ts';
export {
  type FunctionFate,
  type FunctionStaleness,
  type Staleness,
  stalenessOf,
} from './staleness.ts';
export {
  type FunctionOverlap,
  overlapOfFunctions,
  type ProfileOverlap,
  totalOf,
  type WeightedFunction,
  weightOf,
} from './weighted-functions.ts';
