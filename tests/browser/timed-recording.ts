import type { UiFile } from './ui-page.ts';

/** One sample of a made-up recording. */
export interface MadeSample {
  readonly thread: string;
  readonly tid: number;
  readonly timeNs: number;
  /** From the root to the leaf. */
  readonly path: readonly string[];
}

const periodNs = 1_000_000;
const startNs = 1_000_000_000_000;

/**
 * Two seconds of two threads at 1 kHz: `parser` runs parse, then sort from the first second on; `writer`
 * runs for 20 ms out of every 100.
 */
export function madeSamples(): readonly MadeSample[] {
  return Array.from({ length: 2000 }, (_, at): MadeSample[] => {
    const timeNs = at * periodNs;
    const parser = {
      thread: 'parser',
      tid: 11,
      timeNs,
      path: ['main', at < 1000 ? 'parse' : 'sort', at % 5 === 0 ? 'compare' : 'step'],
    };
    const writer = { thread: 'writer', tid: 12, timeNs, path: ['work', 'write_out'] };
    return at % 100 < 20 ? [parser, writer] : [parser];
  }).flat();
}

/** As `perf script` prints it. */
export function madeRecording(samples: readonly MadeSample[] = madeSamples()): UiFile {
  const text = samples
    .map(({ thread, tid, timeNs, path }) => {
      const time = ((startNs + timeNs) / 1e9).toFixed(6);
      const frames = path
        .toReversed()
        .map((name, at) => `\t${(0x401000 + at * 16).toString(16)} ${name}+0x4 (/bin/made)`);
      return [
        `${thread} 10/${tid} [00${tid - 11}] ${time}: ${periodNs} cpu-clock: `,
        ...frames,
        '',
      ].join('\n');
    })
    .join('\n');
  return { name: 'made.perf-script.txt', bytes: new TextEncoder().encode(`${text}\n`) };
}
