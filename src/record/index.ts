export { type BuiltTarget, buildWithCargo, buildWithGo } from './build/build-target.ts';
export type { CargoTargetKind } from './build/cargo-build.ts';
export {
  type CallGraphChoice,
  chooseCallGraph,
  chooseForMachine,
  describeCallGraph,
  parseCallGraph,
} from './native/call-graph-choice.ts';
export { type CaptureOptions, capture } from './native/capture.ts';
export { machineEventSources } from './native/events/event-sources.ts';
export { defaultEvents, resolveEvents } from './native/events/resolve-events.ts';
export {
  keptFile,
  type NativeOptions,
  type NativeRecording,
  recordNative,
  removeSpool,
} from './native/record-native.ts';
export type {
  CallGraph,
  Captured,
  CapturedEvent,
  PlannedEvent,
  RecordingPlan,
  RecordingTarget,
  SampleRate,
  TargetOutcome,
} from './native/recording-plan.ts';
export { type RuntimeTarget, runtimeTarget } from './native/runtime-target.ts';
export { type SamplingRight, samplingRight } from './native/sampling-right.ts';
export { estimateSlowdown } from './native/slowdown.ts';
export { type CountTarget, countTarget } from './native/stat/count-target.ts';
export { type DerivedFigure, derivedFigure } from './native/stat/derived-figures.ts';
export type { Mean, StatRow, StatSummary } from './native/stat/stat-summary.ts';
export { findProgram, isLauncher, readTargetImages } from './native/target-images.ts';
export { requireProgram } from './v8/node-target.ts';
export { checkpointMs, recordV8, type V8Options, type V8Recording } from './v8/record-v8.ts';
