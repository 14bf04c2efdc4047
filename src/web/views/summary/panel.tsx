import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FileFacts, SummaryAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FunctionName } from '../../kit/function-name.tsx';
import { KeyFacts } from '../../kit/key-facts.ts';
import { valueTitle } from '../../kit/value-title.ts';
import type { ViewProps } from '../view.ts';
import { answerSentence, waitingSentence, wholeWords } from './answer-sentence.ts';
import { type ComparedAnswers, useCompared } from './compared-answers.ts';
import { ComparedModules, ComparedThreads } from './compared-lists.tsx';
import { ComparedAnswer, ComparedSpots } from './compared-summary.tsx';
import { FactCards } from './fact-cards.tsx';
import { factsOf, lossesOf } from './facts.ts';
import { Health } from './health.tsx';
import { HotSpots } from './hot-spots.tsx';
import { Modules } from './modules.tsx';
import { Threads } from './threads.tsx';
import './summary.css';

const rowsPerList = 14;
const threadParts = 60;

/** The answer first; everything below is evidence for it. */
export function SummaryPanel({ app }: ViewProps): JSX.Element {
  const asked = { most: rowsPerList, buckets: threadParts };
  const answered = useAnswer(app.engine, 'summary', () => ({ scope: app.scope.value, ...asked }));
  const compared = useCompared(app, asked);
  const answer = answered.value.answer;
  const error = answered.value.error ?? compared.value.error;
  const file = app.file.value;
  if (error !== null) return <EmptyState title={error.message} text={error.hint} />;
  if (answer === null || file === null) return <div class="summary" />;
  const both = compared.value.answer;
  // Not one side first and then the difference: nothing may jump.
  if (app.baseScope.value !== null && both === null) return <div class="summary" />;
  return <Answered app={app} answer={answer} compared={both} file={file} />;
}

interface AnsweredProps {
  readonly app: App;
  readonly answer: SummaryAnswer;
  /** null = nothing is compared. */
  readonly compared: ComparedAnswers | null;
  readonly file: FileFacts;
}

function Answered({ app, answer, compared, file }: AnsweredProps): JSX.Element {
  const facts = useMemo(() => new KeyFacts(answer.keys), [answer.keys]);
  const title = valueTitle(answer.value, file.summary.valueTypes);
  return (
    <div class="summary">
      <div class="summary-page">
        {compared === null ? (
          <Sentence app={app} answer={answer} facts={facts} title={title} />
        ) : (
          <ComparedAnswer app={app} answer={compared.functions} whole={title} />
        )}
        <Commands file={file} base={compared?.baseFile ?? file} />
        <FactCards
          facts={factsOf(answer, file.summary)}
          base={compared === null ? null : factsOf(compared.base, compared.baseFile.summary)}
        />
        {compared === null ? (
          <div class="summary-cards">
            <HotSpots app={app} answer={answer} facts={facts} />
            <div class="summary-side">
              <Modules app={app} answer={answer} />
              <Threads app={app} answer={answer} />
              <Health file={file.summary} />
            </div>
          </div>
        ) : (
          <ComparedCards app={app} compared={compared} file={file} />
        )}
      </div>
    </div>
  );
}

interface ComparedCardsProps {
  readonly app: App;
  readonly compared: ComparedAnswers;
  readonly file: FileFacts;
}

function ComparedCards({ app, compared, file }: ComparedCardsProps): JSX.Element {
  const { functions, modules, threads, baseFile } = compared;
  // A file that names no threads has none to compare: they would all look new, or gone.
  const areNamed = [baseFile, file].every((each) => each.threads.length > 0);
  // Said once where both lost the same.
  const isAlike =
    JSON.stringify(lossesOf(baseFile.summary)) === JSON.stringify(lossesOf(file.summary));
  return (
    <div class="summary-cards">
      <ComparedSpots app={app} answer={functions} />
      <div class="summary-side">
        <ComparedModules app={app} answer={modules} />
        {areNamed ? <ComparedThreads app={app} answer={threads} /> : null}
        {isAlike ? null : <Health file={baseFile.summary} side="base" />}
        <Health file={file.summary} side={isAlike ? 'both' : 'new'} />
      </div>
    </div>
  );
}

/** What was run; of a comparison both, where they differ. */
function Commands({
  file,
  base,
}: {
  readonly file: FileFacts;
  readonly base: FileFacts;
}): JSX.Element {
  const [now, old] = [file.summary.command, base.summary.command];
  if (now === old) return <>{now === '' ? null : <p class="summary-command">{now}</p>}</>;
  return (
    <p class="summary-command">
      <b>Base</b> {old === '' ? 'unknown' : old}
      <br />
      <b>New</b> {now === '' ? 'unknown' : now}
    </p>
  );
}

interface SentenceProps {
  readonly app: App;
  readonly answer: SummaryAnswer;
  readonly facts: KeyFacts;
  readonly title: string;
}

function Sentence({ app, answer, facts, title }: SentenceProps): JSX.Element {
  const waiting = title === 'CPU time' ? waitingSentence(answer) : '';
  return (
    <>
      <h1 class="summary-answer">
        {answerSentence(answer, wholeWords(title)).map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <button
              key={part.key}
              type="button"
              class="summary-place"
              title={`${facts.name(part.key)}: show who calls it and what it calls`}
              onClick={() => {
                app.change({ view: 'sandwich', selected: facts.place(part.key) }, 'push');
              }}
            >
              <FunctionName name={facts.name(part.key)} isShort />
            </button>
          ),
        )}
      </h1>
      {waiting === '' ? null : <p class="summary-waiting">{waiting}</p>}
    </>
  );
}
