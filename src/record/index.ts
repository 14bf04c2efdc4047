export { type CaptureOptions, capture } from './native/capture.ts';
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
export { checkpointMs, recordV8, type V8Options, type V8Recording } from './v8/record-v8.ts';
