import { ToolError } from '../base/tool-error.ts';
import { parseDurationMs } from './time-value.ts';

/** perf's -D: milliseconds, unless a unit says otherwise. */
export function parseDelayMs(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  return parseDurationMs('--delay', text);
}

/** Process or thread numbers, one or a list. */
export function parseIds(flag: string, text: string): number[] {
  const ids = text.split(',').map((each) => (/^\d+$/.test(each) ? Number(each) : 0));
  if (ids.every((id) => id > 0)) return ids;
  const hint = /[a-z]/i.test(text) ? `${flag} "$(pgrep -n ${text})"` : `${flag} 1234`;
  throw new ToolError('usage', `${flag} ${text} is not a process number`, { hint });
}

/** `256` pages, or a size as in perf: `1M`, `512K`; the kernel wants a power of two. */
export function parseRingPages(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)([KMG]?)B?$/i.exec(text) ?? [];
  const bytes = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }[unit.toUpperCase()];
  const pages = bytes === undefined ? Number(digits) : Math.ceil((Number(digits) * bytes) / 4096);
  if (digits !== '' && pages >= 1 && pages <= 2 ** 20) return 2 ** Math.ceil(Math.log2(pages));
  throw new ToolError('usage', `-m ${text} is not a size of rings`, {
    hint: '-m 1024 (pages per processor) or -m 4M',
  });
}

export function parsePeriod(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new ToolError('usage', `-c ${text} is not a number of events`, {
    hint: '-c 1000 takes a sample every 1000 events',
  });
}

/** Samples per second, or `max`: what the kernel allows. */
export function parseFrequency(text: string): number | 'max' {
  if (text === 'max') return text;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 1 && value <= 1e6) return Math.round(value);
  throw new ToolError('usage', `-F ${text} is not a number of samples per second`, {
    hint: '-F 99 to -F 20000, or -F max; 999 is the default',
  });
}
