export { checkpointMs, recordV8, type V8Options, type V8Recording } from './v8/record-v8.ts';
