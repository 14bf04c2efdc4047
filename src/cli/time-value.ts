import { findTimeNs } from '../base/time-span.ts';
import { ToolError } from '../base/tool-error.ts';

/** `10`, `1.5s`, `500ms`, `2min` as nanoseconds: a plain number is seconds, as in perf and samply. */
export function parseTimeNs(flag: string, text: string): number {
  const ns = findTimeNs(text);
  if (ns === undefined) throw noTime(flag, text);
  return ns;
}

/** How long something is to take: more than nothing. */
export function parseDurationMs(flag: string, text: string): number {
  const ms = parseTimeNs(flag, text) / 1e6;
  if (ms > 0) return ms;
  throw noTime(flag, text);
}

function noTime(flag: string, text: string): ToolError {
  return new ToolError('usage', `${flag} ${text} is not a time`, {
    hint: `seconds, ${flag} 1.5, or with a unit: 200ms, 30us, 2min`,
  });
}
