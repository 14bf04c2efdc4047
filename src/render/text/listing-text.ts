import { type ListedFunction, looseFormat, type ReportContext } from '../../analysis/index.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { percentage } from '../../base/units.ts';
import type { TextStyle } from './text-style.ts';

/** The lines of a source file, or why there are none. */
export type SourceText =
  | { readonly lines: readonly string[]; readonly from: string }
  | { readonly missing: string };

/** pprof's `list`: the source of each function with flat and cum beside its lines. */
export function* listingText(
  context: ReportContext,
  functions: readonly ListedFunction[],
  sourceOf: (file: string) => SourceText,
  style: TextStyle,
): Generator<string> {
  const format = looseFormat(context);
  const orDot = (value: number): string => (value === 0 ? '.' : format(value)).padStart(10);
  yield `Total: ${format(context.total)}`;
  for (const listed of functions) {
    if (listed.file === '') {
      yield safeLine(`No source information for ${listed.name}`);
      continue;
    }
    const title = safeLine(`${listed.name} in ${listed.file}`);
    yield `ROUTINE ======================== ${style.bold(title)}`;
    const share = percentage(listed.cum, context.total);
    const sums = `${format(listed.flat).padStart(10)} ${format(listed.cum).padStart(10)}`;
    yield `${sums} (flat, cum) ${share} of Total`;
    const source = sourceOf(listed.file);
    if ('missing' in source) {
      yield ` ${style.dim(safeLine(source.missing))}`;
      for (const { line, flat, cum } of listed.lines)
        yield `${orDot(flat)} ${orDot(cum)} ${String(line).padStart(6)}:`;
      continue;
    }
    const costs = new Map(listed.lines.map((cost) => [cost.line, cost]));
    const last = Math.min(listed.lastLine, source.lines.length);
    for (let line = listed.firstLine; line <= last; line++) {
      const { flat = 0, cum = 0 } = costs.get(line) ?? {};
      const text = `${orDot(flat)} ${orDot(cum)} ${String(line).padStart(6)}:${sourceLine(source.lines[line - 1] ?? '')}`;
      yield cum === 0 && flat === 0 ? style.dim(text) : text;
    }
  }
}

/** Tabs stay tabs: they are what the source has. */
function sourceLine(line: string): string {
  return line.split('\t').map(safeLine).join('\t');
}
