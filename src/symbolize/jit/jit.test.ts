import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../base/diagnostics.ts';
import { parseCodeName } from './code-name.ts';
import type { CodeRanges } from './code-ranges.ts';
import { JitCode } from './jit-code.ts';
import { parseJitdump } from './jitdump.ts';
import { jitdumpRanges } from './jitdump-ranges.ts';
import { parsePerfMap } from './perf-map.ts';
import { JitdumpBytes } from './testing/jitdump-bytes.ts';
import { TimedRanges } from './timed-ranges.ts';

const monotonic = { isMonotonic: true };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const nameAt = (ranges: CodeRanges, address: number, time = 0): string | undefined =>
  ranges.find(address, time)?.name;

describe('ranges of addresses over time', () => {
  it('agree with asking every range, newest first', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % below;
    };
    for (const count of [0, 1, 2, 5, 40]) {
      const start = Float64Array.from({ length: count }, () => random(60));
      const end = start.map((at) => at + random(20));
      const time = Float64Array.from({ length: count }, () => random(10)).sort();
      const ranges = new TimedRanges({ start, end, time });
      for (let address = -1; address < 90; address++) {
        const holds = (row: number): boolean =>
          (start[row] as number) <= address && address < (end[row] as number);
        const rows = [...start.keys()].filter(holds);
        expect(ranges.isLasting(address)).toBe(rows.length <= 1);
        for (let at = -1; at < 11; at++) {
          const newest = rows.filter((row) => (time[row] as number) <= at).at(-1) ?? -1;
          expect(ranges.find(address, at), `${count} ranges, ${address} at ${at}`).toBe(newest);
        }
      }
    }
  });
});

describe('perf-PID.map', () => {
  it('names the code at an address; the last line of a range wins', () => {
    const map = parsePerfMap(
      bytesOf('1000 100 first of all\n2000 10 second\r\n0x1080 0x10 patch\n1090 4\nno line\n'),
    );
    expect(map.length).toBe(3);
    expect(nameAt(map, 0x1000)).toBe('first of all');
    expect(nameAt(map, 0x1080)).toBe('patch');
    expect(nameAt(map, 0x108f)).toBe('patch');
    expect(nameAt(map, 0x1090)).toBe('first of all');
    expect(nameAt(map, 0x1100)).toBeUndefined();
    expect(nameAt(map, 0x2008)).toBe('second');
  });

  it('counts lines of another form', () => {
    const diagnostics = new Diagnostics();
    const text = 'zz 1 a\n1000 b\n10 10 ok\nffffffffffffffff 1 kernel\n\n1000 10 cut';
    expect(parsePerfMap(bytesOf(text), diagnostics).length).toBe(2);
    expect(diagnostics.list()).toMatchObject([{ code: 'perf-map-line', count: 3 }]);
  });
});

describe('jitdump', () => {
  for (const littleEndian of [true, false]) {
    it(`is resolved by address and time, ${littleEndian ? 'little' : 'big'} endian`, () => {
      const dump = new JitdumpBytes({ littleEndian })
        .load(10, 1, 0x1000, 0x40, 'one')
        .load(20, 2, 0x1020, 0x40, 'two')
        .move(30, 1, 0x1000, 0x2000, 0x40)
        .record(3, 40)
        .load(50, 3, 0x1000, 0x40, 'after the end');
      const parsed = parseJitdump(dump.bytes());
      expect(parsed).toMatchObject({ pid: 7, elfMachine: 62, hasArchTimes: false });
      const ranges = jitdumpRanges(parsed, monotonic);
      expect(nameAt(ranges, 0x1000, 9)).toBeUndefined();
      expect(nameAt(ranges, 0x1020, 10)).toBe('one');
      expect(nameAt(ranges, 0x1020, 20)).toBe('two');
      expect(nameAt(ranges, 0x2000, 29)).toBeUndefined();
      expect(nameAt(ranges, 0x203f, 30)).toBe('one');
      expect(ranges.isLasting(0x1000)).toBe(true);
      expect(ranges.isLasting(0x1020)).toBe(false);
    });
  }

  it('knows lines from the debug info before the code, also after a move', () => {
    const dump = new JitdumpBytes()
      .lines(0x1000, [0x1010, 12, ''], [0x1000, 11, '/a.c'], [0x1020, 3, '/b.h'])
      .load(10, 1, 0x1000, 0x40, 'f')
      .move(20, 1, 0x1000, 0x5000, 0x40);
    const ranges = jitdumpRanges(parseJitdump(dump.bytes()), monotonic);
    expect(ranges.find(0x1004, 15)).toMatchObject({ file: '/a.c', line: 11 });
    expect(ranges.find(0x1020, 15)).toMatchObject({ file: '/b.h', line: 3 });
    expect(ranges.find(0x503f, 25)).toMatchObject({ file: '/b.h', line: 3, start: 0x5000 });
  });

  it('subtracts the ELF header that V8 adds', () => {
    const dump = new JitdumpBytes()
      .lines(0x1000, [0x1040, 11, '/a.js'], [0x1048, 12, '/a.js'])
      .load(10, 1, 0x1000, 0x40, 'JS:*f /a.js:10:3');
    const ranges = jitdumpRanges(parseJitdump(dump.bytes()), monotonic);
    expect(ranges.find(0x1009, 15)).toMatchObject({ line: 12 });
  });

  it('converts ticks, and without a conversion lets the newest code win', () => {
    const dump = new JitdumpBytes({ flags: 1 })
      .load(1000, 1, 0x1000, 0x40, 'one')
      .load(2000, 2, 0x1000, 0x40, 'two');
    const parsed = parseJitdump(dump.bytes());
    const converted = jitdumpRanges(parsed, {
      isMonotonic: false,
      ticks: { shift: 1, multiplier: 1n, zero: 100n },
    });
    expect(nameAt(converted, 0x1000, 599)).toBeUndefined();
    expect(nameAt(converted, 0x1000, 600)).toBe('one');
    expect(nameAt(converted, 0x1000, 1100)).toBe('two');
    const unknown = jitdumpRanges(parsed, monotonic);
    expect(nameAt(unknown, 0x1000, 0)).toBe('two');
    expect(unknown.isLasting(0x1000)).toBe(true);
  });

  it('keeps what a killed program wrote, and skips what is damaged or unknown', () => {
    const whole = new JitdumpBytes()
      .load(10, 1, 0x1000, 0x40, 'kept')
      .record(9, 11)
      .record(2, 12, [8, 0x1000], [8, 1e12])
      .move(13, 77, 0x1000, 0x2000, 0x40)
      .load(14, 2, 0x3000, 0x40, 'kept too')
      .load(15, 3, 0x4000, 0x40, 'cut')
      .bytes();
    const diagnostics = new Diagnostics();
    const dump = parseJitdump(whole.subarray(0, -70), diagnostics);
    expect(dump.placements.map(({ code }) => code.name)).toEqual(['kept', 'kept too']);
    expect(diagnostics.list().map(({ code }) => code)).toEqual([
      'jitdump-record',
      'jitdump-damaged',
      'jitdump-move',
      'jitdump-cut',
    ]);
  });

  it('says what is not a jitdump', () => {
    expect(() => parseJitdump(bytesOf('JiTX and then some more bytes'))).toThrow(
      'jitdump header at 0x0: not a jitdump file',
    );
  });
});

