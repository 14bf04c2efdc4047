import { expect, it } from 'vitest';
import { pprofWords } from './pprof-words.ts';

const flags = new Set(['--cum', '--nodecount', '--sample-index', '--no-trim', '--focus']);

it.each([
  ['-cum -nodecount=10 cpu.pb.gz', '--cum --nodecount=10 cpu.pb.gz'],
  ['-sample_index=alloc_space -focus json.*', '--sample-index=alloc_space --focus json.*'],
  ['--sample_index 1', '--sample-index 1'],
  ['-alloc_space heap.pb.gz', '--sample-index=alloc_space heap.pb.gz'],
  ['-trim=false', '--no-trim'],
  ['-n 10 -n10 -i cpu - --cum', '-n 10 -n10 -i cpu - --cum'],
  ['-seconds=5 -http=:80', '-seconds=5 -http=:80'],
  ['-- -cum', '-- -cum'],
])('%s', (theirs, ours) => {
  expect(pprofWords(theirs.split(' '), flags).join(' ')).toBe(ours);
});
