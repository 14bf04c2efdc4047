import { ToolError } from '../base/tool-error.ts';
import { compileExpression } from '../profile/index.ts';

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
