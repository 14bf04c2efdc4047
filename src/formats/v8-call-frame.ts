import type { JsonReader } from '../base/json-reader.ts';

/** V8's `Runtime.CallFrame`, as CPU and heap profiles have it; lines and columns count from 0, -1 = none. */
export interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

export function emptyCallFrame(): CallFrame {
  return { functionName: '', url: '', lineNumber: -1, columnNumber: -1 };
}

/** Takes one field of a call frame; false when it is none that matters. */
export function parseCallFrameField(json: JsonReader, frame: CallFrame, key: string): boolean {
  switch (key) {
    case 'functionName':
    case 'url':
      frame[key] = json.takeNull() ? '' : json.text(key);
      return true;
    case 'lineNumber':
    case 'columnNumber':
      frame[key] = json.takeNull() ? -1 : position(json.number(key));
      return true;
    default:
      return false;
  }
}

/** A line or column the model can hold; V8 writes -1 for none. */
export function position(value: number): number {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31 - 1 ? value : -1;
}
