import { cppLanguage } from '@codemirror/lang-cpp';
import { goLanguage } from '@codemirror/lang-go';
import {
  javascriptLanguage,
  jsxLanguage,
  tsxLanguage,
  typescriptLanguage,
} from '@codemirror/lang-javascript';
import { pythonLanguage } from '@codemirror/lang-python';
import { rustLanguage } from '@codemirror/lang-rust';
import { HighlightStyle, type Language, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

const byEnding: readonly (readonly [RegExp, Language])[] = [
  [/\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|inl|ipp|tcc|cu)$/i, cppLanguage],
  [/\.rs$/i, rustLanguage],
  [/\.go$/i, goLanguage],
  [/\.(?:ts|mts|cts)$/i, typescriptLanguage],
  [/\.tsx$/i, tsxLanguage],
  [/\.jsx$/i, jsxLanguage],
  [/\.(?:js|mjs|cjs)$/i, javascriptLanguage],
  [/\.pyi?$/i, pythonLanguage],
];

/** The language of a file by its name; undefined = shown without colours. */
export function findLanguage(file: string): Language | undefined {
  // C++'s own headers have no ending.
  const isStandardHeader = /\/c\+\+\/[^.]*$/.test(file);
  return isStandardHeader ? cppLanguage : byEnding.find(([ending]) => ending.test(file))?.[1];
}

/** The syntax colours of the tokens. */
export function codeColours(): Extension {
  const t = tags;
  return syntaxHighlighting(
    HighlightStyle.define([
      {
        tag: [t.keyword, t.modifier, t.operatorKeyword, t.controlKeyword],
        color: 'var(--code-keyword)',
      },
      { tag: [t.processingInstruction, t.meta, t.macroName], color: 'var(--code-keyword)' },
      { tag: [t.string, t.special(t.string), t.character, t.regexp], color: 'var(--code-string)' },
      { tag: [t.comment, t.lineComment, t.blockComment], color: 'var(--code-comment)' },
      {
        tag: [t.typeName, t.className, t.namespace, t.standard(t.typeName)],
        color: 'var(--code-type)',
      },
      { tag: [t.number, t.bool, t.null, t.literal], color: 'var(--code-number)' },
    ]),
  );
}
