import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { seededRandom } from '../src/base/random.ts';
import { repositoryRoot } from './repository.ts';

/** Those with call chains, one event and images. */
const sources = ['go-build', 'node-router', 'rust-words', 'cpp-orders'];

/** One real sample: who, and its frames, the leaf first. */
interface RealSample {
  readonly comm: string;
  readonly pid: number;
  readonly frames: readonly string[];
}

/**
 * Text as `perf script` prints it for a long recording, made from real ones: samples are drawn with
 * replacement; time, thread and period go on as they would; the leaf is hit at varying addresses,
 * and one sample in five was taken in a caller of the recorded leaf.
 */
export async function makePerfScriptText(path: string, bytes: number): Promise<void> {
  if (existsSync(path) && statSync(path).size >= bytes) return;
  const samples = readSamples();
  const random = seededRandom(2);
  const file = await open(`${path}.partial`, 'w');
  let written = 0;
  let timeUs = 1_916_131_618;
  while (written < bytes) {
    const pieces: string[] = [];
    for (let size = 0; size < 1 << 20; ) {
      const sample = samples[Math.floor(random() * samples.length)] as RealSample;
      timeUs += Math.floor(random() * 1000);
      const text = sampleText(sample, timeUs, random);
      pieces.push(text);
      size += text.length;
    }
    written += (await file.write(pieces.join(''))).bytesWritten;
  }
  await file.close();
  await rename(`${path}.partial`, path);
}

function readSamples(): RealSample[] {
  const recordings = join(repositoryRoot(), 'fixtures/recordings');
  const names = readdirSync(recordings).filter((name) =>
    sources.some((source) => name === `${source}.perf-script.txt.gz`),
  );
  return names.flatMap((name) =>
    gunzipSync(readFileSync(join(recordings, name)))
      .toString()
      .split('\n\n')
      .flatMap(readSample),
  );
}

function readSample(block: string): RealSample[] {
  const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [event = '', ...frames] = lines;
  const found = /^(.+?)\s+(?:\d+\/)?(\d+)\s+(?:\[\d+\]\s+)?[\d.]+:/.exec(event);
  if (found === null || frames.length === 0) return [];
  return [{ comm: found[1] ?? '', pid: Number(found[2]), frames }];
}

function sampleText(sample: RealSample, timeUs: number, random: () => number): string {
  const callers = random() < 0.2 ? 1 + Math.floor(random() * 3) : 0;
  const frames = sample.frames.slice(Math.min(callers, sample.frames.length - 1));
  const tid = sample.pid + Math.floor(random() * 4);
  const time = `${Math.floor(timeUs / 1e6)}.${String(timeUs % 1e6).padStart(6, '0')}`;
  const period = 10_000_000 + Math.floor(random() * 300_000);
  const event = `${sample.comm} ${String(tid).padStart(5)} ${time.padStart(12)}: ${String(period).padStart(10)} cpu-clock: `;
  const leaf = movedLeaf(frames[0] ?? '', Math.floor(random() ** 2 * 64));
  return `${event}\n${[leaf, ...frames.slice(1)].join('\n')}\n\n`;
}

/** The same function, a few bytes further on. */
function movedLeaf(line: string, by: number): string {
  const found = /^\t *([0-9a-f]+) (.*)\+0x([0-9a-f]+) (\(.*\))$/.exec(line);
  if (found === null) return line;
  const [, address = '', symbol = '', offset = '', image = ''] = found;
  const moved = (BigInt(`0x${address}`) + BigInt(by)).toString(16).padStart(16);
  return `\t${moved} ${symbol}+0x${(Number.parseInt(offset, 16) + by).toString(16)} ${image}`;
}
