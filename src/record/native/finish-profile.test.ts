import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  frameFile,
  frameName,
  framesOf,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
  textAt,
} from '../../profile/index.ts';
import { finishProfile } from './finish-profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-finish-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** One sample; frames as `name file:line:column`, root first. */
function profileOf(...frames: readonly string[]): Profile {
  const builder = new ProfileBuilder();
  builder.addValueType('cpu-clock', 'count');
  const mapping = builder.addMapping({ file: builder.string('[jit]'), kind: 'jit' });
  let stack = none as StackIndex;
  for (const frame of frames) {
    const [, name = '', file = '', line = '0', column = '0'] =
      /^(\S+)(?: (.*):(\d+):(\d+))?$/.exec(frame) ?? [];
    const called = builder.addFunction({
      name: builder.string(name),
      file: builder.string(file),
      startLine: Number(line),
    });
    const row = builder.addFrame({
      function: called,
      mapping,
      line: Number(line),
      column: Number(column),
    });
    stack = builder.addStack(stack, row);
  }
  builder.addSample(stack, none, 0 as never);
  return builder.finish();
}

function namesOf(profile: Profile): string[] {
  return framesOf(profile, profile.samples.stack[0] as StackIndex).map((frame) =>
    [frameName(profile, frame), frameFile(profile, frame), profile.frames.line[frame]].join(' '),
  );
}

describe('the last step of a recording', () => {
  it('removes V8’s own steps between functions', () => {
    const profile = profileOf(
      'main',
      'Builtins_JSEntry',
      'Builtins_JSEntryTrampoline',
      'Builtins_InterpreterEntryTrampoline',
      'Builtin:CallFunction_ReceiverIsAny',
      'Builtins_ArrayMap',
      'Builtins_LdaZeroHandler',
    );
    const names = namesOf(finishProfile(profile, { sources: false }));
    expect(names).toEqual(['main  0', 'Builtins_ArrayMap  0', 'Builtins_LdaZeroHandler  0']);
  });

  it('names scripts through their source maps, and embeds the original text', () => {
    const map = {
      version: 3,
      sources: ['app.ts'],
      sourcesContent: ['type A = 1;\nfunction work(): void {}\n'],
      names: ['work'],
      // Line 1: column 9 is `work` of line 2, column 9; column 13 its parameter list.
      mappings: 'SACSA,IAAIA',
    };
    const inline = Buffer.from(JSON.stringify(map)).toString('base64');
    const script = join(folder, 'app.js');
    const comment = `//# sourceMappingURL=data:application/json;base64,${inline}\n`;
    writeFileSync(script, `function work() {}\n${comment}`);
    const finished = finishProfile(profileOf(`work ${script}:1:14`), { sources: true });
    expect(namesOf(finished)).toEqual([`work ${join(folder, 'app.ts')} 2`]);
    const [source] = finished.sources;
    expect(source?.text).toContain('function work(): void');
    expect(textAt(finished, source?.file ?? 0)).toBe(join(folder, 'app.ts'));
  });

  it('embeds nothing when that is not wanted', () => {
    const file = join(folder, 'plain.js');
    writeFileSync(file, 'function f() {}\n');
    const profile = profileOf(`f ${file}:1:10`);
    expect(finishProfile(profile, { sources: false }).sources).toEqual([]);
    expect(finishProfile(profile, { sources: true }).sources).toHaveLength(1);
  });
});
