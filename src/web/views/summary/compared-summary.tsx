import type { JSX } from 'preact';
import { type CompareAnswer, NameList } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { ComparedGrid } from '../../kit/compare/compared-grid.tsx';
import { FunctionName } from '../../kit/function-name.tsx';
import { Card } from './card.tsx';
import { comparedSentence } from './compared-sentence.ts';

interface ComparedProps {
  readonly app: App;
  readonly answer: CompareAnswer;
}

/** The answer while two things are compared: what changed. */
export function ComparedAnswer({
  app,
  answer,
  whole,
}: ComparedProps & { readonly whole: string }): JSX.Element {
  const modules = new NameList(answer.modules);
  return (
    <h1 class="summary-answer">
      {comparedSentence(answer, whole).map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <button
            key={part.row}
            type="button"
            class="summary-place"
            title={`${part.name}: show who calls it and what it calls`}
            onClick={() => {
              const selected = { name: part.name, module: modules.at(part.row) };
              app.change({ view: 'sandwich', selected }, 'push');
            }}
          >
            <FunctionName name={part.name} isShort />
          </button>
        ),
      )}
    </h1>
  );
}

const mostRows = 14;

/** Hot spots with base, new and change; proven changes first. */
export function ComparedSpots({ app, answer }: ComparedProps): JSX.Element {
  // One more for the header.
  const rows = Math.min(mostRows, Math.max(answer.length, 1)) + 1.5;
  return (
    <Card title="Hot spots, base and new">
      <div class="summary-list" style={{ '--summary-rows': rows }}>
        <ComparedGrid app={app} label="Hot spots" answer={answer} diff="all" />
      </div>
      <footer class="summary-next">
        <button type="button" onClick={() => app.change({ view: 'compare' }, 'push')}>
          Compare
        </button>
        <button type="button" onClick={() => app.change({ view: 'top-functions' }, 'push')}>
          All functions
        </button>
      </footer>
    </Card>
  );
}
