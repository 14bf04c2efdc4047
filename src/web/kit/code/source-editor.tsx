import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { LineCosts } from './cost-gutter.ts';
import { type CodeEditor, loadEditor } from './load-editor.ts';
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
  const view = useRef<CodeEditor | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    const made = loadEditor()(host.current, (line) => latest.current.onLine(line));
    view.current = made;
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => {
    view.current?.setText(props.file, props.text);
  }, [props.text, props.file]);
  useEffect(() => {
    view.current?.setCosts(props.costs);
  }, [props.costs, props.text, props.file]);
  useEffect(() => {
    view.current?.showLine(props.line);
  }, [props.line, props.text, props.file]);
  return <div class="source-editor" ref={host} />;
}
