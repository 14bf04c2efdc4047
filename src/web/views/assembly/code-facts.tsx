import type { JSX } from 'preact';
import type { AssemblyAnswer, AssemblyLoop } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { changeClass } from '../../kit/compare/change-class.ts';
import { changeSentence, changeWord } from '../../kit/compare/change-text.ts';
import { FunctionName } from '../../kit/function-name.tsx';
import { formatChange, formatCounted, formatShare, formatValue } from '../../kit/quantity.ts';
import { changedFrom, type ShownAssembly } from './assembly-rows.ts';
import '../../kit/action-grid.css';
import '../../kit/code/code-facts.css';

interface CodeFactsProps {
  readonly app: App;
  readonly answer: ShownAssembly;
  readonly selected: number;
  readonly onSelect: (instruction: number) => void;
}

/** The function, its cost, its loops and what can be done. */
export function CodeFacts({ app, answer, selected, onSelect }: CodeFactsProps): JSX.Element {
  const { owner, name, module, whole, unit, self, selfSamples } = answer;
  const cost = sum(self);
  return (
    <aside class="code-facts assembly-facts" aria-label="Function">
      <p class="code-facts-name">
        <FunctionName name={owner} />
      </p>
      <p class="assembly-quiet">
        {module} · 0x{(answer.address[0] ?? 0).toString(16)} ·{' '}
        {formatCounted(answer.sizeBytes, 'byte')}, {formatCounted(answer.length, 'instruction')}
      </p>
      {name === owner ? null : <p>{name} is inlined here.</p>}
      {'match' in answer ? (
        <p class="assembly-facts-cost assembly-facts-change">
          <span>Self</span>
          <b class={changeClass(answer.sides.new.self - answer.sides.base.self)}>
            {formatChange(answer.sides.new.self - answer.sides.base.self, unit)}
          </b>
          <span>
            {formatValue(answer.sides.base.self, unit)} → {formatValue(answer.sides.new.self, unit)}
          </span>
          <span class="assembly-quiet">
            {changeWord(answer.sides.base.self, answer.sides.new.self)}
          </span>
        </p>
      ) : (
        <p class="assembly-facts-cost">
          <span>Self</span>
          <b>{formatShare(whole.value === 0 ? 0 : cost / whole.value)}</b>
          <span>{formatValue(cost, unit)}</span>
          <span class="assembly-quiet">{formatCounted(sum(selfSamples), 'sample')}</span>
        </p>
      )}
      <Selected answer={answer} selected={selected} />
      <Loops answer={answer} cost={cost} onSelect={onSelect} />
      <section class="assembly-card">
        <h3>Skid</h3>
        <p>{skidWords(app)}</p>
      </section>
      <Actions app={app} answer={answer} selected={selected} />
    </aside>
  );
}

function sum(column: Float64Array): number {
  return column.reduce((total, value) => total + value, 0);
}

function Selected({
  answer,
  selected,
}: {
  readonly answer: ShownAssembly;
  readonly selected: number;
}): JSX.Element | null {
  const { self, total, selfSamples, whole, place, places } = answer;
  const at = places[place[selected] ?? -1];
  if (selected < 0) return null;
  const own = self[selected] as number;
  const all = total[selected] as number;
  const base = changedFrom(answer);
  return (
    <section class="assembly-card" aria-label="Instruction">
      <h3>
        0x{(answer.address[selected] as number).toString(16)}
        <span>{own === 0 || base !== null ? '' : formatShare(own / whole.value)}</span>
      </h3>
      {base !== null ? (
        <p>
          Self {changeSentence(base.self[selected] as number, own, answer.unit)}. Total{' '}
          {changeSentence(base.total[selected] as number, all, answer.unit)}.
        </p>
      ) : (
        <p>
          {own === 0
            ? 'No sample stands here.'
            : `${formatCounted(selfSamples[selected] as number, 'sample')}.`}
          {all > own ? ` ${formatShare(all / whole.value)} with what it calls.` : ''}
        </p>
      )}
      {at === undefined ? null : (
        <p class="assembly-facts-place" title={at.file}>
          <bdi>
            {at.file}:{at.line}
          </bdi>
        </p>
      )}
      {at?.inlined.map((each) => (
        <p key={each} class="assembly-facts-place">
          inlined {each}
        </p>
      ))}
    </section>
  );
}

/** More cards than this would bury the rest. */
const mostCards = 6;

function Loops({
  answer,
  cost,
  onSelect,
}: {
  readonly answer: AssemblyAnswer;
  readonly cost: number;
  readonly onSelect: (instruction: number) => void;
}): JSX.Element {
  const sampled = answer.loops.filter(({ samples }) => samples > 0);
  const loops = sampled.toSorted((a, b) => b.self - a.self).slice(0, mostCards);
  return (
    <section>
      <h3 class="code-facts-heading">
        Loops
        <span>of the function</span>
      </h3>
      {loops.length === 0 ? (
        <p class="assembly-quiet">
          {answer.loops.length > 0
            ? 'No sample fell into a loop of this function.'
            : answer.isPartial
              ? 'None found; some jumps go where only the running program knows.'
              : 'None: every instruction runs once per call.'}
        </p>
      ) : null}
      {loops.map((loop) => (
        <button
          key={`${loop.first} ${loop.last}`}
          type="button"
          class={loop.isInnermost ? 'assembly-card assembly-card-inner' : 'assembly-card'}
          onClick={() => onSelect(loop.first)}
        >
          <span class="assembly-card-title">
            {loopTitle(answer, loop)}
            <b>{formatShare(cost === 0 ? 0 : loop.self / cost)}</b>
          </span>
          <span class="assembly-quiet">
            {formatCounted(loop.instructions, 'instruction')},{' '}
            {formatCounted(loop.samples, 'sample')}
            {loop.depth > 1 ? `, depth ${loop.depth}` : ''}
          </span>
        </button>
      ))}
    </section>
  );
}

function loopTitle(
  { address }: AssemblyAnswer,
  { first, last, isInnermost }: AssemblyLoop,
): string {
  const hex = (row: number): string => `0x${(address[row] ?? 0).toString(16)}`;
  return `${isInnermost ? 'Inner' : 'Outer'}, ${hex(first)}–${hex(last)}`;
}

function skidWords(app: App): string {
  const events = app.file.value?.summary.events ?? [];
  const precise = events.find((event) => /:p+/.test(event));
  if (precise !== undefined)
    return `Event ${precise}: costs sit on the instruction that retired, or one late.`;
  return 'Samples are taken when the processor notices: costs often sit one or a few instructions after the slow one.';
}

function Actions({
  app,
  answer,
  selected,
}: {
  readonly app: App;
  readonly answer: AssemblyAnswer;
  readonly selected: number;
}): JSX.Element {
  const at = answer.places[answer.place[selected] ?? -1];
  return (
    <div class="action-grid assembly-actions">
      <button
        type="button"
        onClick={() =>
          app.change(
            {
              view: 'source',
              selected: { name: at?.inlined.at(-1) ?? answer.owner, module: answer.module },
              line: at?.line ?? null,
            },
            'push',
          )
        }
      >
        Source <kbd>e</kbd>
      </button>
      <button
        type="button"
        onClick={() => app.change({ syntax: app.state.value.syntax === 'att' ? 'intel' : 'att' })}
      >
        {app.state.value.syntax === 'att' ? 'Intel syntax' : 'AT&T syntax'} <kbd>t</kbd>
      </button>
    </div>
  );
}
