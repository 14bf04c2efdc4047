import { ToolError } from '../base/tool-error.ts';

/** More processors than any machine has: a guard against `0-4000000000`. */
const mostCpus = 65_536;

/** `0`, `0,2`, `0-3,6`. */
export function parseCpuList(flag: string, text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(part.trim()) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || to < from || to >= mostCpus) {
      throw new ToolError('usage', `${flag} ${text} is not a list of processors`, {
        hint: `${flag} 0 or ${flag} 0-3,6`,
      });
    }
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}
