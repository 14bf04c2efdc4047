import { looseFormat, type ReportContext, type Tag } from '../../analysis/index.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { displayWidth, padStart } from '../../base/text-layout.ts';
import { percentage } from '../../base/units.ts';
import type { TextStyle } from './text-style.ts';

/** pprof's `tags`: each label key with the weights of its values. */
export function* tagsText(
  context: ReportContext,
  tags: readonly Tag[],
  style: TextStyle,
): Generator<string> {
  const { total } = context;
  const format = looseFormat(context);
  const share = (weight: number): string => (total > 0 ? ` (${percentage(weight, total)})` : '');
  for (const tag of tags) {
    const sum = `Total ${format(tag.weight)} of ${format(total)}${share(tag.weight)}`;
    yield `${style.bold(safeLine(tag.key))}: ${style.dim(sum)}`;
    const weights = tag.values.map(({ weight }) => `${format(weight)}${share(weight)}`);
    const width = weights.reduce((most, text) => Math.max(most, displayWidth(text)), 0);
    for (const [row, { value }] of tag.values.entries()) {
      yield `  ${padStart(weights[row] ?? '', width)}: ${safeLine(value)}`;
    }
    yield '';
  }
}
