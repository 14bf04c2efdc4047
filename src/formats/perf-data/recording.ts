import { Diagnostics } from '../../base/diagnostics.ts';
import type { RecordArena } from '../../perf/record-arena.ts';
import { recordHeaderSize, recordTypes } from '../../perf/record-table.ts';
import {
  countAt,
  type MmapRecord,
  parseCgroup,
  parseComm,
  parseKernelSymbol,
  parseMmap,
  parseNamespaces,
  parseTask,
  type RecordBody,
} from '../../perf/sideband-records.ts';
import { AddressSpaces, FrameTable } from '../../unwind/index.ts';
import type { JitSymbols, ReadOptions } from '../format.ts';
import { CallStacks } from './call-stacks.ts';
import { CurrentSample } from './current-sample.ts';
import { EventList } from './event-list.ts';
import { isJitdump, JitFrames } from './jit-frames.ts';
import { KernelMap } from './kernel-map.ts';
import { LabelList } from './label-list.ts';
import { SampleLog } from './sample-log.ts';
import { SwitchRecords } from './switch-records.ts';
import { ThreadList } from './thread-list.ts';

const kernelPid = -1;
const clockMonotonic = 1;

/**
 * What the records of a recording add up to. Records are given in order of time, so that a sample
 * meets the mappings and names of its moment; what is only known at the end (names of events, build
 * ids) is joined by `assemble`.
 */
export class Recording {
  readonly diagnostics: Diagnostics = new Diagnostics();
  readonly events: EventList = new EventList();
  readonly threads: ThreadList = new ThreadList();
  readonly kernel: KernelMap = new KernelMap();
  readonly labels: LabelList = new LabelList();
  readonly buildIds: Map<string, string> = new Map();
  readonly spaces: AddressSpaces;
  readonly frames: FrameTable;
  readonly stacks: CallStacks;
  readonly samples: SampleLog;
  readonly switches: SwitchRecords = new SwitchRecords();
  readonly jit: JitSymbols | undefined;
  readonly jitFrames: JitFrames | undefined;
  /** The user wants one row per sample. */
  readonly isTimeline: boolean;
  lostRecords = 0;
  lostSamples = 0;
  truncatedStacks = 0;
  firstNs: number = Number.POSITIVE_INFINITY;
  lastNs = 0;
  readonly #current = new CurrentSample();

  constructor(options: ReadOptions) {
    this.spaces = new AddressSpaces(options.openImage);
    this.frames = new FrameTable(this.spaces);
    this.stacks = new CallStacks(this.frames);
    this.isTimeline = options.timeline;
    this.samples = new SampleLog(!options.timeline);
    this.jit = options.jit;
    this.jitFrames = options.jit && new JitFrames(options.jit, this.frames, this.spaces);
  }

  /** Takes one record of the kernel. */
  take(arena: RecordArena, index: number, timeNs: number): void {
    const { words } = arena;
    const start = index >> 2;
    const type = words[start] as number;
    const sizes = words[start + 1] as number;
    const end = start + (sizes >>> 18);
    if (type === recordTypes.sample) {
      this.#sample(words, start, end, timeNs);
      return;
    }
    const event = this.events.ofRecord(words, start, end);
    const trailer = event < 0 ? 0 : 4 * this.events.at(event).idLayout.words;
    const body = {
      arena,
      misc: sizes & 0xffff,
      start: index + recordHeaderSize,
      end: Math.max(index + recordHeaderSize, index + (sizes >>> 16) - trailer),
    };
    this.#sideband(type, body, event, timeNs);
  }

