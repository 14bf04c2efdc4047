import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCallTree } from '../../analysis/index.ts';
import { profileFromPicture } from '../../profile/testing/picture.ts';
import { NameList } from '../packed-names.ts';
import { explore, timedSamples, timelineProfile, wholeScope } from '../testing/timeline.ts';
import { treePicture, treeTotals } from '../testing/tree-picture.ts';
import { answerChildren, type ChildrenAnswer, type ChildrenRequest } from './children.ts';
import { answerTree, type TreeAnswer, type TreeRequest } from './tree.ts';

const topDown = { direction: 'top-down', order: 'name', by: 'functions' } as const;
const bottomUp = { ...topDown, direction: 'bottom-up' } as const;

const picture = `
  main   main   main  main  main
  parse  parse  eval  eval  read
  read   skip   read`;

function ask(exploration: ReturnType<typeof explore>, request: Partial<TreeRequest>): TreeAnswer {
  const whole = { scope: wholeScope, shape: topDown, minimumShare: 0, ...request };
  return answerTree(exploration, whole) as TreeAnswer;
}

function keysOf(tree: TreeAnswer, ...path: string[]): number[] {
  const names = new NameList(tree.keys.names);
  const all = Array.from({ length: names.length }, (_, key) => names.at(key));
  return path.map((name) => all.indexOf(name));
}

describe('the tree query', () => {
  const exploration = explore(profileFromPicture(picture));

  it('gives the tree from the root down', () => {
    expect(`\n${treePicture(ask(exploration, {}))}`).toBe(`
all 5
  main 5
    eval 2
      read 1
    parse 2
      read 1
      skip 1
    read 1`);
  });

  it('gives the tree from what ran to its callers', () => {
    const shape = { ...bottomUp, order: 'weight' } as const;
    expect(`\n${treePicture(ask(exploration, { shape }))}`).toBe(`
all 5
  read 3
    eval 1
      main 1
    main 1
    parse 1
      main 1
  eval 1
    main 1
  skip 1
    parse 1
      main 1`);
  });

  it('leaves out what is small, and says how much', () => {
    const tree = ask(exploration, { minimumShare: 0.3 });
    expect(`\n${treePicture(tree)}`).toBe(`
all 5
  main 5
    eval 2
    parse 2`);
    expect([...(tree.dropped ?? [])]).toEqual([0, 1, 1, 2]);
  });

  it('shows more below a node that is zoomed to', () => {
    const root = keysOf(ask(exploration, {}), 'main', 'parse');
    const tree = ask(exploration, { root, minimumShare: 0.5 });
    expect(`\n${treePicture(tree)}`).toBe(`
all 5
  main 5
    parse 2
      read 1
      skip 1`);
    const callers = keysOf(ask(exploration, {}), 'read', 'eval');
    expect(`\n${treePicture(ask(exploration, { shape: bottomUp, root: callers }))}`).toBe(`
all 5
  read 3
    eval 1
      main 1`);
    expect(ask(exploration, { root: [99] }).length).toBe(1);
  });

  it('is the tree that the command line draws, in both directions and at any granularity', () => {
    const direction = fc.constantFrom('top-down' as const, 'bottom-up' as const);
    const by = fc.constantFrom('functions' as const, 'modules' as const, 'lines' as const);
    fc.assert(
      fc.property(timedSamples, direction, by, (samples, way, granularity) => {
        const opened = explore(timelineProfile(samples));
        const shape = { direction: way, order: 'name', by: granularity } as const;
        const tree = ask(opened, { shape });
        const expected = buildCallTree(opened.scoped(wholeScope), {
          direction: way,
          order: 'name',
          granularity,
        });
        expect(tree.keys.length).toBe(expected.keys.length);
        for (const column of ['parent', 'key', 'depth', 'subtreeEnd', 'inlined'] as const) {
          expect(tree[column], column).toEqual(expected[column]);
        }
        expect(tree.total).toEqual(expected.columns[0]?.total);
        expect(tree.self).toEqual(expected.columns[0]?.self);
        expect(tree.totalSamples).toEqual(expected.samples.total);
      }),
      { numRuns: 200 },
    );
  });

  it('pruned is the whole tree where that is large enough', () => {
    fc.assert(
      fc.property(
        timedSamples,
        fc.constantFrom(topDown, bottomUp),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (samples, shape, minimumShare) => {
          const opened = explore(timelineProfile(samples));
          const whole = treeTotals(ask(opened, { shape }));
          const minimum = (whole.get('all') ?? 0) * minimumShare;
          const large = new Map([...whole].filter(([, total]) => total >= minimum));
          expect(treeTotals(ask(opened, { shape, minimumShare }))).toEqual(large);
        },
      ),
    );
  });
});

describe('the children query', () => {
  it('opens the same tree row by row', () => {
    fc.assert(
      fc.property(timedSamples, fc.constantFrom(topDown, bottomUp), (samples, shape) => {
        const opened = explore(timelineProfile(samples));
        const tree = ask(opened, { shape });
        const totals = new Map<string, number>();
        const open = (path: readonly number[], name: string, most: number): void => {
          const request: ChildrenRequest = { scope: wholeScope, shape, path };
          const below = answerChildren(opened, request) as ChildrenAnswer;
          const names = new NameList(below.keys.names);
          expect(below.length > 0).toBe(most > 0);
          for (let row = 0; row < below.length; row++) {
            const key = below.key[row] as number;
            const own = `${name};${names.at(key)}`;
            totals.set(own, below.total[row] as number);
            open([...path, key], own, below.hasChildren[row] as number);
          }
        };
        totals.set('all', tree.total[0] as number);
        open([], 'all', tree.length - 1);
        expect(totals).toEqual(treeTotals(tree));
      }),
      { numRuns: 40 },
    );
  });
});
