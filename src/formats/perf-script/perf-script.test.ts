import { describe, expect, it } from 'vitest';
import {
  frameName,
  framesOf,
  mappingKinds,
  type Profile,
  type StackIndex,
  textAt,
} from '../../profile/index.ts';
import { foldedPicture } from '../../profile/testing/picture.ts';
import { readText } from '../testing/read-text.ts';
import { perfScript } from './index.ts';

const read = (text: string, timeline = true): Promise<Profile> =>
  readText(perfScript, text, { timeline });

/** A sample with these frame lines. */
const sample = (event: string, ...frames: string[]): string =>
  `${[event, ...frames.map((frame) => `\t${frame}`)].join('\n')}\n\n`;

async function frameNames(...lines: string[]): Promise<string[]> {
  const profile = await read(sample('app 1 [000] 1.0: cycles:', ...lines));
  const frames = framesOf(profile, profile.samples.stack[0] as StackIndex);
  return frames.map((frame) => frameName(profile, frame)).reverse();
}

describe('event lines', () => {
  it.each([
    ['java 25607 4794564.109216: cycles:', 'java', [-1, 25607, -1], 'cycles'],
    ['java 12688 [002] 6544038.708352: cpu-clock:', 'java', [-1, 12688, 2], 'cpu-clock'],
    [
      'V8 WorkerThread 24636/25607 [000] 94564.109216: cycles:',
      'V8 WorkerThread',
      [24636, 25607, 0],
      'cycles',
    ],
    ['java 12688/12764 6544038.708352: cpu-clock:', 'java', [12688, 12764, -1], 'cpu-clock'],
    ['vote   913    72.176760:     257597 cycles:uppp:', 'vote', [-1, 913, -1], 'cycles:uppp'],
    [
      'count 1: words 20487  1917.46: 1003009 cpu-clock:',
      'count 1: words',
      [-1, 20487, -1],
      'cpu-clock',
    ],
    ['thread 5 1234 [001] 2.5: cycles:', 'thread 5', [-1, 1234, 1], 'cycles'],
    [
      'swapper 0 [000] 1.1: sched:sched_switch: prev_comm=a ==> b',
      'swapper',
      [-1, 0, 0],
      'sched:sched_switch',
    ],
    ['app 7 [000] 1.1: probe_libc:malloc: (7f00) bytes=3', 'app', [-1, 7, 0], 'probe_libc:malloc'],
    ['app 7 3.25: 9 cpu/mem-loads,ldlat=30/P:', 'app', [-1, 7, -1], 'cpu/mem-loads,ldlat=30/P'],
    ['app 7 cycles:', 'app', [-1, 7, -1], 'cycles'],
    ['app 7/8', 'app', [7, 8, -1], ''],
    ['my app  3.25: cycles:', 'my app', [-1, -1, -1], 'cycles'],
    [':-1 -1 [000] 1.5: cycles:', ':-1', [-1, -1, 0], 'cycles'],
    ['kworker/0:1-ev 33 [000] 1.5: cycles:', 'kworker/0:1-ev', [-1, 33, 0], 'cycles'],
  ])('%s', async (line, comm, [pid, tid, cpu], event) => {
    const profile = await read(sample(line, '10 main (/bin/a)'));
    const { threads } = profile;
    expect(foldedPicture(profile)).toBe('main 1');
    expect(textAt(profile, threads.processName[0] as number)).toBe(comm);
    expect([threads.pid[0], threads.tid[0]]).toEqual([pid, tid]);
    expect(profile.samples.cpu?.[0] ?? -1).toBe(cpu);
    expect(profile.meta.events).toEqual(event === '' ? [] : [event]);
  });

  it('keep times from the first sample on, in micro- and nanoseconds', async () => {
    const profile = await read(
      sample('a 1 10.000001: x:', '1 f (/a)') + sample('a 1 10.500000123: x:', '1 f (/a)'),
    );
    expect(Array.from(profile.samples.timeNs ?? [])).toEqual([0, 499_999_123]);
    expect(profile.meta.durationNs).toBe(499_999_123);
  });

  it('weigh samples by period, in nanoseconds for clocks', async () => {
    const text =
      sample('a 1 1.0: 250000 cpu-clock:u:', '1 f (/a)') +
      sample('a 1 1.1: 7 cache-misses:', '1 g (/a)') +
      sample('a 1 1.2: 300000 cpu-clock:u:', '1 f (/a)');
    const profile = await read(text, false);
    expect(profile.valueTypes).toEqual([
      { name: 'cpu-clock:u', unit: 'count' },
      { name: 'cpu-clock:u-period', unit: 'nanoseconds' },
      { name: 'cache-misses', unit: 'count' },
      { name: 'cache-misses-period', unit: 'count' },
    ]);
    expect(profile.samples.values.map((column) => Array.from(column))).toEqual([
      [2, 0],
      [550_000, 0],
      [0, 1],
      [0, 7],
    ]);
    expect(Array.from(profile.samples.count ?? [])).toEqual([2, 1]);
    expect(profile.meta.defaultValueType).toBe(1);
  });

  it('show the event that stands for CPU time first, wherever it comes', async () => {
    const text =
      sample('a 1 1.1: 1 page-faults:', '1 g (/a)') + sample('a 1 1.2: 9 cycles:u:', '1 f (/a)');
    const { meta, valueTypes } = await read(text, false);
    expect(valueTypes[meta.defaultValueType]?.name).toBe('cycles:u-period');
  });
});

