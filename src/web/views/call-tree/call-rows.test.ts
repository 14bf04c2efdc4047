import { describe, expect, it } from 'vitest';
import { answerChildren, type ChildrenAnswer } from '../../../explore/queries/children.ts';
import { answerTree, type TreeAnswer } from '../../../explore/queries/tree.ts';
import { explored, scopeOf } from '../../../explore/testing/explored.ts';
import { profileFromPicture } from '../../../profile/testing/picture.ts';
import { KeyFacts } from '../../kit/key-facts.ts';
import { type CallRow, visibleRows } from './call-rows.ts';
import { OpenPaths, pathBelow } from './open-paths.ts';
import { findPlace, nextMatch, openHeaviest, openTo } from './tree-moves.ts';

const exploration = explored(
  profileFromPicture(`
    main   main   main   main   idle
    parse  parse  eval   tiny   9
    read   40     30     1
    20`),
);
const shape = { direction: 'top-down', order: 'weight', by: 'functions' } as const;

async function treeOf(minimumShare = 0): Promise<TreeAnswer> {
  return answerTree(exploration, { scope: scopeOf(0), shape, minimumShare });
}

function picture(rows: readonly CallRow[], facts: KeyFacts): string[] {
  return rows.map(({ level, key, total, isOpen, small }) => {
    const mark = isOpen === null ? ' ' : isOpen ? '-' : '+';
    const name = small > 0 ? `${small} smaller` : facts.name(key);
    return `${'  '.repeat(level - 1)}${mark}${name} ${total}`;
  });
}

async function shown(
  open: OpenPaths,
  minimumShare = 0,
  asked = new Map<string, ChildrenAnswer>(),
): Promise<string[]> {
  const tree = await treeOf(minimumShare);
  const facts = new KeyFacts(tree.keys);
  return picture(visibleRows({ tree, facts, open, asked, isBottomUp: false }), facts);
}

describe('visible rows', () => {
  it('are those whose callers are open', async () => {
    const open = new OpenPaths();
    expect(await shown(open)).toEqual(['+main 91', ' idle 9']);
    open.open(pathBelow('', 'main'));
    expect(await shown(open)).toEqual([
      '-main 91',
      '  +parse 60',
      '   eval 30',
      '   tiny 1',
      ' idle 9',
    ]);
    open.close(pathBelow('', 'main'));
    expect(await shown(open)).toEqual(['+main 91', ' idle 9']);
  });

  it('stand for what the tree leaves out, until it is asked for', async () => {
    const open = new OpenPaths();
    const main = pathBelow('', 'main');
    open.open(main);
    const small = ['-main 91', '  +parse 60', '   eval 30', '  +1 smaller 1', ' idle 9'];
    expect(await shown(open, 0.05)).toEqual(small);
    const tree = await treeOf();
    const path = [tree.key[1] as number];
    const children = await answerChildren(exploration, { scope: scopeOf(0), shape, path });
    const all = ['-main 91', '  +parse 60', '   eval 30', '   tiny 1', ' idle 9'];
    expect(await shown(open, 0.05, new Map([[main, children]]))).toEqual(all);
  });
});

describe('from the leaf up', () => {
  it('what ran has self, its callers only a total, and small ones add up', async () => {
    const bottomUp = { ...shape, direction: 'bottom-up' } as const;
    const request = { scope: scopeOf(0), shape: bottomUp, minimumShare: 0.05 };
    const tree = await answerTree(exploration, request);
    const facts = new KeyFacts(tree.keys);
    const open = new OpenPaths();
    open.open(pathBelow('', 'parse'));
    const rows = visibleRows({
      tree,
      facts,
      open,
      asked: new Map(),
      isBottomUp: true,
    });
    expect(picture(rows, facts)).toEqual([
      '-parse 40',
      '   main 40',
      '+eval 30',
      '+read 20',
      ' idle 9',
      '+1 smaller 1',
    ]);
    expect(rows.map(({ self }) => self)).toEqual([40, 0, 30, 20, 9, 0]);
  });
});

describe('moves', () => {
  it('open the heaviest path', async () => {
    const tree = await treeOf();
    const open = new OpenPaths();
    const last = openHeaviest(tree, new KeyFacts(tree.keys), open, 0);
    expect(last).toBe(['main', 'parse', 'read'].reduce(pathBelow, ''));
    expect(await shown(open)).toEqual([
      '-main 91',
      '  -parse 60',
      '     read 20',
      '   eval 30',
      '   tiny 1',
      ' idle 9',
    ]);
  });

  it('find a function and the next match, in a circle', async () => {
    const tree = await treeOf();
    const facts = new KeyFacts(tree.keys);
    const open = new OpenPaths();
    const read = findPlace(tree, facts, { name: 'read', module: '' });
    expect(facts.name(tree.key[read] as number)).toBe('read');
    expect(findPlace(tree, facts, { name: 'absent', module: '' })).toBe(-1);
    open.selected = openTo(tree, facts, open, read);
    const isNamed = (key: number): boolean => ['read', 'idle'].includes(facts.name(key));
    const next = nextMatch(tree, facts, open, isNamed, 1);
    expect(facts.name(tree.key[next] as number)).toBe('idle');
    open.selected = openTo(tree, facts, open, next);
    expect(nextMatch(tree, facts, open, isNamed, 1)).toBe(read);
    expect(nextMatch(tree, facts, open, isNamed, -1)).toBe(read);
    expect(nextMatch(tree, facts, open, () => false, 1)).toBe(-1);
  });
});
