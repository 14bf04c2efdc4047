import { describe, expect, it } from 'vitest';
import { findFormat } from '../../formats/index.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { ProfileBuilder } from '../../profile/index.ts';
import { foldedPicture } from '../../profile/testing/picture.ts';
import { SourceMaps } from '../sources/source-maps.ts';
import { addThreadChunks, type TimedChunk } from './thread-chunks.ts';

const agentPath = '/tmp/agent.cjs';

/** A chunk from `name@time` words (microseconds of one clock). */
async function chunk(words: string, startUs: number, endUs: number): Promise<TimedChunk> {
  const samples = words.split(' ').map((word) => word.split('@') as [string, string]);
  const names = Array.from(new Set(samples.map(([name]) => name)));
  const nodes = names.map((functionName, row) => {
    const url = functionName === 'agent' ? `file://${agentPath}` : '';
    return {
      id: row + 2,
      callFrame: { functionName, scriptId: '1', url, lineNumber: 0, columnNumber: 0 },
      hitCount: 0,
    };
  });
  const root = {
    id: 1,
    callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 },
    hitCount: 0,
    children: nodes.map(({ id }) => id),
  };
  const times = samples.map(([, time]) => Number(time));
  const file = {
    nodes: [root, ...nodes],
    startTime: startUs,
    endTime: endUs,
    samples: samples.map(([name]) => names.indexOf(name) + 2),
    timeDeltas: times.map((time, at) => time - (times[at - 1] ?? startUs)),
  };
  const reader = findFormat('cpuprofile')?.read({ timeline: true, codec: zlibCodec });
  reader?.push(new TextEncoder().encode(JSON.stringify(file)));
  const profile = await reader?.finish();
  if (profile === undefined) throw new Error('no cpuprofile format');
  return { profile, startNs: startUs * 1000 };
}

function assemble(...chunks: TimedChunk[]): { readonly picture: string; readonly times: number[] } {
  const builder = new ProfileBuilder();
  const thread = builder.addThread({ pid: 1, tid: 1 });
  addThreadChunks(builder, thread, chunks, { maps: new SourceMaps(), agentPath });
  const profile = builder.finish();
  return {
    picture: foldedPicture(profile, 1),
    times: Array.from(profile.samples.timeNs ?? [], (time) => time / 1000),
  };
}

describe('the chunks of a thread', () => {
  it('become one recording: nothing twice, no gap', async () => {
    // The second began at 27, before the first ended at 32; both saw the sample at 30.
    const { picture, times } = assemble(
      await chunk('a@10 b@20 c@30', 0, 32),
      await chunk('c@30 d@42 e@50', 27, 55),
    );
    expect(times).toEqual([10, 20, 30, 42, 50]);
    expect(picture).toBe('a 10000\nb 10000\nc 12000\nd 8000\ne 5000');
  });

  it('leave idle time without CPU at the seam', async () => {
    const { picture } = assemble(await chunk('a@10 (idle)@20', 0, 22), await chunk('b@40', 21, 45));
    expect(picture).toBe('a 10000\n(idle) 0\nb 5000');
  });

  it('leave out what the agent did', async () => {
    const { picture } = assemble(await chunk('agent@5 a@10', 0, 20));
    expect(picture).toBe('a 10000');
  });
});