describe('frame lines', () => {
  it.each([
    ['7f53 malloc+0x12 (/lib/libc.so.6)', 'malloc'],
    ['7f53 [unknown] (/lib/libc.so.6)', '[libc.so.6]'],
    ['7f53 [unknown] ([unknown])', '<unknown>'],
    ['7f53 [unknown] (/memfd:a b (deleted))', '[memfd:a b (deleted)]'],
    ['7f1e2215d058  (/lib/libc-2.15.so)', '[libc-2.15.so]'],
    ['10 run (/opt/My App (x86)/lib app.so)', 'run'],
    ['10 run (/tmp/odd(name)', 'run'],
    [
      '10 std::function<void (int, int)>::operator()(int, int) const (/a)',
      'std::function<void (int, int)>::operator',
    ],
    ['10 {lambda(int)#2}::operator()+0x1f (/a)', '{lambda(int)#2}::operator'],
    ['10 (anonymous namespace)::f(int)+0x1 (/a)', '(anonymous namespace)::f'],
    ['10 net/http.(*Client).Do (/a)', 'net/http.(*Client).Do'],
    ['10 std::shared_ptr<T>::operator->+0x4 (/a)', 'std::shared_ptr<T>::operator->'],
    ['10 core::ops::call<fn(i32) -> i32>+0x4 (/a)', 'core::ops::call<fn(i32) -> i32>'],
    [
      '10 _$LT$a..B$LT$T$GT$$u20$as$u20$C$GT$::run::h30ecedc997ad7e32+0x1 (/a)',
      '<a::B<T> as C>::run',
    ],
    ['10 Lorg/app/Main;::call+0x2 (/tmp/perf-12.map)', 'org/app/Main;::call'],
    [
      '10 JS:~resolve node:path:1217:10+0xdc (/tmp/perf-20490.map)',
      'JS:~resolve node:path:1217:10',
    ],
    ['90c0 do_lookup_x', 'do_lookup_x'],
    ['do_lookup_x+0x12 (/lib/ld.so)', 'do_lookup_x'],
    ['90c0', '<unknown>'],
  ])('%s', async (line, name) => {
    expect(await frameNames(line)).toEqual([name]);
  });

  it('split what a Java agent inlined', async () => {
    expect(await frameNames('10 LA;::a->LB;::b->LC;::c+0x2 (/tmp/perf-1.map)')).toEqual([
      'LC;::c',
      'LB;::b',
      'LA;::a',
    ]);
  });

  it('give inlined functions the place of the function around them', async () => {
    const profile = await read(
      sample(
        'a 1 1.0: x:',
        'e460 inner+0x8 (inlined)',
        'e460 middle+0x8 (inlined)',
        'e460 outer+0x8 (/lib/l.so)',
        '10 main (/bin/a)',
      ),
    );
    const frames = framesOf(profile, profile.samples.stack[0] as StackIndex);
    const { inlineDepth, address, mapping } = profile.frames;
    expect(foldedPicture(profile)).toBe('main;outer;middle;inner 1');
    expect(frames.map((frame) => inlineDepth[frame])).toEqual([0, 0, 1, 2]);
    expect(frames.map((frame) => address[frame])).toEqual([0x10, 0xe460, 0xe460, 0xe460]);
    expect(new Set(frames.slice(1).map((frame) => mapping[frame])).size).toBe(1);
  });

  it('take source lines, which stand after their frame', async () => {
    const text =
      'a 1 1.0: x:\n\t20 inner+0x1\n  in.h:7 (inlined)\n\t20 outer (/a)\n  out.c:12\n\t10 main (/a)\n  :0\n\n';
    const profile = await read(text);
    const frames = framesOf(profile, profile.samples.stack[0] as StackIndex);
    expect(foldedPicture(profile)).toBe('main;outer;inner 1');
    expect(frames.map((frame) => profile.frames.line[frame])).toEqual([0, 12, 7]);
    expect(frames.map((frame) => profile.frames.inlineDepth[frame])).toEqual([0, 0, 1]);
    const files = frames.map(
      (frame) => profile.functions.file[profile.frames.function[frame] as number],
    );
    expect(files.map((file) => textAt(profile, file as number))).toEqual(['', 'out.c', 'in.h']);
  });

  it('keep kernel addresses relative to a start that leaves them below 2^53', async () => {
    const profile = await read(
      sample('a 1 1.0: x:', 'ffffffff815fce60 sys_read+0x20 ([kernel.kallsyms])'),
    );
    expect(profile.mappings.start[0]).toBe(0xffff000000000000n);
    expect(profile.frames.address[0]).toBe(0xffff815fce60);
  });

  it.each([
    ['[kernel.kallsyms]', 'kernel'],
    ['[guest.kernel.kallsyms]', 'kernel'],
    ['[xfs]', 'kernel'],
    ['/lib/modules/6.1/kernel/fs/xfs.ko.xz', 'kernel'],
    ['/usr/lib/debug/boot/vmlinux-5.4.14', 'kernel'],
    ['bpf_prog_6deef7357e7b4530_sd', 'kernel'],
    ['[vdso]', 'vdso'],
    ['[heap]', 'user'],
    ['[unknown]', 'unmapped'],
    ['/tmp/perf-123.map', 'jit'],
    ['/home/a/.debug/jit/jitted-1-2.so', 'jit'],
    ['//anon', 'jit'],
    ['/bin/vmlinux/tool', 'user'],
  ])('of %s are %s', async (dso, kind) => {
    const profile = await read(sample('a 1 1.0: x:', `10 f (${dso})`));
    expect(mappingKinds[profile.mappings.kind[0] as number]).toBe(kind);
  });
});

