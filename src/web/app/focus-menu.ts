import { categories } from '../kit/category-table.ts';
import type { MenuItem } from '../kit/menu-item.ts';
import { categoryStep, onlyMyCodeStep } from '../state/transform-step.ts';
import type { ShellApp } from './create-app.ts';

/** More threads than this make no menu: the Timeline has them all. */
const mostThreads = 24;

/** What samples can be narrowed to: a process, thread, CPU, event, whose code. */
export function focusMenuItems(app: ShellApp): readonly MenuItem[] {
  const file = app.file.value;
  if (file === null) return [];
  return [
    { kind: 'action', label: 'Only my code', key: 'o', run: () => app.transform(onlyMyCodeStep) },
    {
      kind: 'action',
      label: 'Hide by expression…',
      run: () => {
        app.layer.value = { kind: 'hide' };
      },
    },
    ...group(
      'Only samples in',
      categories.map(({ family, label }) => ({
        label,
        run: () => app.transform(categoryStep(family)),
      })),
    ),
    ...group('Process', processItems(app)),
    ...group('Thread', threadItems(app)),
    ...group(
      'CPU',
      file.cpus.length < 2
        ? []
        : file.cpus.map((cpu) => ({
            label: `CPU ${cpu}`,
            run: () => app.change({ cpus: [cpu], zoom: [] }, 'push'),
          })),
    ),
    ...group(
      'Event',
      file.summary.events.length < 2
        ? []
        : file.summary.events.map((event) => ({
            label: event,
            run: () => app.change({ event, value: '', zoom: [] }, 'push'),
          })),
    ),
  ];
}

interface Line {
  readonly label: string;
  run(): void;
}

function group(label: string, lines: readonly Line[]): readonly MenuItem[] {
  if (lines.length === 0) return [];
  const items = lines.map((line): MenuItem => ({ kind: 'action', ...line }));
  return [{ kind: 'line' }, { kind: 'heading', label }, ...items];
}

function processItems(app: ShellApp): readonly Line[] {
  const threads = app.file.value?.threads ?? [];
  const rows = new Map<number, number[]>();
  threads.forEach(({ pid }, row) => {
    rows.set(pid, [...(rows.get(pid) ?? []), row]);
  });
  if (rows.size < 2) return [];
  return [...rows].slice(0, mostThreads).map(([pid, of]) => ({
    label: `${threads[of[0] ?? 0]?.process ?? ''} ${pid}`,
    run: () => app.change({ threads: of, zoom: [] }, 'push'),
  }));
}

function threadItems(app: ShellApp): readonly Line[] {
  const threads = app.file.value?.threads ?? [];
  if (threads.length < 2) return [];
  const lines = threads.slice(0, mostThreads).map(({ thread, process, tid }, row) => ({
    label: `${thread || process} ${tid}`,
    run: () => app.change({ threads: [row], zoom: [] }, 'push'),
  }));
  if (threads.length <= mostThreads) return lines;
  const rest = {
    label: `${threads.length - mostThreads} more in the Timeline`,
    run: () => app.change({ view: 'timeline' }, 'push'),
  };
  return [...lines, rest];
}