  #sample(words: Int32Array, start: number, end: number, timeNs: number): void {
    const index = this.events.ofSample(words, start, end);
    if (index < 0) {
      this.diagnostics.count(
        'unknown-event',
        'samples of an event that the file does not describe',
      );
      return;
    }
    const sample = this.#current;
    const isUsable = sample.read(words, start, end, this.events.at(index));
    if (!isUsable || !sample.isWhole) {
      this.diagnostics.count('damaged-sample', 'samples shorter than their fields');
      if (!isUsable) return;
    }
    if (this.samples.length === 0) this.#beginSamples();
    sample.eventIndex = index;
    sample.timeNs = timeNs;
    if (timeNs < this.firstNs) this.firstNs = timeNs;
    if (timeNs > this.lastNs) this.lastNs = timeNs;
    sample.labels = this.labels.isNeeded ? this.labels.row(sample.pid, sample.cgroup) : 0;
    const stack = this.#stack(sample);
    const thread = sample.tid < 0 ? -1 : this.threads.row(sample.pid, sample.tid);
    this.samples.add(sample, stack, thread);
  }

  /** Waiting is worked out at the end, and needs the time of every sample. */
  #beginSamples(): void {
    const hasSwitches = this.events.all.some(({ attr }) => attr.flags.has('contextSwitch'));
    if (hasSwitches) this.samples.keepTimes();
  }

  #stack(sample: CurrentSample): number {
    const { stacks } = this;
    const { cursor } = sample;
    const userSpace = this.spaces.spaceAt(sample.pid, sample.timeNs);
    const firstSpace = sample.isKernelMode ? 0 : userSpace;
    stacks.begin(firstSpace, userSpace);
    stacks.addChain(sample.words, cursor.chainAt, cursor.chainLength);
    if (stacks.length === 0 && sample.hasIp) {
      stacks.addAddress(sample.ipLow, sample.ipHigh, firstSpace);
    }
    const { frames, length } = stacks;
    this.jitFrames?.replace(frames, length, sample.pid, this.#monotonic(sample.timeNs));
    return stacks.finish();
  }

  /** Runtimes note when they made code by CLOCK_MONOTONIC; on another clock the newest code wins. */
  #monotonic(timeNs: number): number {
    const attr = this.events.first?.attr;
    const isMonotonic = attr?.flags.has('useClockId') === true && attr.clockId === clockMonotonic;
    return isMonotonic ? timeNs : Number.POSITIVE_INFINITY;
  }

  #switch(body: RecordBody, event: number, timeNs: number): void {
    const back = event < 0 ? 0 : this.events.at(event).idLayout.tid;
    if (back === 0) return;
    // The thread is named by the sample_id behind the record's own fields.
    const at = (body.end >> 2) + this.events.at(event).idLayout.words - back;
    const { words } = body.arena;
    this.switches.switch(words[at] as number, words[at + 1] as number, timeNs, body.misc);
  }

  #sideband(type: number, body: RecordBody, event: number, timeNs: number): void {
    switch (type) {
      case recordTypes.mmap:
      case recordTypes.mmap2:
        this.#mmap(parseMmap(body, type), timeNs);
        return;
      case recordTypes.comm:
        this.#comm(body, timeNs);
        return;
      case recordTypes.fork:
        this.#fork(body);
        return;
      case recordTypes.exit:
        this.#exit(body);
        return;
      case recordTypes.lost:
        this.lostRecords += countAt(body, 8);
        return;
      case recordTypes.lostSamples: {
        const lost = countAt(body, 0);
        this.lostSamples += lost;
        if (event >= 0) this.events.at(event).lostSamples += lost;
        return;
      }
      case recordTypes.switch:
      case recordTypes.switchCpuWide:
        this.#switch(body, event, timeNs);
        return;
      case recordTypes.throttle:
        this.#throttle(body, event);
        return;
      case recordTypes.ksymbol: {
        const symbol = parseKernelSymbol(body);
        if (symbol !== undefined) this.kernel.addSymbol(symbol);
        return;
      }
      case recordTypes.cgroup: {
        const cgroup = parseCgroup(body);
        if (cgroup !== undefined) this.labels.addCgroup(cgroup.id, cgroup.path);
        return;
      }
      case recordTypes.namespaces: {
        const record = parseNamespaces(body);
        if (record !== undefined) this.labels.addNamespaces(record.pid, record.inodes);
        return;
      }
      default:
        if (!ignoredTypes.has(type)) {
          this.diagnostics.count('unknown-record', `records of type ${type} are not understood`);
        }
    }
  }

  #mmap(record: MmapRecord | undefined, timeNs: number): void {
    if (record === undefined) return;
    if (record.pid === kernelPid) {
      if (record.executable) this.kernel.addImage(record);
      return;
    }
    if (isJitdump(record.path)) this.jit?.addDump(record.pid, record.path);
    this.spaces.addMapping(record.pid, timeNs, {
      start: Number(record.start),
      length: Number(record.length),
      fileOffset: Number(record.fileOffset),
      path: record.path,
      buildId: record.buildId === '' ? (this.buildIds.get(record.path) ?? '') : record.buildId,
      executable: record.executable,
    });
  }

  #comm(body: RecordBody, timeNs: number): void {
    const record = parseComm(body);
    if (record === undefined) return;
    if (record.isExec) {
      this.spaces.exec(record.pid, timeNs);
      this.jit?.exec(record.pid);
    }
    this.threads.rename(record.pid, record.tid, record.name);
  }

  #fork(body: RecordBody): void {
    const record = parseTask(body);
    if (record === undefined) return;
    const { pid, tid, parentPid, parentTid, timeNs } = record;
    this.threads.fork(pid, tid, parentTid, timeNs);
    if (pid === parentPid) return;
    this.spaces.fork(pid, parentPid, timeNs);
    this.jit?.fork(pid, parentPid);
  }

  #exit(body: RecordBody): void {
    const record = parseTask(body);
    if (record === undefined) return;
    this.threads.exit(record.tid, record.timeNs);
    if (!this.switches.isEmpty) this.switches.exit(record.tid, record.timeNs);
  }

  #throttle(body: RecordBody, event: number): void {
    const { words } = body.arena;
    const at = (body.start >> 2) + 2;
    const known = this.events.findById(words[at] as number, words[at + 1] as number) ?? event;
    if (known >= 0 && known < this.events.length) this.events.at(known).throttled++;
  }
}

/** Known, and nothing that a profile shows. */
const ignoredTypes: ReadonlySet<number> = new Set([
  recordTypes.unthrottle,
  recordTypes.read,
  recordTypes.aux,
  recordTypes.itraceStart,
  recordTypes.bpfEvent,
  recordTypes.textPoke,
  recordTypes.auxOutputHardwareId,
]);
