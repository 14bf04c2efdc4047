import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { swappedRecording } from '../../src/formats/perf-data/testing/swapped-recording.ts';
import { openProfile } from '../../src/load/index.ts';
import { processHost } from '../../src/platform/host.ts';
import { type AddressForm, ourSamples, perfSamples } from './perf-samples.ts';
import { requires } from './requires.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-perf-data-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
__attribute__((noinline)) void spin(long n) { for (volatile long i = 0; i < n; i++); }
__attribute__((noinline)) void deep(int depth, long n) { if (depth > 0) deep(depth - 1, n); else spin(n); }
void *work(void *name) { pthread_setname_np(pthread_self(), name); deep(20, 20000000); usleep(1000); return 0; }
int main(int count, char **arguments) {
  pthread_t one, two;
  pthread_create(&one, 0, work, "worker one");
  pthread_create(&two, 0, work, "worker:2");
  if (fork() == 0) { deep(5, 10000000); execlp("sh", "sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done", (char *)0); }
  char *memory = malloc(8 << 20);
  for (long at = 0; at < 8 << 20; at += 4096) memory[at] = 1;
  deep(3, 20000000);
  pthread_join(one, 0); pthread_join(two, 0);
  wait(0);
  return 0;
}`;

const binary = join(folder, 'victim');

function compile(): string {
  if (existsSync(binary)) return binary;
  const source = join(folder, 'victim.c');
  writeFileSync(source, program);
  execFileSync('cc', ['-O1', '-g', '-fno-omit-frame-pointer', '-pthread', source, '-o', binary]);
  return binary;
}

const itWithPerf = requires('perf', 'cc');

/** Every sample is compared: time, name, pid, tid, CPU, period, event and all addresses. */
const recordings: Record<string, readonly string[]> = {
  'frame pointers': ['-F', '997', '-g', '--sample-cpu'],
  compressed: ['-F', '997', '-g', '-z', '--sample-cpu'],
  'several events': ['-g', '-c', '100000', '-e', 'cpu-clock,page-faults/period=1/,task-clock:u'],
  'frame pointers and registers': ['-F', '997', '-g', '--user-regs=ip,sp,bp'],
  'without stacks': ['-F', '499'],
  'without periods': ['-c', '2000000', '-e', 'cpu-clock', '-g', '--no-bpf-event'],
  'a tracepoint and switches': [
    '-g',
    '-e',
    'cpu-clock,sched:sched_switch',
    '--switch-events',
    '--sample-cpu',
  ],
  'groups with read values': ['-g', '-e', '{cpu-clock,page-faults}:S', '-F', '499'],
  'unwound by registers and stack': ['-F', '299', '--call-graph', 'dwarf,8192'],
  'system wide': ['-a', '-g', '-F', '499'],
};

for (const [name, flags] of Object.entries(recordings)) {
  itWithPerf(`reads what perf reads: ${name}`, async () => {
    const path = join(folder, `${name}.data`);
    record([...flags, '-o', path]);
    await compare(path, formOf(flags));
  });
}

itWithPerf('reads a recording that is a folder', async () => {
  const path = join(folder, 'threads.data');
  record(['-F', '997', '-g', '--threads', '-o', path]);
  await compare(path, 'in file');
});

itWithPerf('reads what was written to a pipe', async () => {
  const path = join(folder, 'pipe.data');
  const command = `perf record -q -F 997 -g -e cpu-clock,page-faults -o - -- ${compile()} | cat > ${path}`;
  execFileSync('sh', ['-c', command], { timeout: 60_000, stdio: 'ignore' });
  await compare(path, 'in file');
});

itWithPerf('reads a recording of the other byte order', async () => {
  const path = join(folder, 'native.data');
  record(['-F', '997', '-g', '-e', 'cpu-clock', '-o', path]);
  const swapped = join(folder, 'swapped.data');
  writeFileSync(swapped, swappedRecording(readFileSync(path)));
  // perf is the judge of the swapping, too.
  expect(perfSamples(swapped)).toEqual(perfSamples(path));
  await compare(swapped, 'in file');
});

function formOf(flags: readonly string[]): AddressForm {
  if (flags.includes('--call-graph')) return 'unwound';
  return flags.includes('-g') ? 'in file' : 'absolute';
}

function record(flags: readonly string[]): void {
  const command = ['record', '-q', ...flags, '--', compile()];
  execFileSync('perf', command, { timeout: 60_000, stdio: ['ignore', 'ignore', 'pipe'] });
}

async function compare(path: string, form: AddressForm): Promise<void> {
  const { profile } = await openProfile(processHost(), path, { timeline: true, symbols: false });
  const theirs = perfSamples(path, { cpu: profile.samples.cpu !== null });
  expect(theirs.length).toBeGreaterThan(20);
  const ours = ourSamples(profile, form);
  const differing = theirs.flatMap((line, at) =>
    isSame(line, ours[at] ?? '', form) ? [] : [`perf ${line}`, `ours ${ours[at]}`],
  );
  expect(differing.slice(0, 6)).toEqual([]);
  const equal = theirs.filter((line, at) => line === ours[at]);
  expect(equal.length / theirs.length).toBeGreaterThan(form === 'unwound' ? 0.6 : 0.98);
  expect(ours.length).toBe(theirs.length);
}

/**
 * perf shows less of the stack for threads that it saw only after their end (many, when the machine
 * is busy and stacks are unwound), and more where a chain
 * without frame pointers meets a number that looks like a context. In the loader it leaves out the caller of
 * an interrupted epilogue, and ends one frame later.
 */
function isSame(theirs: string, ours: string, form: AddressForm): boolean {
  // A thread that is being reaped has no number any more: the sample is nobody's.
  const nobody = / \S+ -?\d+\/-1 /;
  if (nobody.test(theirs)) return theirs.replace(nobody, '  undefined/undefined ') === ours;
  if (theirs.startsWith(ours.trimEnd()) || ours.startsWith(theirs.trimEnd())) return true;
  if (form !== 'unwound') return false;
  const [perfs, own] = [theirs.split(' '), ours.split(' ')];
  // Where perf loses its way, its last frame is no code at all, and ours goes on.
  return isPart(perfs, own) || (own.length > perfs.length && isPart(perfs.slice(0, -1), own));
}

/** Whether ours has all of theirs, in the same order. */
function isPart(theirs: readonly string[], ours: readonly string[]): boolean {
  let found = 0;
  for (const each of ours) if (each === theirs[found]) found++;
  return found === theirs.length;
}
