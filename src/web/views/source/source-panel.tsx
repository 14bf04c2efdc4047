import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SourceAnswer, SourceFile } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { hotLinesOf, lineCostsOf, stepHotLine } from '../../kit/code/line-costs.ts';
import { SourceEditor } from '../../kit/code/source-editor.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useMatchStep } from '../../kit/use-match-step.ts';
import type { ViewProps } from '../view.ts';
import { ComparedNote } from './compared-note.tsx';
import { FileList } from './file-list.tsx';
import { HotLines } from './hot-lines.tsx';
import { LineFacts } from './line-facts.tsx';
import { type SourceText, useSourceText } from './source-text.ts';
import { type ShownSource, useSource } from './use-source.ts';
import './source.css';

/** Hot files, the text of one with the cost of its lines, and what is known of the line. */
export function SourcePanel({ app }: ViewProps): JSX.Element {
  const chosen = useSignal<SourceFile | null>(null);
  const { files, answer } = useSource(app, chosen);
  const text = useSourceText(
    () => answer.value,
    () => app.sourceUrl(shownFileOf(app, answer.value)),
  );
  const line = useComputed(() => app.state.value.line ?? answer.value?.hotLine ?? 0);
  useHotLineSteps(app, answer, line);
  const list = files.value;
  if (list === null) return <div class="source" />;
  if (list.files.length === 0) return <NoFiles />;
  const choose = (file: SourceFile): void => {
    chosen.value = file;
    app.change({ selected: { name: file.name, module: file.module }, line: null });
  };
  return (
    <div class="source">
      <FileList answer={list} current={answer.value?.file ?? ''} onChoose={choose} />
      <Text app={app} answer={answer.value} text={text.value} line={line.value} />
      <LineFacts app={app} answer={answer.value} line={line.value} />
    </div>
  );
}

/** Whose machine the text may be on: that of the side whose text is shown. */
function shownFileOf(app: App, answer: ShownSource | null): number {
  const isBase = answer !== null && 'base' in answer && answer.shownSide === 'base';
  return (isBase ? app.baseScope.value?.file : app.file.value?.index) ?? -1;
}

/** `n` and `N`. */
function useHotLineSteps(
  app: App,
  answer: { peek(): ShownSource | null },
  line: { peek(): number },
): void {
  useMatchStep(app, (direction) => {
    const known = answer.peek();
    if (known === null) return;
    const next = stepHotLine(hotLinesOf(known), line.peek(), direction);
    app.change({ line: next });
    app.announce(`Line ${next}`);
  });
}

interface TextProps {
  readonly app: App;
  readonly answer: ShownSource | null;
  readonly text: SourceText | null;
  readonly line: number;
}

function Text({ app, answer, text, line }: TextProps): JSX.Element {
  const costs = useMemo(() => (answer === null ? new Map() : lineCostsOf(answer)), [answer]);
  if (answer === null || text === null) return <section class="source-text" aria-label="Source" />;
  if (answer.file === '') return <NoFile app={app} />;
  const shown = text.file === answer.file ? text : null;
  const choose = (number: number): void => app.change({ line: number });
  return (
    <section
      class="source-text"
      aria-label="Source"
      onKeyDown={(event) => {
        const lines = shown?.text?.split('\n').length ?? 0;
        const next = lineAfterKey(event.key, line, lines);
        if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        choose(next);
      }}
    >
      <header class="source-head">
        <span class="source-head-cost">Self</span>
        <span class="source-head-cost">Total</span>
        <span class="source-head-line">Line</span>
        <span class="source-head-path" title={answer.file}>
          <bdi>{answer.file}</bdi>
        </span>
        <span class="source-head-origin">{originWords(shown)}</span>
      </header>
      {'base' in answer ? <ComparedNote answer={answer} /> : null}
      {shown?.text == null ? (
        <MissingText answer={answer} text={shown} />
      ) : (
        <SourceEditor
          file={answer.file}
          text={shown.text}
          costs={costs}
          line={line}
          onLine={choose}
        />
      )}
      <HotLines answer={answer} text={shown?.text ?? null} line={line} onLine={choose} />
    </section>
  );
}

function originWords(text: SourceText | null): string {
  if (text?.origin === 'profile') return 'embedded in the profile';
  return text?.origin === 'server' ? 'from this machine, as it is now' : '';
}

const linesPerPage = 20;

/** The line that a key goes to; null = the key means nothing here. */
function lineAfterKey(key: string, line: number, lines: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: line + 1,
    ArrowUp: line - 1,
    PageDown: line + linesPerPage,
    PageUp: line - linesPerPage,
    Home: 1,
    End: lines,
  };
  const next = steps[key];
  return next === undefined || lines === 0 ? null : Math.min(Math.max(next, 1), lines);
}

function MissingText({
  answer,
  text,
}: {
  readonly answer: SourceAnswer;
  readonly text: SourceText | null;
}): JSX.Element {
  if (text === null || text.missing === '') return <div class="source-wait" />;
  const costly = answer.line.length;
  return (
    <EmptyState
      title="The text of this file is not here"
      text={`${text.missing} ${costly} ${costly === 1 ? 'line has' : 'lines have'} costs; they are listed by number. Where the sources lie elsewhere, say so:`}
      command="plateau view --source-path FOLDER FILE"
    >
      <ul class="source-lines-only">
        {Array.from(lineCostsOf(answer), ([number, cost]) => (
          <li key={number}>
            <span>Line {number}</span>
            <span>{cost.self}</span>
            <span>{cost.total}</span>
          </li>
        )).slice(0, 200)}
      </ul>
    </EmptyState>
  );
}

function NoFile({ app }: { readonly app: App }): JSX.Element {
  const name = app.state.value.selected?.name ?? 'it';
  return (
    <section class="source-text" aria-label="Source">
      <EmptyState
        title={`No source file is known for ${name}`}
        text="Its image has no debug information, or it is code of the kernel or of a runtime. Files with costs are listed beside."
        command="cc -g … (or -C debuginfo=1, -gcflags=all=-dwarf)"
      />
    </section>
  );
}

function NoFiles(): JSX.Element {
  return (
    <EmptyState
      title="This profile names no source files"
      text="Its format does not carry them, or the programs were built without debug information. Build with -g and record again."
      command="plateau record -- CMD"
    />
  );
}
