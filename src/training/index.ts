export { encodeAutoProfile } from './gcc/encode-auto-profile.ts';
export {
  type CollectOptions,
  collectSamples,
  type SampleProfile,
  type TrainedImage,
} from './llvm/collect-samples.ts';
export { encodeIndexedProfile } from './llvm/encode-indexed.ts';
export { FunctionSamples } from './llvm/function-samples.ts';
export { isIndexedProfile, parseIndexedProfile } from './llvm/indexed-profile.ts';
export {
  type FunctionCounters,
  type InstrumentedProfile,
  nameOf,
  type ValueSite,
} from './llvm/instrumented-profile.ts';
export { type MergedProfile, mergeProfiles } from './llvm/merge-profiles.ts';
export { overlapOf } from './llvm/overlap.ts';
export { kindBits, valueKinds } from './llvm/profile-table.ts';
export { isRawProfile, parseRawProfiles } from './llvm/raw-profile.ts';
export { encodeSampleText } from './llvm/sample-text.ts';
export { type ProfileSummary, type SummaryEntry, summarize } from './llvm/summary.ts';
