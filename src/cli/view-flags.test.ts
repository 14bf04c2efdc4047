import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../base/tool-error.ts';
import { noLabels, none, type Profile, ProfileBuilder } from '../profile/index.ts';
import { addPath, foldedPicture, profileFromPicture } from '../profile/testing/picture.ts';
import { addViewFlags, type ViewFlags, viewNeedsTimeline, viewProfile } from './view-flags.ts';

const program = profileFromPicture(`
  main   main   main        idle
  parse  parse  eval
  read          parse
                read@libc
  1      2      4           8
`);

function flagsOf(...args: string[]): ViewFlags {
  const command = addViewFlags(new Command('test').exitOverride());
  return command.parse(args, { from: 'user' }).opts<ViewFlags>();
}

function view(profile: Profile, ...args: string[]): string[] {
  return foldedPicture(viewProfile(profile, flagsOf(...args)).profile).split('\n');
}

/** Samples 1, 2, 3 at 1, 2, 3 seconds on CPUs 0, 1, 2 in threads web, web and gc. */
function timed(): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('samples', 'count');
  ['web', 'web', 'gc'].forEach((name, index) => {
    const thread = builder.addThread({
      pid: 7,
      tid: 70 + index,
      processName: builder.string('app'),
      threadName: builder.string(name),
    });
    const label = {
      key: builder.string('bytes'),
      number: BigInt(1024 * (index + 1)),
      unit: builder.string('bytes'),
    };
    const labels = index === 2 ? noLabels : builder.addLabelSet([label]);
    const row = builder.addSample(addPath(builder, ['main', `at${index + 1}`]), thread, labels);
    builder.samples.addValue(row, type, index + 1);
    builder.samples.setTime(row, (index + 1) * 1e9);
    builder.samples.setCpu(row, index);
  });
  return builder.finish();
}

describe('viewProfile', () => {
  it('applies name filters, then own steps in the order given', () => {
    expect(view(program, '--focus', 'parse', '--hide', 'main')).toEqual([
      'parse;read 1',
      'parse 2',
      'eval;parse;read 4',
    ]);
    expect(view(program, '--transform', 'drop:idle', '--transform', 'focus:parse')).toEqual([
      'parse;read 1',
      'parse 2',
      'parse;read 4',
    ]);
    expect(view(program, '--transform', 'focus:parse', '--transform', 'invert')).toEqual([
      'read;parse 1',
      'parse 2',
      'read;parse 4',
    ]);
  });

  it('notes filters that matched nothing in the words of pprof', () => {
    const { notes } = viewProfile(program, flagsOf('--focus', 'zzz', '--tagfocus', 'x=y'));
    expect(notes).toEqual([
      'Focus expression matched no samples',
      'TagFocus expression matched no samples',
    ]);
  });

  it.each([
    [
      ['--thread', 'web'],
      ['main;at1 1', 'main;at2 2'],
    ],
    [['--thread', '72'], ['main;at3 3']],
    [
      ['--process', '^app$', '--cpu', '0,2'],
      ['main;at1 1', 'main;at3 3'],
    ],
    [
      ['--from', '1500ms'],
      ['main;at2 2', 'main;at3 3'],
    ],
    [['--from', '1', '--to', '2s'], ['main;at1 1']],
    [['--label', 'bytes=^2'], ['main;at2 2']],
    [['--tagfocus', 'bytes=1kb:1500b'], ['main;at1 1']],
    [['--tagfocus', '2kb:'], ['main;at2 2']],
    [
      ['--tagignore', ':1kb'],
      ['main;at2 2', 'main;at3 3'],
    ],
  ])('%j', (args, expected) => {
    expect(view(timed(), ...args)).toEqual(expected);
  });

  it('selects by image', () => {
    expect(view(program, '--module', 'libc')).toEqual(['main;eval;parse;read 4']);
  });

  it('keeps the cost of what is not own code', () => {
    expect(view(program, '--my-code', 'libc')).toEqual([
      '[other code] 1',
      '[other code] 2',
      'read 4',
      '[other code] 8',
    ]);
  });

  it('says plainly what a profile does not know', () => {
    expect(() => view(program, '--from', '1')).toThrow('this profile has no times');
    expect(() => view(program, '--thread', 'x')).toThrow('does not say which thread');
    expect(() => view(timed(), '--thread', 'nope')).toThrow('no thread matches');
    expect(viewNeedsTimeline(flagsOf('--to', '3'))).toBe(true);
    expect(viewNeedsTimeline(flagsOf('--focus', 'x'))).toBe(false);
  });

  it.each([
    ['--focus', 'a(b', 'unterminated group at character 2', '\\('],
    ['--focus', '(a)(b', 'unterminated group at character 4', '\\('],
    ['--hide', 'x**', 'nothing to repeat at character 3', '\\*'],
    ['--show', '[z', 'unterminated character class at character 1', '\\['],
    ['--ignore', '(?i)a)', "unmatched ')' at character 6", '\\)'],
  ])('%s %s is refused with its place', (flag, text, message, hint) => {
    const error = catchError(() => view(program, flag, text));
    expect(error).toBeInstanceOf(ToolError);
    expect((error as ToolError).code).toBe('bad-expression');
    expect((error as ToolError).message).toContain(`${flag}: ${message}`);
    expect((error as ToolError).hint).toContain(hint);
  });

  it.each([
    ['--cpu', '3-1'],
    ['--from', 'noon'],
    ['--label', 'nokey'],
    ['--transform', 'spin'],
    ['--transform', 'focus:'],
    ['--transform', 'rename:x'],
  ])('%s %s is wrong usage', (flag, text) => {
    const error = catchError(() => view(timed(), flag, text));
    expect(error).toBeInstanceOf(ToolError);
    expect((error as ToolError).code).toBe('usage');
  });

  it('knows the spellings of RE2', () => {
    expect(view(program, '--focus', '(?i)EVAL')).toEqual(['main;eval;parse;read 4']);
    expect(view(program, '--focus', '^[[:alpha:]]{4}\\z', '--ignore', '(?P<x>main)')).toEqual([
      'idle 8',
    ]);
  });
});

describe('samples without a stack', () => {
  it('pass no name filter, as in pprof', () => {
    const builder = new ProfileBuilder();
    builder.addSample(none, none, noLabels);
    const profile = builder.finish();
    expect(viewProfile(profile, { ignore: 'x' }).profile.samples.length).toBe(0);
    expect(viewProfile(profile, {}).profile.samples.length).toBe(1);
  });
});

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
