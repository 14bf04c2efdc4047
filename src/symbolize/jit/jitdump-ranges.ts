import type { CodeRange, CodeRanges } from './code-ranges.ts';
import type { Jitdump, LoadedCode } from './jitdump.ts';
import { lastNotAbove, TimedRanges } from './timed-ranges.ts';

/** How ticks of the processor's counter become nanoseconds (the fields of perf's TIME_CONV). */
export interface TickConversion {
  readonly shift: number;
  readonly multiplier: bigint;
  readonly zero: bigint;
}

/**
 * V8 adds the size of the ELF header that `perf inject` puts before the code, although the
 * specification asks for plain addresses (v8: src/diagnostics/perf-jit.cc, kElfHeaderSize).
 */
const v8Shift = 0x40;
const v8Name = /^(?:JS|LazyCompile|Function|Eval|Script|RegExp|Builtin|BytecodeHandler):/;

/** How the times of a recording compare with those of a dump. */
export interface RecordingClock {
  /** Samples have times of CLOCK_MONOTONIC, which runtimes use unless they count ticks. */
  readonly isMonotonic: boolean;
  readonly ticks?: TickConversion;
}

/** Answers by address and time. Where times cannot be compared, the newest code wins. */
export function jitdumpRanges(dump: Jitdump, clock: RecordingClock): CodeRanges {
  const { placements } = dump;
  const { ticks } = clock;
  const hasTimes = dump.hasArchTimes ? ticks !== undefined : clock.isMonotonic;
  const time = Float64Array.from(placements, (placement) => {
    if (!hasTimes) return 0;
    return ticks !== undefined && dump.hasArchTimes
      ? nanosecondsOf(placement.time, ticks)
      : placement.time;
  });
  const ranges = new TimedRanges({
    start: Float64Array.from(placements, ({ start }) => start),
    end: Float64Array.from(placements, ({ start, size }) => start + size),
    time,
  });
  return {
    length: placements.length,
    isLasting: (address) => !hasTimes || ranges.isLasting(address),
    find(address, timeNs): CodeRange | undefined {
      const placement = placements[ranges.find(address, hasTimes ? timeNs : 0)];
      if (placement === undefined) return undefined;
      const { code, start, size } = placement;
      return { name: code.name, start, size, code: code.bytes, ...lineOf(code, address - start) };
    },
  };
}

function nanosecondsOf(time: number, { shift, multiplier, zero }: TickConversion): number {
  const ticks = BigInt(time);
  const whole = ticks >> BigInt(shift);
  const rest = ticks & ((1n << BigInt(shift)) - 1n);
  return Number(zero + whole * multiplier + ((rest * multiplier) >> BigInt(shift)));
}

function lineOf(code: LoadedCode, offset: number): { file: string; line: number } {
  const { lines } = code;
  const shift = v8Name.test(code.name) ? v8Shift : 0;
  const row = lastNotAbove(lines.address, code.firstStart + offset + shift);
  if (row < 0) return { file: '', line: 0 };
  const file = lines.files[lines.file[row] as number] ?? '';
  return { file, line: Math.max(0, lines.line[row] as number) };
}
