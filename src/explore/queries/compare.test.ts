import { expect, it } from 'vitest';
import { profileFromPicture } from '../../profile/testing/picture.ts';
import { NameList } from '../packed-names.ts';
import { explored, scopeOf } from '../testing/explored.ts';
import { answerCompare, diffStatuses, noiseWords } from './compare.ts';
import { answerCompareTree } from './compare-tree.ts';

const before = profileFromPicture(`
  main   main   main
  parse  read   eval
  300    200    100`);
const after = profileFromPicture(`
  main   main   main
  parse  read   print
  100    200    50`);
const sides = { base: scopeOf(0), after: scopeOf(1), normalize: false };

it('puts what changed most first, with what became of it', async () => {
  const answer = await answerCompare(explored(before, after), {
    ...sides,
    by: 'functions',
    measure: 'self',
  });
  const names = new NameList(answer.names);
  const rows = Array.from({ length: answer.length }, (_, row) =>
    [
      names.at(row),
      diffStatuses[answer.status[row] as number],
      answer.base[row],
      answer.after[row],
      noiseWords[answer.noise[row] as number],
    ].join(' '),
  );
  expect(rows).toEqual([
    'parse changed 300 100 real',
    'eval removed 100 0 real',
    'print new 0 50 real',
    'read same 200 200 noise',
  ]);
  expect(answer.totals).toMatchObject({ base: 600, new: 350 });
  expect(answer.summary).toEqual({ grew: 0, shrank: 1, new: 1, removed: 1, noise: 0 });
});

it('keeps what is gone as wide as it was', async () => {
  const answer = await answerCompareTree(explored(before, after), {
    ...sides,
    shape: { direction: 'top-down', order: 'name', by: 'functions' },
    minimumShare: 0,
  });
  const names = new NameList(answer.keys.names);
  const rows = Array.from(answer.key, (key, row) =>
    [names.at(key), answer.base.total[row], answer.total[row], answer.weight[row]].join(' '),
  );
  expect(rows).toEqual([
    'all 600 350 650',
    'main 600 350 650',
    'eval 100 0 100',
    'parse 300 100 300',
    'print 0 50 50',
    'read 200 200 200',
  ]);
});

it('compares two times of one recording', async () => {
  const exploration = explored(before);
  const all = scopeOf(0);
  const answer = await answerCompare(exploration, {
    base: { ...all, transforms: ['focus:parse'] },
    after: all,
    normalize: true,
    by: 'functions',
    measure: 'total',
  });
  const names = new NameList(answer.names);
  expect(names.at(0)).toBe('main');
  expect(answer.scale).toBe(0.5);
});
