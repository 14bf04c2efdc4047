import {
  type EditorState,
  type Extension,
  StateEffect,
  type StateEffectType,
  StateField,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** The line that is looked at; 0 = none. */
export const setCurrentLine: StateEffectType<number> = StateEffect.define<number>();

const mark = Decoration.line({ class: 'current' });

/** Marks the current line. */
export function currentLine(): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(marks, transaction) {
      for (const effect of transaction.effects) {
        if (effect.is(setCurrentLine)) return marksAt(transaction.state, effect.value);
      }
      return marks;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

function marksAt(state: EditorState, line: number): DecorationSet {
  if (line < 1 || line > state.doc.lines) return Decoration.none;
  return Decoration.set([mark.range(state.doc.line(line).from)]);
}
