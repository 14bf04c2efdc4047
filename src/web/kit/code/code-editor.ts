import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { codeColours, findLanguage } from './code-language.ts';
import { codeTheme } from './code-theme.ts';
import { costGutters, setLineCosts } from './cost-gutter.ts';
import { currentLine, setCurrentLine } from './line-marks.ts';
import type { CodeEditor, CreateCodeEditor } from './load-editor.ts';

/** CodeMirror, read only, with the cost of each line beside it. Draws only what is in view. */
export const createCodeEditor: CreateCodeEditor = (host, onLine): CodeEditor => {
  const view = createView(host, onLine);
  // Until a text is drawn, where its lines lie is CodeMirror's guess.
  let isGuessed = true;
  return {
    setText(file, text) {
      view.setState(stateOf(file, text, onLine));
      isGuessed = true;
    },
    setCosts: (costs) => view.dispatch({ effects: setLineCosts.of(costs) }),
    showLine(line) {
      showLine(view, line, isGuessed);
      isGuessed = false;
    },
    destroy: () => view.destroy(),
  };
};

function createView(host: HTMLElement, onLine: (line: number) => void): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  return new EditorView({
    root,
    parent: root,
    state: stateOf('', '', onLine),
  });
}

function stateOf(file: string, text: string, onLine: (line: number) => void): EditorState {
  const language = findLanguage(file);
  return EditorState.create({
    doc: text,
    extensions: [
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({
        tabindex: '0',
        role: 'document',
        'aria-label': `Text of ${file}`,
      }),
      costGutters(onLine),
      lineNumbers(),
      currentLine(),
      codeColours(),
      codeTheme(),
      new Compartment().of(language === undefined ? [] : [language]),
      EditorView.domEventHandlers({
        mousedown(event, view) {
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (at !== null && event.button === 0) onLine(view.state.doc.lineAt(at).number);
          // Text stays selectable: the browser goes on with its own handling.
          return false;
        },
      }),
    ],
  });
}

/** Scrolls only to a line that is out of view, or of which nobody knows yet whether it is. */
function showLine(view: EditorView, line: number, isGuessed: boolean): void {
  const { doc } = view.state;
  const effects = [setCurrentLine.of(line)];
  if (line < 1 || line > doc.lines) {
    view.dispatch({ effects });
    return;
  }
  const { from } = doc.line(line);
  const block = view.lineBlockAt(from);
  const { scrollTop, clientHeight } = view.scrollDOM;
  const isInView = block.top >= scrollTop && block.bottom <= scrollTop + clientHeight;
  const isSeen = isInView && clientHeight > 0 && !isGuessed;
  const scroll = isSeen ? [] : [EditorView.scrollIntoView(from, { y: 'center' })];
  view.dispatch({ effects: [...effects, ...scroll] });
}
