import type { JSX } from 'preact';
import type { InspectedFunction } from '../../explore/index.ts';
import { FamilySwatch } from '../kit/family-swatch.tsx';
import { FunctionName, splitName } from '../kit/function-name.tsx';
import { KindWord } from '../kit/kind-word.tsx';
import { formatTimeSpan } from '../kit/time/time-axis.ts';
import { WhenChart } from '../kit/when-chart.tsx';
import { functionActions } from '../state/function-commands.ts';
import { keyLabel } from '../state/key-name.ts';
import type { App } from './app.ts';
import '../kit/action-grid.css';

/** Characters of a name on a phone. */
const sheetRoom = 40;

export function InspectorName({
  name,
  app,
}: {
  readonly name: string;
  readonly app: App;
}): JSX.Element {
  const [path, last, rest] = splitName(name);
  return (
    <div class="inspector-head">
      <h2 class="inspector-name" title={name}>
        <span class="inspector-full">
          <span class="function-name-path">{path}</span>
          {last}
          <span class="function-name-path">{rest}</span>
        </span>
        <span class="inspector-short" aria-hidden="true">
          <FunctionName name={name} isShort characters={sheetRoom} />
        </span>
      </h2>
      <button
        type="button"
        class="inspector-copy"
        aria-label="Copy name"
        title="Copy name"
        onClick={() => app.copy(name, 'Name')}
      >
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" />
        </svg>
      </button>
    </div>
  );
}

interface OfProps {
  readonly app: App;
  readonly of: InspectedFunction;
}

export function InspectorOrigin({ app, of }: OfProps): JSX.Element {
  const { name, module, file, line, kind, inlining } = of;
  const words = [
    inlining === 'inlined' ? 'inlined' : inlining === 'both' ? 'inlined at places' : '',
    kind === 'kernel' ? 'kernel' : kind === 'jit' ? 'JIT' : '',
  ].filter((word) => word !== '');
  const where = shortPath(file);
  return (
    <p class="inspector-origin">
      <FamilySwatch family={of.family} />
      {module === '' ? null : <span>{module}</span>}
      {words.map((word) => (
        <KindWord key={word} word={word} />
      ))}
      {where === '' ? null : (
        <button
          type="button"
          class="inspector-link"
          title={`${file}${line > 0 ? `:${line}` : ''}: show the source`}
          onClick={() => {
            app.change({ view: 'source', selected: { name, module }, line: line || null }, 'push');
          }}
        >
          {line > 0 ? `${where}:${line}` : where}
        </button>
      )}
    </p>
  );
}

/** The last parts of a path: the folders that tell files apart. */
function shortPath(file: string): string {
  const parts = file.split('/');
  return parts.length <= 3 ? file : parts.slice(-3).join('/');
}

interface WhenProps {
  readonly of: Pick<InspectedFunction, 'when' | 'extent'>;
  /** Where the clock of its file begins. */
  readonly originNs: number;
  readonly title: string;
}

/** When the function ran, within the time that is shown of its file. */
export function InspectorWhen({ of, originNs, title }: WhenProps): JSX.Element | null {
  const { when, extent } = of;
  if (when === null || extent === null) return null;
  const first = when.findIndex((value) => value > 0);
  const last = when.findLastIndex((value) => value > 0);
  const timeOf = (part: number): number =>
    extent.startNs - originNs + ((extent.endNs - extent.startNs) * part) / when.length;
  const span = (from: number, to: number): string =>
    formatTimeSpan({ startNs: timeOf(from), endNs: timeOf(to) });
  const [shown, ran] = [span(0, when.length), span(Math.max(0, first), last + 1)];
  return (
    <section>
      <h3 class="inspector-title">
        {title} <span>{shown}</span>
      </h3>
      <div class="inspector-when">
        <WhenChart values={when} label={`${title}: within ${ran} of ${shown}`} />
      </div>
    </section>
  );
}

const offered = ['focus', 'drop', 'merge', 'show-sandwich', 'show-source', 'show-assembly'];
/** What the sheet of a narrow page has room for. */
const onSheet = new Set(['focus', 'drop', 'show-sandwich', 'show-source']);

export function InspectorActions({ app, of }: OfProps): JSX.Element {
  const target = { name: of.name, module: of.module };
  const actions = offered.flatMap((id) => functionActions.filter((action) => action.id === id));
  return (
    <div class="action-grid inspector-actions">
      {actions.map((action) => (
        <button
          key={action.id}
          type="button"
          class={onSheet.has(action.id) ? '' : 'inspector-wide-only'}
          title={action.title}
          onClick={() => action.run(app, target)}
        >
          {action.verb} <kbd>{keyLabel(action.key)}</kbd>
        </button>
      ))}
    </div>
  );
}
