import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect } from 'vitest';
import { parsePprof } from '../../src/formats/pprof/parse.ts';
import { encoded } from '../../src/formats/pprof/testing/encoded.ts';
import { pprofRecordings, recordedBytes } from '../../src/formats/pprof/testing/recordings.ts';
import { noLabels, none, type Profile, ProfileBuilder } from '../../src/profile/index.ts';
import { profileFromPicture } from '../../src/profile/testing/picture.ts';
import { findTool, requires } from './requires.ts';

const itWithGo = requires('go');
const recordings = fileURLToPath(new URL('../../fixtures/recordings/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plateau-pprof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `go tool pprof` prints; symbols come from the file alone. */
function goPprof(...args: readonly string[]): string {
  return execFileSync(pprofProgram(), ['-symbolize=none', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
    env: { ...process.env, PPROF_TMPDIR: folder },
  });
}

/** The program behind `go tool pprof`: asked for once, because `go` takes its time. */
const pprofProgram = once(() =>
  execFileSync(findTool('go') ?? 'go', ['tool', '-n', 'pprof'], { encoding: 'utf8' }).trim(),
);

function once<Value>(make: () => Value): () => Value {
  const made: Value[] = [];
  return () => {
    if (made.length === 0) made.push(make());
    return made[0] as Value;
  };
}

function write(name: string, profile: Profile): string {
  const path = join(folder, name);
  writeFileSync(path, gzipSync(encoded(profile)));
  return path;
}

describe('go tool pprof reads what we write', () => {
  for (const name of pprofRecordings()) {
    itWithGo(`${name}: the same samples, labels, locations, mappings and reports`, () => {
      const profile = parsePprof(recordedBytes(name));
      const ours = write(name, profile);
      const theirs = join(recordings, name);
      expect(goPprof('-raw', ours)).toBe(goPprof('-raw', theirs));
      expect(goPprof('-tags', ours)).toBe(goPprof('-tags', theirs));
      for (const { name: type } of profile.valueTypes) {
        const top = ['-top', `-sample_index=${type}`];
        expect(goPprof(...top, ours)).toBe(goPprof(...top, theirs));
      }
    });
  }

  itWithGo('what it writes itself, with its own numbering', () => {
    const written = join(folder, 'by-go.pb.gz');
    goPprof('-proto', '-lines', `-output=${written}`, join(recordings, 'go-compile.pb.gz'));
    const bytes = execFileSync('gzip', ['-dc', written], { maxBuffer: 2 ** 26 });
    const ours = write('by-us.pb.gz', parsePprof(bytes));
    expect(goPprof('-raw', ours)).toBe(goPprof('-raw', written));
    expect(readFileSync(ours).length).toBeGreaterThan(1000);
  });

  itWithGo('stacks without addresses, with fractions rounded', () => {
    const path = write(
      'folded.pb.gz',
      profileFromPicture(`
        main   main   main
        parse  parse  eval
        read   2.6    4
        3`),
    );
    const rows = topRows(goPprof('-top', path));
    expect(rows).toEqual({
      eval: ['4', '4'],
      main: ['0', '10'],
      parse: ['3', '6'],
      read: ['3', '3'],
    });
  });

  itWithGo('threads, CPUs, kernel addresses and fractions of time', () => {
    const path = write('threads.pb.gz', recordedByPerf());
    const raw = goPprof('-raw', path);
    expect(raw).toContain('samples/count wall/nanoseconds');
    expect(raw).toMatch(/process:\[app\]/);
    expect(raw).toMatch(/thread:\[worker\]/);
    expect(raw).toMatch(/tid:\[8\]/);
    expect(raw).toMatch(/cpu:\[3\]/);
    expect(raw).toContain('0xffffffff81000123 M=2 do_syscall');
    expect(raw).toContain('0x55d000001000 M=1 main');
    expect(raw).toMatch(/0x55d000000000\/0x55d000100000\/0x0 \/bin\/app abcdef \[FN\]/);
    expect(topRows(goPprof('-top', path))).toEqual({
      do_syscall: ['500us', '500us'],
      main: ['0', '500us'],
    });
  });
});

/** Function to flat and cum of a `-top` report. */
function topRows(text: string): Record<string, string[]> {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.includes('flat%')) + 1;
  const rows = lines.slice(first).filter((line) => line !== '');
  return Object.fromEntries(
    rows.map((line) => {
      const [flat = '', , , cum = '', , name = ''] = line.trim().split(/\s+/);
      return [name, [flat, cum]];
    }),
  );
}

/** Two samples of one thread, as a recorder with times and an unmapped kernel would make them. */
function recordedByPerf(): Profile {
  const builder = new ProfileBuilder();
  const wall = builder.addValueType('wall', 'milliseconds');
  const app = builder.addMapping({
    file: builder.string('/bin/app'),
    buildId: builder.string('abcdef'),
    start: 0x55d000000000n,
    limit: 0x55d000100000n,
  });
  const kernel = builder.addMapping({
    file: builder.string('[kernel.kallsyms]'),
    kind: 'kernel',
    start: 0xffffffff81000000n,
    limit: 0xffffffff82000000n,
  });
  const called = (name: string) => builder.addFunction({ name: builder.string(name) });
  const main = builder.addFrame({ function: called('main'), mapping: app, address: 0x1000 });
  const syscall = builder.addFrame({
    function: called('do_syscall'),
    mapping: kernel,
    address: 0x123,
  });
  const stack = builder.addStack(builder.addStack(none, main), syscall);
  const thread = builder.addThread({
    pid: 7,
    tid: 8,
    processName: builder.string('app'),
    threadName: builder.string('worker'),
  });
  for (const timeNs of [1, 2]) {
    const row = builder.addSample(stack, thread, noLabels);
    builder.samples.addValue(row, wall, 0.25);
    builder.samples.setTime(row, timeNs);
    builder.samples.setCpu(row, 3);
    builder.samples.setCount(row, 1);
  }
  return builder.finish();
}
