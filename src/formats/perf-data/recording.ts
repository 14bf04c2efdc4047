import { Diagnostics } from '../../base/diagnostics.ts';
import { sampleBits } from '../../perf/attr-table.ts';
import type { RecordBlock } from '../../perf/record-blocks.ts';
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
import { CallStacks, cutFrame } from './call-stacks.ts';
import { CurrentSample } from './current-sample.ts';
import { type DeferredSample, DeferredSamples } from './deferred-samples.ts';
import { EventList } from './event-list.ts';
import { GroupValues } from './group-values.ts';
import { isJitdump, JitFrames } from './jit-frames.ts';
import { KernelMap } from './kernel-map.ts';
import { LabelList } from './label-list.ts';
import { RecordedSymbols } from './recorded-symbols.ts';
import { SampleLog } from './sample-log.ts';
import { SampleStacks } from './sample-stacks.ts';
import { SwitchRecords } from './switch-records.ts';
import { ThreadList } from './thread-list.ts';
import { UserStacks } from './user-stacks.ts';

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
  readonly symbols: RecordedSymbols = new RecordedSymbols();
  readonly spaces: AddressSpaces;
  readonly frames: FrameTable;
  readonly stacks: CallStacks;
  readonly samples: SampleLog;
  readonly sampleStacks: SampleStacks;
  readonly jit: JitSymbols | undefined;
  readonly jitFrames: JitFrames | undefined;
  readonly switches: SwitchRecords = new SwitchRecords();
  /** The user wants one row per sample. */
  readonly isTimeline: boolean;
  lostRecords = 0;
  lostSamples = 0;
  firstNs: number = Number.POSITIVE_INFINITY;
  lastNs = 0;
  readonly #current = new CurrentSample();
  readonly #deferred = new DeferredSamples();
  readonly #groups = new GroupValues();

  constructor(options: ReadOptions) {
    this.spaces = new AddressSpaces(options.openImage);
    this.frames = new FrameTable(this.spaces);
    this.stacks = new CallStacks(this.frames);
    this.isTimeline = options.timeline;
    this.samples = new SampleLog(!options.timeline);
    const { frames, spaces, stacks, diagnostics } = this;
    this.jit = options.jit;
    this.jitFrames =
      options.jit === undefined ? undefined : new JitFrames(options.jit, frames, spaces);
    this.sampleStacks = new SampleStacks({
      stacks,
      spaces,
      diagnostics,
      users: new UserStacks(
        { stacks, spaces, frames, diagnostics },
        options.sectionCodec === undefined ? {} : { codec: options.sectionCodec },
      ),
      jit: this.jitFrames,
    });
  }

  /** Takes one record of the kernel. */
  take(block: RecordBlock, index: number, timeNs: number): void {
    const { words } = block;
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
      block,
      misc: sizes & 0xffff,
      start: index + recordHeaderSize,
      end: Math.max(index + recordHeaderSize, index + (sizes >>> 16) - trailer),
    };
    this.#sideband(type, body, event, timeNs);
  }

  /** Everything has come. */
  finish(): void {
    for (const sample of this.#deferred.takeAll()) {
      this.diagnostics.count('missing-user-part', 'deferred user stacks never came');
      this.#addDeferred(sample, () => this.stacks.addFrame(cutFrame));
    }
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
    const event = this.events.at(index);
    const sample = this.#current;
    const isUsable = sample.read(words, start, end, event);
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
    this.sampleStacks.collect(sample, event);
    if (this.stacks.isDeferred) {
      this.#deferred.add(sample, this.stacks);
      return;
    }
    const stack = this.sampleStacks.finish(sample.pid, timeNs);
    const thread = sample.tid < 0 ? -1 : this.threads.row(sample.pid, sample.tid);
    if ((event.layout.sampleType & sampleBits.read) === 0) this.samples.add(sample, stack, thread);
    else this.#addGroup(sample, end, stack, thread);
  }

  /** Told what all events are. Waiting is worked out at the end, and needs the time of every sample. */
  #beginSamples(): void {
    const hasSwitches = this.events.all.some(({ attr }) => attr.flags.has('contextSwitch'));
    if (hasSwitches) this.samples.keepTimes();
    const attr = this.events.first?.attr;
    this.jit?.setMonotonic(
      attr?.flags.has('useClockId') === true && attr.clockId === clockMonotonic,
    );
  }

  #addGroup(sample: CurrentSample, end: number, stack: number, thread: number): void {
    const { layout } = this.events.at(sample.eventIndex);
    const isTold = this.#groups.forEach(
      sample.words,
      sample.start,
      end,
      layout,
      (low, high, grown) => {
        const event = this.events.findById(low, high);
        if (event === undefined) return;
        sample.eventIndex = event;
        sample.period = grown;
        this.samples.add(sample, stack, thread);
      },
    );
    if (!isTold) this.samples.add(sample, stack, thread);
  }

  /** CALLCHAIN_DEFERRED: u64 cookie, count, addresses. */
  #deferredChain(body: RecordBody, event: number): void {
    const { words } = body.block;
    const at = body.start >> 2;
    const end = body.end >> 2;
    const idLayout = event < 0 ? undefined : this.events.at(event).idLayout;
    if (at + 4 > end || idLayout === undefined || idLayout.tid === 0) return;
    const tid = words[end + idLayout.words - idLayout.tid + 1] as number;
    const length = Math.min((words[at + 2] as number) >>> 0, (end - at - 4) >> 1);
    for (const sample of this.#deferred.take(tid, words[at] as number, words[at + 1] as number)) {
      this.#addDeferred(sample, () => this.sampleStacks.collectUser(words, at + 4, length));
    }
  }

  #addDeferred(sample: DeferredSample, addUserPart: () => void): void {
    const { pid, tid, timeNs } = sample;
    const space = this.spaces.spaceAt(pid, timeNs);
    this.stacks.begin(space, space);
    for (const frame of sample.frames) this.stacks.addFrame(frame);
    addUserPart();
    const stack = this.sampleStacks.finish(pid, timeNs);
    this.samples.add(sample, stack, tid < 0 ? -1 : this.threads.row(pid, tid));
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
      case recordTypes.callchainDeferred:
        this.#deferredChain(body, event);
        return;
      case recordTypes.switch:
      case recordTypes.switchCpuWide:
        this.#switch(body, event, timeNs);
        return;
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
      this.sampleStacks.exec(record.pid, timeNs);
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

  #switch(body: RecordBody, event: number, timeNs: number): void {
    const back = event < 0 ? 0 : this.events.at(event).idLayout.tid;
    if (back === 0) return;
    // The thread is named by the sample_id behind the record's own fields.
    const at = (body.end >> 2) + this.events.at(event).idLayout.words - back;
    const { words } = body.block;
    this.switches.switch(words[at] as number, words[at + 1] as number, timeNs, body.misc);
  }

  #throttle(body: RecordBody, event: number): void {
    const { words } = body.block;
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
