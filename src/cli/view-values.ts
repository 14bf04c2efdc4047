import { ToolError } from '../base/tool-error.ts';
import { compileExpression } from '../profile/index.ts';

const nsOf: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  '': 1e9,
  s: 1e9,
  m: 60e9,
  min: 60e9,
  h: 3600e9,
};

/** `1.5` (seconds), `200ms`, `2min` as nanoseconds. */
export function parseTimeNs(text: string, flag: string): number {
  const found = /^(\d+(?:\.\d*)?|\.\d+)\s*([a-zµ]*)$/.exec(text.trim());
  const factor = nsOf[found?.[2] ?? '?'];
  if (found === null || factor === undefined) {
    throw new ToolError('usage', `${flag}: ${text} is not a time`, {
      hint: 'seconds as 1.5, or with a unit: 200ms, 30us, 2min',
    });
  }
  return Number(found[1]) * factor;
}

/** More CPUs than any machine has: a guard against `0-4000000000`. */
const mostCpus = 65_536;

/** `0-3,7` as a set. */
export function parseCpuList(text: string): Set<number> {
  const cpus = new Set<number>();
  for (const part of text.split(',')) {
    const found = /^(\d+)(?:-(\d+))?$/.exec(part.trim());
    const first = Number(found?.[1] ?? Number.NaN);
    const last = Number(found?.[2] ?? first);
    if (!(first <= last && last < mostCpus)) {
      throw new ToolError('usage', `--cpu: ${part} is not a CPU or a range of them`, {
        hint: '--cpu 0-3,7',
      });
    }
    for (let cpu = first; cpu <= last; cpu++) cpus.add(cpu);
  }
  return cpus;
}

/** `key=regex`. */
export function parseLabelChoice(text: string): { key: string; value: RegExp } {
  const split = text.indexOf('=');
  if (split <= 0) {
    throw new ToolError('usage', `--label: ${text} has no key`, {
      hint: '--label key=regex, such as --label handler=/api/',
    });
  }
  return {
    key: text.slice(0, split),
    value: compileExpression(text.slice(split + 1), `--label ${text.slice(0, split)}`),
  };
}