describe('names that runtimes give to code', () => {
  it.each([
    ['JS:*busy file:///a%20b/x.mjs:3:14', 'busy', '/a b/x.mjs', 3, 'turbofan'],
    ['LazyCompile:~get size /srv/app.js:12:7', 'get size', '/srv/app.js', 12, 'interpreted'],
    ['JS:^ node:internal/main:1:1', '(anonymous)', 'node:internal/main', 1, 'baseline'],
    ['JS:+f /with space/a.js:2:9', 'f', '/with space/a.js', 2, 'maglev'],
    ["JS:+'f /a.js:2:9", 'f', '/a.js', 2, 'maglev'],
    ["JS:*'f /a.js:2:9", 'f', '/a.js', 2, 'turbofan'],
    ['Function:f', 'f', '', 0, ''],
    [
      'Eval:~ evalmachine.<anonymous>:1:1',
      '(anonymous)',
      'evalmachine.<anonymous>',
      1,
      'interpreted',
    ],
    ['Script:~ [eval]:1:1', '(anonymous)', '[eval]', 1, 'interpreted'],
    ['Builtin:ArrayMap', 'Builtin:ArrayMap', '', 0, ''],
    ['BytecodeHandler:LdaZero', 'BytecodeHandler:LdaZero', '', 0, ''],
    ['py::Tree.walk:/app/tree.py', 'Tree.walk', '/app/tree.py', 0, ''],
    ['py::<module>:<string>', '<module>', '<string>', 0, ''],
    ['Lcom/acme/Main;::run', 'Lcom/acme/Main;::run', '', 0, ''],
  ])('%s', (raw, name, file, line, tier) => {
    expect(parseCodeName(raw)).toMatchObject({ name, file, line, tier });
  });
});

describe('the code of the processes of a recording', () => {
  const asked: string[] = [];
  const code = new JitCode({
    perfMap(pid) {
      asked.push(`map ${pid}`);
      return pid === 1 ? bytesOf('1000 10 JS:~f /a.js:3:9\n') : undefined;
    },
    jitdump(path) {
      asked.push(path);
      const dump = new JitdumpBytes().load(10, 1, 0x1000, 4, 'g').load(20, 2, 0x1000, 4, 'h');
      return path.endsWith('2.dump') ? dump.bytes() : bytesOf('nothing');
    },
  });

  it('comes from the map, asked for once', () => {
    expect(code.find(1, 0x1004, 5)).toMatchObject({
      name: 'f',
      linkageName: 'JS:~f /a.js:3:9',
      file: '/a.js',
      line: 3,
      column: 9,
      lasting: true,
    });
    expect(code.find(1, 0x2000, 5)).toBeUndefined();
    expect(asked).toEqual(['map 1']);
  });

  it('comes from the dump first, by time', () => {
    code.addDump(2, '/tmp/jit-2.dump');
    // On another clock nothing tells which of them it was.
    expect(code.find(2, 0x1000, 12)).toMatchObject({ name: 'h', lasting: true });
    code.setMonotonic(true);
    code.addDump(2, '/tmp/jit-2.dump');
    expect(code.find(2, 0x1000, 12)).toMatchObject({ name: 'g', lasting: false });
    expect(code.find(2, 0x1000, 22)?.name).toBe('h');
    expect(asked.filter((what) => what.endsWith('dump'))).toHaveLength(1);
  });

  it('is the parent’s until exec', () => {
    code.fork(3, 1);
    expect(code.find(3, 0x1004, 5)?.name).toBe('f');
    code.exec(3);
    expect(code.find(3, 0x1004, 5)).toBeUndefined();
    code.fork(8, 9);
    code.fork(9, 8);
    expect(code.find(8, 0x1004, 5)).toBeUndefined();
  });

  it('goes without a damaged dump', () => {
    code.addDump(4, '/tmp/jit-4.dump');
    expect(code.find(4, 0x1000, 12)).toBeUndefined();
  });
});
