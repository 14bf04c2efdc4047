import { describe, expect, it } from 'vitest';
import {
  frameName,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
  type ThreadIndex,
  textAt,
} from '../../profile/index.ts';
import { SwitchLog } from './switch-log.ts';

/**
 * One column of the picture is ten nanoseconds. Of each thread the first line says what it does:
 * `#` runs, `.` waits, `p` is preempted, `x` ends, `-` nothing is known. The second
 * line has samples: `a` a sample of the running thread in function a, `A` one of its switch-out.
 */
function log(picture: string, options: { aggregate?: boolean; reversed?: boolean } = {}): string[] {
  const builder = new ProfileBuilder({ aggregate: options.aggregate ?? false });
  builder.addValueType('cpu-clock', 'count');
  const switches = new SwitchLog(builder);
  const lines = picture
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(4));
  const calls: (() => void)[] = [];
  for (let at = 0; at < lines.length; at += 2) {
    const tid = at / 2 + 1;
    calls.push(...switchesOf(switches, tid, lines[at] ?? ''));
    calls.push(...samplesOf(builder, switches, tid, lines[at + 1] ?? ''));
  }
  for (const call of options.reversed === true ? calls.reverse() : calls) call();
  const width = Math.max(...lines.map((line) => line.length));
  switches.finish(width * 10, (tid) => threadOf(builder, tid));
  return rowsOf(builder.finish());
}

function switchesOf(switches: SwitchLog, tid: number, line: string): (() => void)[] {
  return line.split('').flatMap((now, column): (() => void)[] => {
    const before = line[column - 1] ?? now;
    const time = column * 10;
    const isWaiting = now === '.' || now === 'p';
    if (now === 'x') return [() => switches.exit(tid, time)];
    if (now === '#' && before !== '#') return [() => switches.switchIn(tid, time)];
    if (isWaiting && before === '#') return [() => switches.switchOut(tid, time, now === 'p')];
    return [];
  });
}

function samplesOf(
  builder: ProfileBuilder,
  switches: SwitchLog,
  tid: number,
  line: string,
): (() => void)[] {
  return line.split('').flatMap((letter, column): (() => void)[] => {
    if (letter === ' ') return [];
    const isOut = letter !== letter.toLowerCase();
    return [
      () => {
        const stack = stackOf(builder, letter.toLowerCase());
        const thread = threadOf(builder, tid);
        const row = builder.addSample(stack, thread, 0 as never);
        const timeNs = column * 10 + 9;
        builder.samples.setTime(row, timeNs);
        builder.samples.addValue(row, 0 as never, isOut ? 0 : 1);
        const role = isOut ? 'switch-out' : 'on-cpu';
        switches.sample({ row, tid, timeNs, stack, thread, cpu: 0, role, weightNs: 10 });
      },
    ];
  });
}

function threadOf(builder: ProfileBuilder, tid: number): ThreadIndex {
  return builder.addThread({ pid: 1, tid });
}

function stackOf(builder: ProfileBuilder, name: string): StackIndex {
  const called = builder.addFunction({ name: builder.string(name) });
  return builder.addStack(none, builder.addFrame({ function: called }));
}

/** Rows with a value of ours: `thread function off-cpu=30 approximate`. */
function rowsOf(profile: Profile): string[] {
  const { samples, stacks, threads, valueTypes, labelSets } = profile;
  const rows = Array.from({ length: samples.length }, (_, row) => {
    const stack = samples.stack[row] as number;
    const name = stack < 0 ? '-' : frameName(profile, stacks.frame[stack] as never);
    const values = valueTypes.flatMap((type, index) => {
      const value = samples.values[index]?.[row] ?? 0;
      return index === 0 || value === 0 ? [] : [`${type.name}=${Math.round(value * 10) / 10}`];
    });
    const set = samples.labels?.[row] ?? 0;
    const from = labelSets.start[set] as number;
    const to = labelSets.start[set + 1] as number;
    const labels = Array.from(labelSets.text.subarray(from, to), (text) => textAt(profile, text));
    const tid = threads.tid[samples.thread?.[row] ?? 0];
    return values.length === 0 ? '' : [tid, name, ...values, ...labels].join(' ');
  });
  return rows.filter((row) => row !== '').sort();
}

describe('waiting', () => {
  const exact = `
    ##...##..##
     A    B    `;

  it('counts at the stack of the switch-out, for as long as the thread was away', () => {
    expect(log(exact)).toEqual(['1 a off-cpu=30', '1 b off-cpu=20']);
  });

  it('is the same whatever the order of the records, and when samples are summed', () => {
    expect(log(exact, { reversed: true })).toEqual(log(exact));
    expect(log(exact, { aggregate: true })).toEqual(log(exact));
    const same = `
    ##...##..##
     A    A    `;
    expect(log(same, { aggregate: true })).toEqual(['1 a off-cpu=50']);
  });

  it('is another value for threads that were preempted', () => {
    expect(
      log(`
    ##ppp##..##
     A    B    `),
    ).toEqual(['1 a runnable=30', '1 b off-cpu=20']);
  });

  it('without samples of switches takes the last sample of the thread, and says so', () => {
    expect(
      log(`
    ###...##..##
    ab     c    `),
    ).toEqual([
      '1 a latency=10',
      '1 b latency=10',
      '1 b off-cpu=30 approximate',
      '1 c latency=10',
      '1 c off-cpu=20 approximate',
    ]);
  });

  it('before the first sample takes the next, and for a thread without samples none', () => {
    expect(
      log(`
    #..##
       a
    #...#
        `),
    ).toEqual(['1 a latency=10', '1 a off-cpu=20 approximate', '2 - off-cpu=30 approximate']);
  });

  it('does not take a switch-out of an earlier wait for the cause of a later one', () => {
    expect(
      log(`
    ##..##..##
     A  a     `),
    ).toEqual(['1 a latency=10', '1 a off-cpu=20', '1 a off-cpu=20 approximate']);
  });

  it('goes on to the end of the recording, but not past the end of a thread', () => {
    expect(
      log(`
    ##....
     A
    ##..x
     B`),
    ).toEqual(['1 a off-cpu=40']);
  });

  it('from before the recording is not counted', () => {
    expect(
      log(`
    ...##
       a `),
    ).toEqual(['1 a latency=10']);
  });
});

describe('latency', () => {
  it('divides the time of a sample by the threads that ran', () => {
    expect(
      log(`
    ####..##
    a b   c
    ##..####
    d     e `),
    ).toEqual([
      '1 a latency=5',
      '1 b latency=10',
      '1 b off-cpu=20 approximate',
      '1 c latency=5',
      '2 d latency=5',
      '2 d off-cpu=20 approximate',
      '2 e latency=5',
    ]);
  });

  it('takes threads that were never switched for running', () => {
    expect(
      log(`
    ##..##
    a   b
    ------
     c  d `),
    ).toEqual([
      '1 a latency=10',
      '1 a off-cpu=20 approximate',
      '1 b latency=5',
      '2 c latency=5',
      '2 d latency=5',
    ]);
  });

  it('and other values are absent where nothing was switched', () => {
    expect(
      log(`
    ####
    ab`),
    ).toEqual([]);
  });
});
