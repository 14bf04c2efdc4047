import {
  type Profile,
  type SampleIndex,
  type StackIndex,
  sampleCounts,
  textAt,
} from '../../profile/index.ts';
import type { EncodeOptions } from '../format.ts';
import { commaSeparated, jsonChunks } from '../json-chunks.ts';
import { CallNodes, rootNode } from './call-nodes.ts';
import { scheduleSamples } from './sample-schedule.ts';

/** Writes V8's inspector profile, as Chrome DevTools and VS Code open it. */
export function encodeCpuprofile(profile: Profile, options: EncodeOptions): Iterable<Uint8Array> {
  return jsonChunks(filePieces(profile, options.valueType));
}

function* filePieces(profile: Profile, valueType: number): Iterable<string> {
  const schedule = scheduleSamples(profile, valueType);
  const nodes = new CallNodes(profile);
  const counts = sampleCounts(profile);
  const topOf = threadTops(profile, nodes);
  const nodeOfSample = schedule.rows.map((row) => {
    const stack = profile.samples.stack[row] as StackIndex;
    const node = nodes.nodeOf(topOf(row), stack);
    nodes.hit(node, stack, counts[row] as number);
    return node;
  });
  yield '{"nodes":[';
  yield* commaSeparated(nodes.nodes.keys(), (row) => nodeJson(nodes, row));
  yield `],"startTime":${schedule.startUs},"endTime":${schedule.endUs},"samples":[`;
  yield* commaSeparated(nodeOfSample, (node) => String(node + 1));
  yield '],"timeDeltas":[';
  yield* commaSeparated(schedule.deltasUs, String);
  yield ']}\n';
}

/** One thread hangs right under the root; several get a node each, for the format knows no threads. */
function threadTops(profile: Profile, nodes: CallNodes): (row: SampleIndex) => number {
  const { threads, samples } = profile;
  const column = samples.thread;
  if (column === null || new Set(column).size <= 1) return () => rootNode;
  const tops = new Map<number, number>();
  return (row) => {
    const thread = column[row] as number;
    const known = tops.get(thread);
    if (known !== undefined) return known;
    const name =
      thread < 0
        ? ''
        : textAt(profile, threads.threadName[thread] as number) ||
          textAt(profile, threads.processName[thread] as number);
    const title = name === '' ? 'thread' : name;
    const top = nodes.addNamed(thread < 0 ? 'no thread' : `${title} ${threads.tid[thread]}`);
    tops.set(thread, top);
    return top;
  };
}

function nodeJson(nodes: CallNodes, row: number): string {
  const node = nodes.nodes[row];
  if (node === undefined) return '{}';
  let json = `{"id":${row + 1},"callFrame":${node.callFrame},"hitCount":${Math.round(node.hitCount)}`;
  if (node.children.length > 0) {
    json += `,"children":[${node.children.map((child) => child + 1).join(',')}]`;
  }
  if (node.ticks.size > 0) {
    const ticks = Array.from(node.ticks, ([line, count]) => ({ line, ticks: Math.round(count) }));
    json += `,"positionTicks":${JSON.stringify(ticks.sort((a, b) => a.line - b.line))}`;
  }
  return `${json}}`;
}
