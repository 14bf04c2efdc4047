import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { codeColours, findLanguage } from './code-language.ts';
import { codeTheme } from './code-theme.ts';
import { costGutters, type LineCosts, setLineCosts } from './cost-gutter.ts';
import { currentLine, setCurrentLine } from './line-marks.ts';
import './source-editor.css';

interface SourceEditorProps {
  /** Its name: the accessible name, and what tells the language. */
  readonly file: string;
  readonly text: string;
  readonly costs: LineCosts;
  /** 0 = none. */
  readonly line: number;
  readonly onLine: (line: number) => void;
}

/** A file's text, read only, with the cost of each line beside it. Draws only what is in view. */
export function SourceEditor(props: SourceEditorProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    const made = createView(host.current, (line) => latest.current.onLine(line));
    view.current = made;
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => {
    view.current?.setState(stateOf(props, (line) => latest.current.onLine(line)));
  }, [props.text, props.file]);
  useEffect(() => {
    view.current?.dispatch({ effects: setLineCosts.of(props.costs) });
  }, [props.costs, props.text, props.file]);
  useEffect(() => {
    if (view.current !== null) showLine(view.current, props.line);
  }, [props.line, props.text, props.file]);
  return <div class="source-editor" ref={host} />;
}

function createView(host: HTMLElement, onLine: (line: number) => void): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  return new EditorView({
    root,
    parent: root,
    state: stateOf({ file: '', text: '' }, onLine),
  });
}

function stateOf(
  { file, text }: Pick<SourceEditorProps, 'file' | 'text'>,
  onLine: (line: number) => void,
): EditorState {
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

function showLine(view: EditorView, line: number): void {
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
  const scroll =
    isInView && clientHeight > 0 ? [] : [EditorView.scrollIntoView(from, { y: 'center' })];
  view.dispatch({ effects: [...effects, ...scroll] });
}
