import { expect, it } from 'vitest';
import { hyperfineWords } from './hyperfine-words.ts';

it('takes the parameters of hyperfine', () => {
  expect(hyperfineWords(['-P', 'n', '1', '8', 'app {n}'])).toEqual([
    '--parameter',
    'n=1..8',
    'app {n}',
  ]);
  expect(hyperfineWords(['--parameter-scan', 'n', '0', '1', '-D', '0.5', 'app'])).toEqual([
    '--parameter',
    'n=0..1..0.5',
    'app',
  ]);
  expect(hyperfineWords(['app', '-L', 'size', 'small,large'])).toEqual([
    'app',
    '--parameter',
    'size=small,large',
  ]);
});

it('takes failures that are ignored', () => {
  expect(hyperfineWords(['--ignore-failure=1,2', 'app'])).toEqual([
    '--ignore-status',
    '1,2',
    'app',
  ]);
  expect(hyperfineWords(['--ignore-failure=all-non-zero'])).toEqual(['--ignore-failure']);
  expect(hyperfineWords(['-i', '--ignore-failure', 'app'])).toEqual([
    '-i',
    '--ignore-failure',
    'app',
  ]);
});

it('leaves our own and everything behind -- as they are', () => {
  const ours = ['-P', 'n=1..8', '-r', '3', 'app'];
  expect(hyperfineWords(ours)).toEqual(ours);
  expect(hyperfineWords(['--', '-P', 'n', '1', '2'])).toEqual(['--', '-P', 'n', '1', '2']);
});

it('says what is missing', () => {
  expect(() => hyperfineWords(['-L', 'size'])).toThrow(/takes 2 words/);
});
