import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBuildId, parseElf, parseFunctionSymbols, sourceOf } from '../object/index.ts';
import { fileOffsetOfSvma } from '../object/load-segments.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import {
  frameName,
  noLabels,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
} from '../profile/index.ts';
import type { FileReply } from './need-file.ts';
import { symbolizeProfile } from './symbolize-profile.ts';

let folder = '';
let binary = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-symbolize-'));
  binary = join(folder, 'app');
  writeFileSync(
    join(folder, 'app.c'),
    'int inner(int x) { return x + 1; }\nint outer(int x) { return inner(x) * 2; }\nint main(int n) { return outer(n); }\n',
  );
  execFileSync('cc', ['-O0', '-o', binary, join(folder, 'app.c')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** main → outer → inner, as a recorder sees it: addresses in a mapping of the file. */
function recorded(buildId: string): Profile {
  const elf = parseElf(sourceOf(readFileSync(binary)));
  const symbols = parseFunctionSymbols(elf);
  const builder = new ProfileBuilder();
  builder.addValueType('cycles', 'count');
  const mapping = builder.addMapping({
    file: builder.string(binary),
    buildId: builder.string(buildId),
    start: 0x5555_0000_1000n,
    limit: 0x5555_0000_2000n,
    offset: 0x1000n,
  });
  let stack = none as StackIndex;
  for (const name of ['main', 'outer', 'inner']) {
    const row = Array.from(symbols.address).findIndex((_, each) => symbols.nameAt(each) === name);
    const offset = fileOffsetOfSvma(elf, (symbols.address[row] ?? 0) + 4) ?? 0;
    const frame = builder.addFrame({ function: none, mapping, address: offset - 0x1000 });
    stack = builder.addStack(stack, frame);
  }
  builder.addSample(stack, none, noLabels);
  return builder.finish();
}

function symbolized(profile: Profile, reply: FileReply): Profile {
  const steps = symbolizeProfile(profile, { codec: sectionCodec, demangle: (name) => name });
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next(step.value.kind === 'image' ? reply : { problem: 'gone' });
  }
  return step.value;
}

function names(profile: Profile): string[] {
  return Array.from({ length: profile.stacks.length }, (_, stack) =>
    frameName(profile, profile.stacks.frame[stack] as never),
  );
}

/** The lines of the health report. */
function said(reply: FileReply): string[] {
  return symbolized(recorded(''), reply).meta.health.diagnostics.map(
    ({ code, message, count }) => `${count} ${code} ${message}`,
  );
}

describe('symbolizeProfile', () => {
  it('names frames by the symbols of their image', () => {
    const bytes = readFileSync(binary);
    const buildId = findBuildId(parseElf(sourceOf(bytes))) ?? '';
    const profile = symbolized(recorded(buildId), { path: binary, source: sourceOf(bytes) });
    expect(names(profile)).toEqual(['main', 'outer', 'inner']);
  });

  it('leaves addresses where the image is gone', () => {
    const profile = symbolized(recorded(''), { problem: 'gone' });
    expect(profile.functions.length).toBe(0);
    expect(profile.samples.length).toBe(1);
  });

  it('says what lacks names, by module, and what to do', () => {
    const bytes = (name: string): FileReply => ({
      path: binary,
      source: sourceOf(readFileSync(join(folder, name))),
    });
    execFileSync('strip', ['-o', join(folder, 'stripped'), binary]);
    expect(said({ problem: 'gone' })).toEqual([expect.stringMatching(/^1 no-image:app .*is gone/)]);
    expect(said({ problem: 'replaced' })).toEqual([expect.stringContaining('build id differs')]);
    expect(said(bytes('stripped'))).toEqual([expect.stringMatching(/^1 no-symbols:app .*-g/)]);
    expect(said(bytes('app'))).toEqual([expect.stringMatching(/^1 no-lines:app .*-g/)]);
    execFileSync('cc', ['-g', '-O0', '-o', binary, join(folder, 'app.c')]);
    expect(said(bytes('app'))).toEqual([]);
  });

  it('unfolds inlined functions, the one that was called first', () => {
    writeFileSync(
      join(folder, 'app.c'),
      'static inline __attribute__((always_inline)) int deep(int x) { int s = 0; for (volatile int i = 0; i < x; i++) s += i * x; return s; }\nint inner(int x) { return deep(x); }\nint outer(int x) { return inner(x) * 2; }\nint main(int n) { return outer(n); }\n',
    );
    execFileSync('cc', [
      '-g',
      '-O1',
      '-fno-inline-functions-called-once',
      '-fno-inline',
      '-o',
      binary,
      join(folder, 'app.c'),
    ]);
    const reply = { path: binary, source: sourceOf(readFileSync(binary)) };
    const profile = symbolized(recorded(''), reply);
    expect(names(profile)).toEqual(['main', 'outer', 'inner', 'deep']);
    const depth = Array.from(profile.stacks.frame, (frame) => profile.frames.inlineDepth[frame]);
    expect(depth).toEqual([0, 0, 0, 1]);
  });
});
