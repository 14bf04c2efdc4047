import {
  type BenchMeasured,
  type BenchSummary,
  type SeriesSummary,
  timesOf,
} from '../../analysis/index.ts';
import { elideMiddle } from '../../base/text-layout.ts';
import { escapeXml } from '../escape.ts';
import { noiseText, timeText, verdictText } from './bench-words.ts';

const [width, left, right, top, rowHeight, bottom] = [960, 28, 28, 76, 104, 44];
const longestName = 64;
/** How far dots may be from the middle of their row. */
const halfSwarm = 17;
const radius = 2.6;

/**
 * Every run as a dot, piled up where runs are alike, the median with its interval over them: one row per
 * command, one scale. It begins at zero unless all runs are close together, which the axis then says.
 */
export function* benchPlot(measured: BenchMeasured, summary: BenchSummary): Generator<string> {
  const { series } = summary;
  const height = top + rowHeight * series.length + bottom;
  const scale = scaleOf(series);
  const what = summary.metric === 'wall' ? 'Run time' : 'Time on processors';
  yield `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13">`;
  yield `<title>${what} of ${series.length === 1 ? 'one command' : `${series.length} commands`}</title>`;
  yield `<style>${style}</style><rect class="bg" width="100%" height="100%"/>`;
  yield `<text class="title" x="${left}" y="30">${what}</text>`;
  yield axis(scale, height);
  yield baseline(series, scale, height);
  for (const [row, each] of series.entries()) {
    const times = timesOf(measured.series[row]?.runs ?? [], summary.metric);
    yield* drawRow(each, times, scale, top + row * rowHeight);
  }
  const noise = noiseText(summary);
  yield `<text class="quiet" x="${left}" y="${height - 14}">${escapeXml(`dots are runs, bars 95 % of the median${noise === '' ? '' : `; ${noise}`}`)}</text>`;
  yield '</svg>';
}

interface Scale {
  readonly from: number;
  readonly to: number;
  readonly x: (ns: number) => number;
}

function scaleOf(series: readonly SeriesSummary[]): Scale {
  const least = Math.min(...series.map((each) => each.least));
  const most = Math.max(...series.map((each) => each.most));
  const from = least > most * 0.7 ? Math.max(0, least - (most - least) * 0.15) : 0;
  const to = most + (most - from) * 0.02;
  const x = (ns: number): number => left + ((ns - from) / (to - from)) * (width - left - right);
  return { from, to, x };
}

function* drawRow(
  series: SeriesSummary,
  times: Float64Array,
  { x }: Scale,
  y: number,
): Generator<string> {
  const verdict = series.comparison?.verdict ?? 'base';
  const middle = y + 56;
  yield `<g class="${verdict.replace(' ', '-')}">`;
  yield `<text class="name" x="${left}" y="${y + 14}">${escapeXml(elideMiddle(series.name, longestName))}</text>`;
  yield `<text class="value" x="${width - right}" y="${y + 14}" text-anchor="end">${timeText(series.median)}</text>`;
  const said = series.comparison === null ? `${series.runs} runs` : verdictText(series);
  yield `<text class="verdict" x="${left}" y="${y + 31}">${escapeXml(said)}</text>`;
  yield swarm(times, x, middle);
  const [low, high] = [x(series.interval.low), x(series.interval.high)];
  const breadth = Math.max(3, high - low).toFixed(1);
  yield `<rect class="interval" x="${low.toFixed(1)}" y="${middle - 20}" width="${breadth}" height="40" rx="3"/>`;
  yield `<path class="median" d="M${x(series.median).toFixed(1)} ${middle - 24}v48"/></g>`;
}

/** Dots that would lie on each other move apart, upwards and downwards in turn. */
function swarm(times: Float64Array, x: (ns: number) => number, middle: number): string {
  const piles = new Map<number, number>();
  return [...times]
    .sort((a, b) => a - b)
    .map((ns) => {
      const place = x(ns);
      const pile = Math.round(place / (2 * radius));
      const height = piles.get(pile) ?? 0;
      piles.set(pile, height + 1);
      const step = Math.ceil(height / 2) * 2 * radius;
      // A pile higher than its row begins again in the middle, a little off.
      const away = (step % halfSwarm) * (height % 2 === 0 ? 1 : -1);
      return `<circle cx="${place.toFixed(1)}" cy="${(middle + away).toFixed(1)}" r="${radius}"/>`;
    })
    .join('');
}

/** The first command's median through all rows: what is left of it is faster. */
function baseline(series: readonly SeriesSummary[], { x }: Scale, height: number): string {
  const [first] = series;
  if (first === undefined || series.length < 2) return '';
  return `<path class="first" d="M${x(first.median).toFixed(1)} ${top - 14}V${height - bottom}"/>`;
}

function axis({ from, to, x }: Scale, height: number): string {
  const rough = (to - from) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power;
  const ticks: string[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const place = x(at).toFixed(1);
    const anchor = x(at) < left + 24 ? 'start' : x(at) > width - right - 24 ? 'end' : 'middle';
    ticks.push(
      `<path class="grid" d="M${place} ${top - 20}V${height - bottom}"/><text class="quiet" x="${place}" y="${top - 26}" text-anchor="${anchor}">${at === 0 ? '0' : timeText(at)}</text>`,
    );
  }
  return ticks.join('');
}

/** Faster is blue and slower orange, as in differential flame graphs: told apart by everyone. */
const style = [
  '.bg{fill:#fff}.title{fill:#17181c;font-size:15px;font-weight:600}.name,.value{fill:#17181c;font-weight:600}',
  '.quiet,.verdict{fill:#62646e;font-size:12px}.name,.verdict{paint-order:stroke;stroke:#fff;stroke-width:4px}.grid{stroke:#ececf0}.first{stroke:#9a9ca6;stroke-dasharray:3 4}',
  'circle{fill:#6b6e7a;fill-opacity:.5}.interval{fill:#6b6e7a;fill-opacity:.2}.median{stroke:#3c3e48;stroke-width:2.5}',
  '.faster circle,.faster .interval{fill:#2563c9}.faster .median{stroke:#1d4fa3}.faster .verdict{fill:#1d4fa3}',
  '.slower circle,.slower .interval{fill:#d06a12}.slower .median{stroke:#a9520a}.slower .verdict{fill:#a9520a}',
  '@media(prefers-color-scheme:dark){.bg{fill:#1c1d20}.name,.verdict{stroke:#1c1d20}.title,.name,.value{fill:#ececef}.quiet,.verdict{fill:#989ba4}.grid{stroke:#2b2d31}',
  '.first{stroke:#6d707a}circle,.interval{fill:#b4b7c2}.median{stroke:#d9dbe2}',
  '.faster circle,.faster .interval{fill:#7fb0ff}.faster .median{stroke:#a5c8ff}.faster .verdict{fill:#a5c8ff}',
  '.slower circle,.slower .interval{fill:#ffae66}.slower .median{stroke:#ffc694}.slower .verdict{fill:#ffc694}}',
].join('');
