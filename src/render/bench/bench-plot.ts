import { type BenchMeasured, type BenchSummary, timesOf } from '../../analysis/index.ts';
import { escapeXml } from '../escape.ts';
import { timeText, verdictText } from './bench-words.ts';

const [width, left, right, top, rowHeight] = [960, 24, 24, 48, 84];

/** Every run as a dot, the median with its interval as a bar: one row per command, one scale from zero. */
export function* benchPlot(measured: BenchMeasured, summary: BenchSummary): Generator<string> {
  const height = top + rowHeight * summary.series.length + 32;
  const longest = Math.max(...summary.series.map(({ most }) => most)) * 1.02;
  const x = (ns: number): string => (left + (ns / longest) * (width - left - right)).toFixed(1);
  yield `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13">`;
  yield `<title>Run times of ${summary.series.length} commands</title>`;
  yield `<style>${style}</style><rect class="bg" width="100%" height="100%"/>`;
  yield axis(longest, x, height);
  for (const [row, series] of summary.series.entries()) {
    const y = top + row * rowHeight;
    const times = timesOf(measured.series[row]?.runs ?? [], summary.metric);
    yield `<text class="name" x="${left}" y="${y + 16}">${escapeXml(series.name)}</text>`;
    yield `<text class="quiet" x="${width - right}" y="${y + 16}" text-anchor="end">${escapeXml(describe(series))}</text>`;
    yield [...times].map((ns, run) => dot(x(ns), y + 44 + jitter(run))).join('');
    const [low, high] = [x(series.interval.low), x(series.interval.high)];
    yield `<rect class="interval" x="${low}" y="${y + 30}" width="${Math.max(1, Number(high) - Number(low)).toFixed(1)}" height="28"/>`;
    yield `<path class="median" d="M${x(series.median)} ${y + 26}v36"/>`;
  }
  yield '</svg>';
}

function describe(series: BenchSummary['series'][number]): string {
  const verdict = verdictText(series);
  return `${timeText(series.median)}${verdict === '' ? '' : ` · ${verdict}`}`;
}

function dot(x: string, y: number): string {
  return `<circle cx="${x}" cy="${y.toFixed(1)}" r="2.5"/>`;
}

/** Spread over the row without chance, so that the same runs give the same picture. */
function jitter(run: number): number {
  return (((run * 7) % 13) - 6) * 1.8;
}

function axis(longest: number, x: (ns: number) => string, height: number): string {
  const rough = longest / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power;
  const ticks: string[] = [];
  for (let at = 0; at <= longest; at += step) {
    ticks.push(
      `<path class="grid" d="M${x(at)} 28V${height - 24}"/><text class="quiet" x="${x(at)}" y="20" text-anchor="middle">${at === 0 ? '0' : timeText(at)}</text>`,
    );
  }
  return ticks.join('');
}

const style = [
  '.bg{fill:#fff}.name{fill:#17181c;font-weight:600}.quiet{fill:#62646e;font-size:12px}',
  '.grid{stroke:#e3e3e7}circle{fill:#6f77d6;fill-opacity:.55}.interval{fill:#4650c8;fill-opacity:.22}',
  '.median{stroke:#4650c8;stroke-width:2}',
  '@media(prefers-color-scheme:dark){.bg{fill:#1c1d20}.name{fill:#ececef}.quiet{fill:#989ba4}.grid{stroke:#2b2d31}circle{fill:#9aa3ff}.interval{fill:#9aa3ff}.median{stroke:#9aa3ff}}',
].join('');