describe('files', () => {
  it('without call chains have one line per sample', async () => {
    const profile = await read(
      '  count 1: words 20676  1950.773663:    1003009 cpu-clock:u:      7fc4 malloc+0x140 (/lib/libc.so.6)\n' +
        '            app 20675  1950.778086:    1003009 cpu-clock:u:      558994e7c831 <a as b>::write+0x41 (/tmp/words)\n',
    );
    expect(foldedPicture(profile)).toBe('malloc 1\n<a as b>::write 1');
  });

  it('of tracepoints without stacks have one line per sample', async () => {
    const profile = await read(
      '         perf 20715 [000]  1951.871354: sched:sched_switch: prev_comm=perf prev_pid=20715\n' +
        '     migration/0    18 [000]  1951.871429: sched:sched_switch: prev_comm=migration/0 prev_pid=18\n',
    );
    expect(profile.samples.length).toBe(2);
    expect(Array.from(profile.samples.stack)).toEqual([-1, -1]);
    expect(profile.meta.health.diagnostics).toEqual([]);
  });

  it('may have the line ends of Windows', async () => {
    const text = sample('a 1 1.0: x:', '20 g (/a)', '10 f (/a)').repeat(3);
    const profile = await read(text.replaceAll('\n', '\r\n'), false);
    expect(foldedPicture(profile)).toBe('f;g 3');
    expect(profile.meta.health.diagnostics).toEqual([]);
  });

  it('say in their header who recorded what', async () => {
    const header = [
      '# ========',
      '# captured on    : Sun Nov  5 09:17:46 2026',
      '# hostname : builder',
      '# perf version : 6.1.187',
      '# cmdline : /usr/bin/perf record -g ./a ',
      '# ========',
      '#',
    ];
    const { meta } = await read(`${header.join('\n')}\n${sample('a 1 1.0: x:', '1 f (/a)')}`);
    expect(meta).toMatchObject({
      producer: 'perf 6.1.187',
      host: 'builder',
      command: '/usr/bin/perf record -g ./a',
      startEpochNs: BigInt(Date.UTC(2026, 10, 5, 9, 17, 46)) * 1_000_000n,
    });
  });

  it('count what is no perf script text, and lost samples', async () => {
    const profile = await read(
      'what is this\n' +
        'a 1 0.5: PERF_RECORD_COMM exec: a:1/1\n' +
        'a 1 0.5: PERF_RECORD_LOST lost 12\n' +
        sample('a 1 1.0: x:', '1 f (/a)', '0x55d0/0x55e0/P/-/-/0').replace(
          '\n\n',
          '\n  ABI:2 AX:0x1\n\n',
        ),
    );
    expect(foldedPicture(profile)).toBe('f 1');
    expect(profile.meta.health.lostSamples).toBe(12);
    expect(profile.meta.health.diagnostics).toMatchObject([{ code: 'unknown-line', count: 2 }]);
  });

  it('have the same names and fewer stacks without addresses', async () => {
    const text =
      sample('a 1 1.0: x:', 'e464 inner+0xc (inlined)', 'e464 outer+0xc (/a)', '10 add+0x1 (/a)') +
      sample('a 1 2.0: x:', 'e460 inner+0x8 (inlined)', 'e460 outer+0x8 (/a)', '17 add+0x8 (/a)') +
      sample(
        'a 1 3.0: x:',
        '99 [unknown] (/a (deleted))',
        'ffffffff81000082 e+0x1 ([kernel.kallsyms])',
      );
    const profile = await readText(perfScript, text, { timeline: false, addresses: false });
    expect(foldedPicture(profile)).toBe('add;outer;inner 2\ne;[a (deleted)] 1');
    expect(new Set(profile.frames.address)).toEqual(new Set([-1]));
    expect(Array.from(profile.frames.inlineDepth)).toEqual([0, 0, 1, 0, 0]);
    expect(profile.stacks.length).toBe(5);
  });

  it('read the same whatever the pieces are', async () => {
    const frames = ['30 h (/a)', '20 g (inlined)', '20 f (/a)', '10 main (/a)'];
    const text = Array.from({ length: 40 }, (_, n) =>
      sample(`app ${n % 3} [00${n % 2}] ${n}.5: ${n} x${n % 2}:`, ...frames.slice(n % 4)),
    ).join('');
    const whole = await read(text);
    for (const chunkBytes of [1, 5, 17, 64, 333]) {
      expect(await readText(perfScript, text, { chunkBytes })).toEqual(whole);
    }
  });

  it('may hold a sample that is cut off', async () => {
    const profile = await read('a 1 1.0: x:\n\t20 g (/a)\n\t10 f (/a)');
    expect(foldedPicture(profile)).toBe('f;g 1');
  });
});

describe('recognising perf script text', () => {
  it.each([
    ['a 1 1.0: x:\n\t10 f (/a)\n\n', 'likely'],
    ['# captured on\n#\na 1 [000] 1.0: x:\n\t10 f (/a)\n', 'likely'],
    ['app 1/2\n\t10 f (/a)\n\n', 'likely'],
    ['', 'no'],
    ['main;a 1\n', 'no'],
    ['{"a": 1}', 'no'],
    ['hello 12 world:\nbye\n', 'no'],
  ])('%j: %s', (text, confidence) => {
    expect(perfScript.detect(new TextEncoder().encode(text))).toBe(confidence);
  });
});
