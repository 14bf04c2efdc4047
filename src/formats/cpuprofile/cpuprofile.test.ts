import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../base/tool-error.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import {
  frameFile,
  frameName,
  framesOf,
  moduleName,
  type Profile,
  type StackIndex,
} from '../../profile/index.ts';
import { foldedPicture } from '../../profile/testing/picture.ts';
import { pathOfUrl, urlOfPath } from '../v8-call-place.ts';
import { joinChunks } from '../whole-file-reader.ts';
import { detectCpuprofile } from './detect.ts';
import { encodeCpuprofile } from './encode.ts';
import { parseCpuprofile } from './parse.ts';

const recording = readFileSync(
  new URL('../../../fixtures/recordings/node-shares.cpuprofile', import.meta.url),
);
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const parse = (value: unknown, timeline = true): Profile =>
  parseCpuprofile(bytesOf(value), timeline);

function encode(profile: Profile, valueType = 1): Uint8Array {
  const chunks = Array.from(encodeCpuprofile(profile, { valueType, codec: zlibCodec }));
  return joinChunks(
    chunks,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
}

function callFrame(functionName: string, line = -1, url = ''): object {
  return { functionName, scriptId: '1', url, lineNumber: line, columnNumber: line < 0 ? -1 : 4 };
}

/** main calls work; the program waits; work ticks on lines 11 and 12. */
const small = {
  nodes: [
    { id: 1, callFrame: callFrame('(root)'), hitCount: 0, children: [2, 4] },
    { id: 2, callFrame: callFrame('main', 0, 'file:///a/b%20c.js'), hitCount: 1, children: [3] },
    {
      id: 3,
      callFrame: callFrame('work', 9, 'file:///a/b%20c.js'),
      hitCount: 3,
      positionTicks: [
        { line: 11, ticks: 2 },
        { line: 12, ticks: 1 },
      ],
    },
    { id: 4, callFrame: callFrame('(idle)'), hitCount: 1 },
  ],
  startTime: 1000,
  endTime: 2000,
  samples: [2, 3, 3, 4, 3],
  timeDeltas: [100, 100, 200, 100, 300],
};

const total = (profile: Profile): number =>
  profile.samples.values[1]?.reduce((sum, value) => sum + value, 0) ?? 0;

/** Names and kinds of the fields that every value has. */
const shape = (value: unknown): string[] =>
  Object.entries(value as object)
    .map(([key, field]) => `${key}:${Array.isArray(field) ? 'array' : typeof field}`)
    .filter((field) => !/^(children|positionTicks):/.test(field))
    .sort((a, b) => (a < b ? -1 : 1));

/** A node of the old tree. */
const treeNode = (functionName: string, id: number, line: number, children: unknown[]): object => ({
  functionName,
  scriptId: '1',
  url: line === 0 ? '' : 'http://host/x.js',
  lineNumber: line,
  columnNumber: line,
  hitCount: 1,
  callUID: id,
  children,
  id,
});

function linesOf(profile: Profile): string[] {
  const { samples, frames } = profile;
  return Array.from(samples.stack, (stack, row) => {
    const path = framesOf(profile, stack as StackIndex).map(
      (frame) => `${frameName(profile, frame)}:${frames.line[frame]}`,
    );
    return `${path.join(';')} ${samples.values[1]?.[row]}`;
  });
}

describe('a .cpuprofile', () => {
  it('gives each sample the time until the next, and idle none', () => {
    const profile = parse(small);
    expect(profile.valueTypes).toEqual([
      { name: 'samples', unit: 'count' },
      { name: 'cpu', unit: 'nanoseconds' },
    ]);
    expect(linesOf(profile)).toEqual([
      'main:1 100000',
      'main:1;work:11 200000',
      'main:1;work:11 100000',
      '(idle):0 0',
      'main:1;work:12 200000',
    ]);
    expect(Array.from(profile.samples.timeNs ?? [])).toEqual([1e5, 2e5, 4e5, 5e5, 8e5]);
    expect(profile.meta.durationNs).toBe(1e6);
    const [main] = framesOf(profile, profile.samples.stack[0] as StackIndex);
    expect(frameFile(profile, main as never)).toBe('/a/b c.js');
  });

  it('sums alike samples without a timeline', () => {
    const profile = parse(small, false);
    expect(profile.samples.timeNs).toBeNull();
    expect(foldedPicture(profile, 0)).toBe('main 1\nmain;work 2\n(idle) 1\nmain;work 1');
  });

  it('puts samples whose deltas are negative in order and says so', () => {
    const profile = parse({ ...small, timeDeltas: [100, 300, -100, 200, 300] });
    expect(Array.from(profile.samples.timeNs ?? [])).toEqual([1e5, 3e5, 4e5, 5e5, 8e5]);
    expect(profile.meta.health.diagnostics).toMatchObject([{ code: 'time-backwards', count: 1 }]);
  });

  it('falls back to hit counts when there are no samples', () => {
    const { samples: _, timeDeltas: __, ...rest } = small;
    const profile = parse(rest);
    expect(foldedPicture(profile, 0)).toBe('main 1\nmain;work 3\n(idle) 1');
    expect(foldedPicture(profile, 1)).toBe('main 200000\nmain;work 600000\n(idle) 0');
  });

  it('takes the line of each sample where the recorder knew it', () => {
    const profile = parse({ ...small, lines: [3, 14, 15, 0, 16] });
    expect(linesOf(profile)[1]).toBe('main:1;work:14 200000');
    expect(linesOf(profile)[4]).toBe('main:1;work:16 200000');
  });

  it('reads the old tree with its seconds and lines from 1', () => {
    const profile = parse({
      head: treeNode('(root)', 1, 0, [
        treeNode('main', 2, 5, [treeNode('a', 3, 7, [])]),
        treeNode('b', 4, 9, []),
      ]),
      startTime: 100,
      endTime: 100.001,
      samples: [2, 3, 4],
      timestamps: [100_000_000, 100_000_100, 100_000_300],
    });
    expect(linesOf(profile)).toEqual(['main:5 100000', 'main:5;a:7 200000', 'b:9 700000']);
    expect(profile.meta.durationNs).toBeCloseTo(1e6, 0);
  });

  it('survives a tree far deeper than any call stack', () => {
    const depth = 9000;
    const open = '{"functionName":"f","id":1,"hitCount":0,"children":[';
    const text = `{"head":${open.repeat(depth)}${']}'.repeat(depth)}}`;
    const profile = parseCpuprofile(new TextEncoder().encode(text), true);
    expect(profile.stacks.length).toBe(depth);
  });

  it('names the modules of Node itself, of scripts and of native code', () => {
    const profile = parse({
      ...small,
      nodes: [
        { id: 1, callFrame: callFrame('(root)'), children: [2, 3, 4] },
        { id: 2, callFrame: callFrame('open', 3, 'node:fs'), hitCount: 1 },
        { id: 3, callFrame: callFrame('load', 3, 'node:internal/modules/cjs/loader'), hitCount: 1 },
        { id: 4, callFrame: callFrame('', 3, 'file:///x/app.js'), hitCount: 1 },
      ],
      samples: [2, 3, 4, 4, 1],
    });
    const leaf = Array.from(
      profile.samples.stack,
      (stack) => framesOf(profile, stack as StackIndex)[0],
    );
    expect(leaf.map((frame) => moduleName(profile, frame as never))).toEqual([
      'node:fs',
      'node:internal',
      'app.js',
      'app.js',
      'native',
    ]);
    expect(foldedPicture(profile).split('\n').slice(2)).toEqual([
      '(anonymous) 1',
      '(anonymous) 1',
      '(root) 1',
    ]);
  });

  it.each([
    [
      'an unknown child',
      { nodes: [{ id: 1, children: [7] }] },
      'at 0xa: no node 7 to be its child',
    ],
    ['an id twice', { nodes: [{ id: 1 }, { id: 1 }] }, 'a second node 1'],
    [
      'two parents',
      { nodes: [{ id: 1, children: [3] }, { id: 2, children: [3] }, { id: 3 }] },
      'two parents',
    ],
    [
      'a circle',
      {
        nodes: [
          { id: 1, children: [2] },
          { id: 2, children: [1] },
        ],
      },
      'nodes in a circle',
    ],
    ['no nodes', { samples: [] }, 'neither nodes nor head'],
    [
      'deltas missing',
      { nodes: [{ id: 1 }], samples: [1], timeDeltas: [] },
      '0 timeDeltas for 1 samples',
    ],
    ['text for a number', { nodes: [{ id: 'x' }] }, 'id expected'],
  ])('refuses %s', (_, value, message) => {
    expect(() => parse(value)).toThrow(ToolError);
    expect(() => parse(value)).toThrow(message);
  });

  it('counts samples of nodes that are not there', () => {
    const profile = parse({ ...small, samples: [2, 3, 3, 99, 3] });
    expect(profile.meta.health.diagnostics).toMatchObject([{ code: 'unknown-node', count: 1 }]);
  });
});

describe('the recording of node', () => {
  it('shows the shares that the program has', () => {
    const profile = parseCpuprofile(recording, false);
    const share = (name: string): number =>
      foldedPicture(profile, 1)
        .split('\n')
        .filter((line) => line.includes(`;${name}`))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    expect(share('seventy') / (share('seventy') + share('thirty'))).toBeCloseTo(0.7, 1);
    expect(foldedPicture(profile, 0)).toMatch(/^\(idle\) \d+$/m);
  });

  it('is recognised', () => {
    expect(detectCpuprofile(recording.subarray(0, 4096))).toBe('certain');
    expect(detectCpuprofile(bytesOf({ head: { callFrame: callFrame('x'), selfSize: 3 } }))).toBe(
      'no',
    );
    expect(detectCpuprofile(bytesOf({ nodes: [] }))).toBe('no');
  });

  it('comes back the same from what is written', () => {
    const original = JSON.parse(recording.toString()) as typeof small;
    const profile = parseCpuprofile(recording, true);
    const written = JSON.parse(new TextDecoder().decode(encode(profile))) as typeof small;
    expect(written.timeDeltas).toEqual(original.timeDeltas);
    expect(written.endTime - written.startTime).toBe(original.endTime - original.startTime);
    const again = parseCpuprofile(encode(profile), true);
    expect(foldedPicture(again, 1)).toBe(foldedPicture(profile, 1));
    expect(linesOf(again).sort()).toEqual(linesOf(profile).sort());
    const ticksOf = (file: typeof small): number[] =>
      file.nodes
        .flatMap((node) => node.positionTicks?.map((tick) => tick.ticks) ?? [])
        .sort((a, b) => a - b);
    expect(ticksOf(written)).toEqual(ticksOf(original));
  });

  it('is written with the fields that V8 writes', () => {
    const original = JSON.parse(recording.toString()) as typeof small;
    const written = JSON.parse(
      new TextDecoder().decode(encode(parseCpuprofile(recording, false))),
    ) as typeof small;
    expect(shape(written)).toEqual(shape(original));
    const [first] = original.nodes;
    for (const node of written.nodes) {
      expect(shape(node)).toEqual(shape(first));
      expect(shape(node.callFrame)).toEqual(shape(first?.callFrame));
    }
    const ids = written.nodes.map((node) => node.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(written.samples.every((id) => ids.includes(id))).toBe(true);
    expect(written.timeDeltas.every((delta) => delta >= 0)).toBe(true);
    expect(written.timeDeltas.length).toBe(written.samples.length);
  });

  it('keeps its totals when sums are written', () => {
    const sums = parseCpuprofile(recording, false);
    const again = parseCpuprofile(encode(sums), false);
    expect(total(again) / total(sums)).toBeCloseTo(1, 4);
  });
});

describe('paths and addresses', () => {
  it.each(['/a b/ä#?.js', 'node:fs', 'http://x/y.js', ''])('%s goes there and back', (path) => {
    expect(pathOfUrl(urlOfPath(path))).toBe(path);
  });
});
