import { ToolError } from '../base/tool-error.ts';

/** `10`, `10s`, `500ms`, `2m`: a plain number is seconds, as in perf and samply. */
export function parseDurationMs(flag: string, text: string): number {
  const [, digits = '', unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|min|h)?$/.exec(text) ?? [];
  const factor = { ms: 1, s: 1e3, m: 6e4, min: 6e4, h: 3.6e6 }[unit] ?? 0;
  const ms = Number(digits) * factor;
  if (digits !== '' && ms > 0) return ms;
  throw new ToolError('usage', `${flag} ${text} is not a time`, {
    hint: `${flag} 10, 500ms or 2m`,
  });
}

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

/** `0`, `0,2`, `0-3,6`. */
export function parseCpus(text: string): number[] {
  const cpus = text.split(',').flatMap((part) => {
    const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || to < from || to > 65_535) return [-1];
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  if (!cpus.includes(-1)) return cpus;
  throw new ToolError('usage', `-C ${text} is not a list of processors`, {
    hint: '-C 0 or -C 0-3,6',
  });
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
