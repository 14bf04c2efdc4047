// Folded stacks to an SVG flame graph, against inferno-flamegraph.
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../src/base/random.ts';
import { findTool } from '../tests/judges/requires.ts';
import type { Benchmark, Contest } from './benchmark.ts';
import { infernoVersion } from './inferno-version.ts';
import { plateauProgram } from './repository.ts';

const lines = 320_000;
const functions = 6000;

export const benchmark: Benchmark = {
  name: 'folded-to-svg',
  title: 'folded stacks → SVG flame graph',
  required: 1.5,
  goal: 1,
  theirTool: 'inferno-flamegraph',
  prepare,
};

async function prepare(dir: string): Promise<Contest> {
  await mkdir(dir, { recursive: true });
  const input = join(dir, 'calls.folded');
  if (!existsSync(input)) await writeFolded(input);
  const ours = join(dir, 'calls.ours.svg');
  const theirs = join(dir, 'calls.theirs.svg');
  const { size } = await stat(input);
  return {
    inputBytes: size,
    input: `${Math.round(size / 1e6)} MB of folded stacks, ${lines} lines`,
    ours: { argv: [plateauProgram(), 'flamegraph', input, '-o', ours] },
    theirs: {
      argv: [findTool('inferno-flamegraph') ?? 'inferno-flamegraph', input],
      stdout: theirs,
    },
    theirVersion: infernoVersion(),
    check: () => checkSameTotal(ours, theirs),
  };
}

async function checkSameTotal(ours: string, theirs: string): Promise<void> {
  const [mine, other] = [await totalOf(ours), await totalOf(theirs)];
  if (mine === undefined || mine !== other) {
    throw new Error(`the totals differ: ${mine ?? 'none'} and ${other ?? 'none'}`);
  }
}

/** What the root frame of either picture says. */
async function totalOf(svg: string): Promise<string | undefined> {
  return /<title>all \(([\d,]+) samples/.exec(await readFile(svg, 'utf8'))?.[1];
}

/**
 * Walks through a random call graph, hot paths more often than cold ones; alike stacks are summed and
 * lines sorted, as every collapsing tool leaves them.
 */
async function writeFolded(path: string): Promise<void> {
  const random = seededRandom(7);
  const names = Array.from({ length: functions }, (_, i) => functionName(i, random));
  const callees = names.map(() =>
    Array.from({ length: 2 + Math.floor(random() * 9) }, () => Math.floor(random() * functions)),
  );
  const counts = new Map<string, number>();
  while (counts.size < lines) {
    const stack = ['app'];
    const depth = 4 + Math.floor(random() ** 2 * 22);
    for (let at = 0, level = 0; level < depth; level++) {
      const choices = callees[at] ?? [];
      at = choices[Math.floor(random() ** 3 * choices.length)] ?? 0;
      stack.push(names[at] ?? '');
    }
    const key = stack.join(';');
    counts.set(key, (counts.get(key) ?? 0) + 1 + Math.floor(random() ** 6 * 500));
  }
  const out = createWriteStream(path);
  for (const stack of Array.from(counts.keys()).sort()) {
    if (!out.write(`${stack} ${counts.get(stack) ?? 0}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

const crates = [
  'core::iter',
  'std::io',
  'app::query',
  'serde_json::de',
  'tokio::runtime',
  'alloc::vec',
];
const verbs = [
  'read',
  'poll_next',
  'parse_value',
  'insert',
  'grow_one',
  'call_once',
  'fold',
  'drop',
];

function functionName(index: number, random: () => number): string {
  const crate = crates[Math.floor(random() * crates.length)] ?? '';
  const verb = verbs[Math.floor(random() * verbs.length)] ?? '';
  return index % 3 === 0 ? `${verb}_${index}` : `${crate}::Kind${index % 211}::${verb}_${index}`;
}
