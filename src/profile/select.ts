import { ToolError } from '../base/tool-error.ts';
import { matchFrames } from './name-match.ts';
import { selectSamples } from './sample-selection.ts';
import type { MarkerTable, Profile } from './tables.ts';

/** A thread or process by its number or by an expression on its name. */
export type TaskChoice = number | RegExp;

/** The samples (and markers) of the threads that were chosen. */
export function selectThreads(profile: Profile, choice: TaskChoice): Profile {
  const { tid, threadName } = profile.threads;
  return selectTasks(profile, 'thread', choice, { id: tid, name: threadName });
}

/** The samples (and markers) of all threads of the processes that were chosen. */
export function selectProcesses(profile: Profile, choice: TaskChoice): Profile {
  const { pid, processName } = profile.threads;
  return selectTasks(profile, 'process', choice, { id: pid, name: processName });
}

function selectTasks(
  profile: Profile,
  what: 'thread' | 'process',
  choice: TaskChoice,
  columns: { readonly id: Int32Array; readonly name: Int32Array },
): Profile {
  const { samples, threads, strings } = profile;
  const chosen = Uint8Array.from({ length: threads.length }, (_, row) => {
    if (typeof choice === 'number') return columns.id[row] === choice ? 1 : 0;
    return choice.test(strings[columns.name[row] as number] ?? '') ? 1 : 0;
  });
  const { thread } = samples;
  if (thread === null) {
    throw new ToolError('no-data', `this profile does not say which ${what} a sample is from`, {
      hint: `leave out --${what}`,
    });
  }
  if (!chosen.includes(1)) {
    const names = new Set(
      Array.from({ length: threads.length }, (_, row) => {
        const name = strings[columns.name[row] as number] ?? '';
        return `${name === '' ? what : name} (${columns.id[row]})`;
      }),
    );
    throw new ToolError('no-data', `no ${what} matches ${String(choice)}`, {
      hint: `one of: ${shorten([...names])}`,
    });
  }
  const isChosen = (row: number): boolean => row >= 0 && chosen[row] === 1;
  const keep = Uint8Array.from(thread, (row) => (isChosen(row) ? 1 : 0));
  const markers = pickMarkers(profile.markers, (row) =>
    isChosen(profile.markers.thread[row] as number),
  );
  return Object.freeze({ ...selectSamples(profile, keep), markers });
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, 8).join(', ');
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}

/** The samples taken on one of the CPUs. */
export function selectCpus(profile: Profile, cpus: ReadonlySet<number>): Profile {
  const { cpu } = profile.samples;
  if (cpu === null) {
    throw new ToolError('no-data', 'this profile does not say on which CPU a sample was taken', {
      hint: 'leave out --cpu, or record with the CPU of each sample',
    });
  }
  return selectSamples(
    profile,
    Uint8Array.from(cpu, (each) => (cpus.has(each) ? 1 : 0)),
  );
}

/** The samples from `fromNs` up to, not including, `toNs`; markers that overlap that time stay. */
export function selectTime(profile: Profile, fromNs: number, toNs: number): Profile {
  const { timeNs } = profile.samples;
  if (timeNs === null) {
    throw new ToolError('no-data', 'this profile has no times', {
      hint: 'leave out --from and --to; formats that sum samples (folded, pprof) lose the time',
    });
  }
  const keep = new Uint8Array(timeNs.length);
  for (let row = 0; row < timeNs.length; row++) {
    const at = timeNs[row] as number;
    keep[row] = at >= fromNs && at < toNs ? 1 : 0;
  }
  const { startNs, endNs } = profile.markers;
  const markers = pickMarkers(
    profile.markers,
    (row) => (startNs[row] as number) < toNs && (endNs[row] as number) >= fromNs,
  );
  return Object.freeze({ ...selectSamples(profile, keep), markers });
}

/** The samples that pass through an image whose file matches. */
export function selectModule(profile: Profile, expression: RegExp): Profile {
  const { byMapping } = matchFrames(profile, expression);
  const { parent, frame, length } = profile.stacks;
  const passes = new Uint8Array(length);
  for (let stack = 0; stack < length; stack++) {
    const up = parent[stack] as number;
    const above = up < 0 ? 0 : (passes[up] as number);
    passes[stack] = above | (byMapping[frame[stack] as number] as number);
  }
  const { stack } = profile.samples;
  const keep = Uint8Array.from(stack, (at) => (at < 0 ? 0 : (passes[at] as number)));
  return selectSamples(profile, keep);
}

/** The samples with a label of that key whose value, text or number, matches. */
export function selectLabel(profile: Profile, key: string, expression: RegExp): Profile {
  const { labelSets, samples, strings } = profile;
  const setMatches = new Uint8Array(labelSets.length);
  for (let set = 0; set < labelSets.length; set++) {
    for (
      let row = labelSets.start[set] as number;
      row < (labelSets.start[set + 1] as number);
      row++
    ) {
      if (strings[labelSets.key[row] as number] !== key) continue;
      const text = labelSets.text[row] as number;
      const value = text < 0 ? String(labelSets.number[row]) : (strings[text] ?? '');
      if (expression.test(value)) setMatches[set] = 1;
    }
  }
  const { labels } = samples;
  const keep = new Uint8Array(samples.length);
  if (labels !== null) {
    for (let row = 0; row < keep.length; row++)
      keep[row] = setMatches[labels[row] as number] as number;
  }
  return selectSamples(profile, keep);
}

function pickMarkers(markers: MarkerTable, keep: (row: number) => boolean): MarkerTable {
  const rows = Array.from({ length: markers.length }, (_, row) => row).filter(keep);
  if (rows.length === markers.length) return markers;
  const ints = (column: Int32Array): Int32Array =>
    Int32Array.from(rows, (row) => column[row] as number);
  const floats = (column: Float64Array): Float64Array =>
    Float64Array.from(rows, (row) => column[row] as number);
  return {
    length: rows.length,
    name: ints(markers.name),
    thread: ints(markers.thread),
    startNs: floats(markers.startNs),
    endNs: floats(markers.endNs),
    stack: ints(markers.stack),
    payload: ints(markers.payload),
  };
}
