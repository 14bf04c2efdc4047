import { seededRandom } from '../src/base/random.ts';
import {
  noLabels,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
} from '../src/profile/index.ts';

const functions = 4000;
const threads = 4;
const cpus = 4;
export const distinctStacks = 50_000;
/** How long a program stays in one part of its work, in samples. */
const phaseSamples = 20_000;
const modules = ['/srv/shop/shop', '/usr/lib/libstdc++.so.6', '/usr/lib/libc.so.6', '[kernel]'];

/**
 * How samples follow each other. `jumps`: each is anywhere, as where many short requests are served.
 * `walks`: a thread is mostly near where it was, as where there is one long computation.
 */
export type Course = 'jumps' | 'walks';

/** Of a thread that walks, so often a sample is elsewhere altogether. */
const leapShare = 0.005;
/** … and so often where the last one was. */
const stayShare = 0.5;

/**
 * A recording as a large server leaves it: stacks of 10 to 60 frames that share their beginnings, some
 * hot and most rare, one row per sample in order of time, and phases in which other code is hot.
 */
export function largeRecording(rows: number, course: Course): Profile {
  const random = seededRandom(11);
  const builder = new ProfileBuilder();
  builder.addValueType('cpu', 'nanoseconds');
  builder.meta.command = './shop --serve';
  for (let index = 0; index < threads; index++) {
    builder.addThread({ pid: 100, tid: 100 + index, processName: builder.string('shop') });
  }
  const leaves = addStacks(builder, random);
  builder.addSample(none, none, noLabels);
  const small = builder.finish();
  const next =
    course === 'jumps' ? jumps(leaves, random) : walks(inTreeOrder(small, leaves), random);
  const samples = sampleColumns(rows, next, random);
  return { ...small, samples: { ...small.samples, ...samples } };
}

function addStacks(builder: ProfileBuilder, random: () => number): Int32Array {
  const frames = Array.from({ length: functions }, (_, index) => {
    const file = builder.string(modules[Math.floor(random() ** 2 * modules.length)] ?? '');
    const name = builder.string(
      `shop::${['cart', 'index', 'pay', 'net'][index % 4]}::work_${index}`,
    );
    const called = builder.addFunction({ name, file: builder.string(`src/part_${index % 90}.cc`) });
    return builder.addFrame({ function: called, mapping: builder.addMapping({ file }) });
  });
  const paths: StackIndex[][] = [];
  const leaves = new Int32Array(distinctStacks);
  for (let index = 0; index < distinctStacks; index++) {
    // A new path leaves an older one somewhere, mostly near its end, as calls do.
    const from = paths[Math.floor(random() * paths.length)] ?? [];
    const path = from.slice(0, Math.floor((1 - random() ** 3) * from.length));
    const depth = Math.max(path.length + 1, 10 + Math.floor(random() * 51));
    while (path.length < depth) {
      const frame = frames[Math.floor(random() ** 2 * frames.length)];
      if (frame !== undefined) path.push(builder.addStack(path.at(-1) ?? none, frame));
    }
    leaves[index] = path.at(-1) ?? -1;
    if (path.length < 60) paths.push(path);
    if (paths.length > 2000) paths[Math.floor(random() * 1000)] = paths.pop() ?? [];
  }
  return leaves;
}

type NextStack = (row: number, thread: number) => number;

function jumps(leaves: Int32Array, random: () => number): NextStack {
  return (row) => leaves[jump(leaves.length, row, random)] as number;
}

function jump(count: number, row: number, random: () => number): number {
  const phase = Math.floor(row / phaseSamples) * 7919;
  const chosen = Math.floor(random() ** 4 * count);
  return (random() < 0.5 ? chosen : chosen + phase) % count;
}

function walks(leaves: Int32Array, random: () => number): NextStack {
  const places = new Int32Array(threads);
  return (row, thread) => {
    const place = places[thread] as number;
    const chance = random();
    if (chance < leapShare) places[thread] = jump(leaves.length, row, random);
    else if (chance > leapShare + stayShare) {
      const step = random() < 0.5 ? 1 : leaves.length - 1;
      places[thread] = (place + step) % leaves.length;
    }
    return leaves[places[thread] as number] as number;
  };
}

/** Stacks that share most of their callers stand next to each other. */
function inTreeOrder({ stacks }: Profile, leaves: Int32Array): Int32Array {
  const keys = new Map<number, string>();
  for (const leaf of leaves) {
    const path: string[] = [];
    for (let at = leaf; at >= 0; at = stacks.parent[at] as number) {
      path.push(String(at).padStart(8, '0'));
    }
    keys.set(leaf, path.reverse().join());
  }
  const keyOf = (leaf: number): string => keys.get(leaf) ?? '';
  return leaves.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function sampleColumns(
  rows: number,
  next: NextStack,
  random: () => number,
): Omit<Profile['samples'], 'labels' | 'count'> {
  const stack = new Int32Array(rows);
  const thread = new Int32Array(rows);
  const cpu = new Int32Array(rows);
  const timeNs = new Float64Array(rows);
  const value = new Float64Array(rows).fill(1_000_000);
  let now = 1e9;
  for (let row = 0; row < rows; row++) {
    now += 200_000 + Math.floor(random() * 100_000);
    timeNs[row] = now;
    thread[row] = Math.floor(random() ** 2 * threads);
    stack[row] = next(row, thread[row] as number);
    cpu[row] = Math.floor(random() * cpus);
  }
  return { length: rows, stack, thread, timeNs, cpu, values: [value] };
}
