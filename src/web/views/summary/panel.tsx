import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CompareAnswer, FileFacts, SummaryAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { comparisonOf } from '../../kit/compare/sides.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FunctionName } from '../../kit/function-name.tsx';
import { KeyFacts } from '../../kit/key-facts.ts';
import { valueTitle } from '../../kit/value-title.ts';
import type { ViewProps } from '../view.ts';
import { answerSentence, waitingSentence, wholeWords } from './answer-sentence.ts';
import { ComparedAnswer, ComparedSpots } from './compared-summary.tsx';
import { FactCards } from './fact-cards.tsx';
import { factsOf } from './facts.ts';
import { Health } from './health.tsx';
import { HotSpots } from './hot-spots.tsx';
import { Modules } from './modules.tsx';
import { Threads } from './threads.tsx';
import './summary.css';

const rowsPerList = 14;
const threadParts = 60;

/** The answer first; everything below is evidence for it. */
export function SummaryPanel({ app }: ViewProps): JSX.Element {
  const answered = useAnswer(app.engine, 'summary', () => ({
    scope: app.scope.value,
    most: rowsPerList,
    buckets: threadParts,
  }));
  const compared = useAnswer(app.engine, 'compare', () => {
    const sides = comparisonOf(app);
    const { measure } = app.state.value;
    return sides === null ? null : { ...sides, by: 'functions', measure };
  });
  const answer = answered.value.answer;
  const error = answered.value.error ?? compared.value.error;
  const file = app.file.value;
  if (error !== null) return <EmptyState title={error.message} text={error.hint} />;
  if (answer === null || file === null) return <div class="summary" />;
  // Not one side first and then the difference: nothing may jump.
  if (app.baseScope.value !== null && compared.value.answer === null)
    return <div class="summary" />;
  const both = app.baseScope.value === null ? null : compared.value.answer;
  return <Answered app={app} answer={answer} compared={both} file={file} />;
}

interface AnsweredProps {
  readonly app: App;
  readonly answer: SummaryAnswer;
  /** null = nothing is compared. */
  readonly compared: CompareAnswer | null;
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
          <ComparedAnswer app={app} answer={compared} whole={title} />
        )}
        {file.summary.command === '' ? null : <p class="summary-command">{file.summary.command}</p>}
        <FactCards facts={factsOf(answer, file.summary)} />
        <div class="summary-cards">
          {compared === null ? (
            <HotSpots app={app} answer={answer} facts={facts} />
          ) : (
            <ComparedSpots app={app} answer={compared} />
          )}
          <div class="summary-side">
            <Modules app={app} answer={answer} />
            <Threads app={app} answer={answer} />
            <Health file={file.summary} />
          </div>
        </div>
      </div>
    </div>
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
