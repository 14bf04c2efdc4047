import { type ContestRuns, limitMs, type PageRun } from './ui-contest.ts';

/** Whether both showed it in every round. */
export function isShown(runs: ContestRuns | undefined): boolean {
  return [...(runs?.ours ?? []), ...(runs?.theirs ?? [])].every(({ end }) => end === 'shown');
}

/** What was measured beside the one ratio, as Markdown. */
export function uiReport(contests: readonly ContestRuns[], alone: readonly PageRun[]): string {
  return [
    'Both in the same browser, a new one for each page (median, least–most):',
    '',
    '| samples | files, MB | pages | ours | speedscope | ours ÷ theirs | memory of ours | of speedscope |',
    '|---|---|---|---|---|---|---|---|',
    ...contests.map(contestRow),
    '',
    'In those pages, from the last input to the last picture (speedscope has no inverted flame graph and no ranges of time):',
    '',
    '| | ours | speedscope |',
    '|---|---|---|',
    ...contests.filter(isShown).flatMap(latencyRows),
    '',
    `Ten million samples in order of time (${alone.length} pages of ours, drawn as Chromium does by itself without a GPU, above through the WebGL in software that speedscope needs; speedscope's JSON of it is longer than a string can be):`,
    '',
    '| the page | takes | goal |',
    '|---|---|---|',
    `| open until the first flame graph | ${milliseconds(alone.map((run) => run.seconds * 1000))} | < 2000 ms |`,
    ...goalRows(alone),
    '',
    `Memory: ${memory(alone)}.`,
  ].join('\n');
}

function contestRow({ files, ours, theirs, ourBytes, theirBytes }: ContestRuns): string {
  const ratio = (secondsOf(ours) / secondsOf(theirs)).toFixed(2);
  const ends = new Set(theirs.map(({ end }) => end));
  const cells = [
    samplesAndOrder(files),
    `${mega(ourBytes)} / ${mega(theirBytes)}`,
    String(ours.length),
    taken(ours),
    taken(theirs),
    ends.has('crashed') ? 'none' : ends.has('late') ? `< ${ratio}` : ratio,
    memory(ours),
    memory(theirs),
  ];
  return `| ${cells.join(' | ')} |`;
}

function samplesAndOrder({ samples, title }: ContestRuns['files']): string {
  return `${samples.toLocaleString('en').replaceAll(',', ' ')} ${title}`;
}

function taken(runs: readonly PageRun[]): string {
  const crashed = runs.find(({ end }) => end === 'crashed');
  if (crashed !== undefined) return `the tab crashed after ${crashed.seconds.toFixed(0)} s`;
  if (runs.some(({ end }) => end === 'late')) return `more than ${limitMs / 1000} s`;
  return milliseconds(runs.map(({ seconds }) => seconds * 1000));
}

function latencyRows({ files, ours, theirs }: ContestRuns): string[] {
  return actionsOf(ours).map((action) => {
    const cells = [ours, theirs].map((runs) => milliseconds(timesOf(runs, action)));
    return `| ${action}, ${samplesAndOrder(files)} | ${cells.join(' | ')} |`;
  });
}

function goalRows(runs: readonly PageRun[]): string[] {
  return (runs[0]?.latencies ?? []).map(({ action, goalMs }) => {
    const goal = goalMs === null ? '–' : `< ${goalMs} ms`;
    return `| ${action} | ${milliseconds(timesOf(runs, action))} | ${goal} |`;
  });
}

function actionsOf(runs: readonly PageRun[]): string[] {
  return (runs[0]?.latencies ?? []).map(({ action }) => action);
}

function timesOf(runs: readonly PageRun[], action: string): number[] {
  return runs.flatMap(({ latencies }) =>
    latencies.filter((each) => each.action === action).map(({ ms }) => ms),
  );
}

function secondsOf(runs: readonly PageRun[]): number {
  return median(runs.map((run) => run.seconds));
}

function memory(runs: readonly PageRun[]): string {
  const resident = `${mega(median(runs.map((run) => run.peakBytes)))} MB resident`;
  const heap = median(runs.map((run) => run.heapBytes));
  return heap === 0 ? resident : `${resident}, ${mega(heap)} MB of JavaScript objects`;
}

function milliseconds(times: readonly number[]): string {
  if (times.length === 0) return '–';
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return `${Math.round(median(times))} ms (${Math.round(least)}–${Math.round(most)})`;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export function mega(bytes: number): string {
  return String(Math.round(bytes / 1e6));
}
