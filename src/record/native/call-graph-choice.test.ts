import { describe, expect, it } from 'vitest';
import {
  chooseCallGraph,
  chooseForMachine,
  describeCallGraph,
  doubtFramePointers,
  parseCallGraph,
} from './call-graph-choice.ts';
import type { ImageFacts } from './target-images.ts';

function image(path: string, facts: Partial<ImageFacts> = {}): ImageFacts {
  return {
    path,
    framePointers: false,
    unwindTables: true,
    go: false,
    makesCode: false,
    ...facts,
  };
}

describe('the call graph that --call-graph auto takes', () => {
  it.each([
    ['a usual program', [image('/x/app'), image('/lib/libc.so.6')], 'dwarf', 'app has no frame'],
    [
      'frame pointers, but not in libc',
      [image('/x/app', { framePointers: true }), image('/lib/libc.so.6')],
      'dwarf',
      'libc.so.6 has no frame pointers',
    ],
    [
      'frame pointers everywhere',
      [image('/x/app', { framePointers: true }), image('/lib/libc.so.6', { framePointers: true })],
      'frame pointers',
      'app and its libraries keep frame pointers',
    ],
    ['Go', [image('/x/srv', { go: true, unwindTables: false })], 'frame pointers', 'a Go program'],
    [
      'Node',
      [image('/usr/bin/node', { makesCode: true }), image('/lib/libc.so.6')],
      'frame pointers',
      'makes code',
    ],
    ['stripped', [image('/x/app', { framePointers: undefined })], 'dwarf', 'app does not show'],
    [
      'nothing to go by',
      [image('/x/app', { framePointers: undefined, unwindTables: false })],
      'frame pointers',
      'stacks may be short',
    ],
    ['an unknown program', [], 'dwarf', 'not known beforehand'],
  ] as const)('%s', (_, images, mode, why) => {
    const choice = chooseCallGraph(images);
    expect(describeCallGraph(choice.callGraph)).toContain(mode);
    expect(choice.why).toContain(why);
  });

  it('keeps the volume of a whole machine in bounds', () => {
    expect(chooseForMachine(2, 999).callGraph.mode).toBe('dwarf');
    expect(chooseForMachine(64, 999)).toMatchObject({ callGraph: { mode: 'fp' } });
  });
});

describe('--call-graph fp', () => {
  it.each([
    ['a program without', [image('/x/app')], /^app keeps no .*: --call-graph dwarf/],
    ['its libraries alone', [image('/x/app', { framePointers: true }), image('/lib/libc.so.6')]],
    ['too little to tell', [image('/x/app', { framePointers: undefined })]],
    ['Go', [image('/x/srv', { go: true })]],
    ['Node', [image('/usr/bin/node', { makesCode: true })]],
    ['an unknown program', []],
  ] as const)('is doubted, or not: %s', (_, images, doubt?: RegExp) => {
    expect(doubtFramePointers(images) ?? 'no').toMatch(doubt ?? /^no$/);
  });
});

describe('--call-graph', () => {
  it.each([
    ['fp', { mode: 'fp' }],
    ['lbr', { mode: 'lbr' }],
    ['no', { mode: 'none' }],
    ['auto', 'auto'],
    ['dwarf', { mode: 'dwarf', stackBytes: 16_384 }],
    ['dwarf,4097', { mode: 'dwarf', stackBytes: 4104 }],
    ['dwarf,32k', { mode: 'dwarf', stackBytes: 32_768 }],
  ])('takes %s', (text, expected) => {
    expect(parseCallGraph(text)).toEqual(expected);
  });

  it.each(['', 'dwarf,0', 'dwarf,65536', 'dwarf,x', 'fp,8', 'caller'])('refuses %j', (text) => {
    expect(() => parseCallGraph(text)).toThrow(`--call-graph`);
  });
});
