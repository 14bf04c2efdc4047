import { Diagnostics } from '../../base/diagnostics.ts';
import { ToolError } from '../../base/tool-error.ts';
import type { JitPlace } from '../../object/jit-place.ts';
import { type CodeName, parseCodeName } from './code-name.ts';
import type { CodeRange, CodeRanges } from './code-ranges.ts';
import { type Jitdump, parseJitdump } from './jitdump.ts';
import { jitdumpRanges, type RecordingClock } from './jitdump-ranges.ts';
import { parsePerfMap } from './perf-map.ts';

/** Answers with the bytes of what a runtime wrote; undefined when there is none or it is not to be trusted. */
export interface JitFiles {
  /** perf-PID.map of a process of the recording. */
  perfMap(pid: number): Uint8Array | undefined;
  /** The jitdump that the process had mapped from that path. */
  jitdump(path: string, pid: number): Uint8Array | undefined;
}

/** Generations are few; the limit is for a damaged file whose parents form a circle. */
const mostGenerations = 16;

interface Dump {
  readonly parsed: Jitdump;
  ranges: CodeRanges;
}

/**
 * Code that the processes of one recording made while they ran: from jitdump where there is one, by
 * address and time, else from the perf map. Files are asked for once, and only for processes that
 * have frames in such code.
 */
export class JitCode {
  readonly #files: JitFiles;
  /** What the files of runtimes lacked; for the profile they name code of. */
  readonly diagnostics: Diagnostics = new Diagnostics();
  readonly #dumps = new Map<number, Map<string, Dump>>();
  readonly #maps = new Map<number, CodeRanges | undefined>();
  readonly #parents = new Map<number, number>();
  readonly #names = new Map<string, CodeName>();
  #clock: RecordingClock = { isMonotonic: false };

  constructor(files: JitFiles) {
    this.#files = files;
  }

  addDump(pid: number, path: string): void {
    const known = this.#dumps.get(pid) ?? new Map<string, Dump>();
    this.#dumps.set(pid, known);
    if (known.has(path)) return;
    const parsed = this.#parsed(path, () => {
      const bytes = this.#files.jitdump(path, pid);
      return bytes === undefined ? undefined : parseJitdump(bytes, this.diagnostics);
    });
    if (parsed === undefined) return;
    known.set(path, { parsed, ranges: jitdumpRanges(parsed, this.#clock) });
  }

  /** A child shares its parent's code until it makes its own. */
  fork(pid: number, parentPid: number): void {
    if (pid !== parentPid) this.#parents.set(pid, parentPid);
  }

  exec(pid: number): void {
    this.#parents.delete(pid);
  }

  /** Whether the recording's times are those of CLOCK_MONOTONIC; false until it is said. */
  setMonotonic(isMonotonic: boolean): void {
    if (isMonotonic !== this.#clock.isMonotonic) this.#setClock({ ...this.#clock, isMonotonic });
  }

  setTicks(shift: number, multiplier: bigint, zero: bigint): void {
    const ticks = { shift: Math.min(63, Math.max(0, shift)), multiplier, zero };
    this.#setClock({ ...this.#clock, ticks });
  }

  /** What is said of the clock may stand behind the first dump in the file. */
  #setClock(clock: RecordingClock): void {
    this.#clock = clock;
    for (const dump of [...this.#dumps.values()].flatMap((dumps) => [...dumps.values()])) {
      dump.ranges = jitdumpRanges(dump.parsed, clock);
    }
  }

  isKnown(pid: number): boolean {
    let owner: number | undefined = pid;
    for (let generation = 0; owner !== undefined && generation < mostGenerations; generation++) {
      if (this.#dumps.has(owner) || this.#mapOf(owner) !== undefined) return true;
      owner = this.#parents.get(owner);
    }
    return false;
  }

  find(pid: number, avma: number, timeNs: number): JitPlace | undefined {
    let owner: number | undefined = pid;
    for (let generation = 0; owner !== undefined && generation < mostGenerations; generation++) {
      const found = this.#findOwn(owner, avma, timeNs);
      if (found !== undefined) return found;
      owner = this.#parents.get(owner);
    }
    return undefined;
  }

  #findOwn(pid: number, avma: number, timeNs: number): JitPlace | undefined {
    for (const { ranges } of this.#dumps.get(pid)?.values() ?? []) {
      const found = ranges.find(avma, timeNs);
      if (found !== undefined) return this.#place(found, ranges.isLasting(avma));
    }
    const map = this.#mapOf(pid);
    const found = map?.find(avma, timeNs);
    // Before its first LOAD an address of a dump may look like the map's, so only maps alone last.
    return found && this.#place(found, this.#dumps.get(pid) === undefined);
  }

  #place(range: CodeRange, lasting: boolean): JitPlace {
    const { name, file, line, column } = this.#nameOf(range.name);
    return {
      name,
      linkageName: range.name === name ? '' : range.name,
      file: file === '' ? range.file : file,
      line: range.line === 0 ? line : range.line,
      column: range.line === 0 ? column : 0,
      startLine: line,
      start: range.start,
      size: range.size,
      lasting,
    };
  }

  #nameOf(raw: string): CodeName {
    const known = this.#names.get(raw);
    if (known !== undefined) return known;
    const parsed = parseCodeName(raw);
    this.#names.set(raw, parsed);
    return parsed;
  }

  #mapOf(pid: number): CodeRanges | undefined {
    if (this.#maps.has(pid)) return this.#maps.get(pid);
    const map = this.#parsed(`perf-${pid}.map`, () => {
      const bytes = this.#files.perfMap(pid);
      return bytes === undefined ? undefined : parsePerfMap(bytes, this.diagnostics);
    });
    this.#maps.set(pid, map);
    return map;
  }

  /** A damaged file of a runtime costs its names, not the profile. */
  #parsed<Result>(what: string, parse: () => Result): Result | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.diagnostics.count('jit-file', `${what}: ${error.message}`);
      return undefined;
    }
  }
}
