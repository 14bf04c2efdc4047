import {
  type Label,
  type LabelSetIndex,
  noLabels,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
  type StackTable,
  type ThreadIndex,
  type ValueTypeIndex,
} from '../../profile/index.ts';
import type { RecordedEvent } from './event-list.ts';
import type { FileFacts } from './file-facts.ts';
import { FrameAssembly } from './frame-assembly.ts';
import { noteMissingPointers } from './missing-pointers.ts';
import type { Recording } from './recording.ts';
import { SwitchLog } from './switch-log.ts';
import { roleOf, weightOf } from './switch-records.ts';
import type { ThreadRow } from './thread-list.ts';

const clockEvents = /^(cpu-clock|task-clock)(:|$)/;
/** Events that stand for CPU time: what most who record several want to see first. */
const cpuEvents = /^(cpu[-_](core|atom)\/)?(cycles|cpu-cycles|cpu-clock|task-clock)([:/]|$)/;

interface EventValues {
  readonly counted: ValueTypeIndex;
  readonly weighed: ValueTypeIndex | undefined;
}

/** Makes the profile, now that names and build ids are known. */
export function assemble(recording: Recording, facts: FileFacts): Profile {
  const builder = new ProfileBuilder({ aggregate: !recording.isTimeline });
  const rows = recording.stacks.stacks.finish();
  noteMissingPointers(recording, rows);
  builder.diagnostics.addAll(recording.diagnostics.list());
  builder.diagnostics.addAll(recording.jit?.diagnostics.list() ?? []);
  describe(builder, recording, facts);
  const stacks = addStacks(builder, recording, rows);
  const values = addValueTypes(builder, recording);
  const threads = addThreads(builder, recording);
  const labels = addLabels(builder, recording);
  const log = new SwitchLog(builder);
  addSamples(builder, recording, { stacks, values, threads, labels, log });
  addWaiting(builder, recording, log);
  return builder.finish();
}

/** How long threads waited, where the recording has context switches. */
function addWaiting(builder: ProfileBuilder, recording: Recording, log: SwitchLog): void {
  const { switches, threads, firstNs } = recording;
  if (switches.isEmpty) return;
  switches.replay(log, firstNs);
  log.finish(Math.max(recording.lastNs, switches.lastNs) - firstNs, (tid) => {
    const row = threads.rows[threads.row(switches.pidOf(tid), tid)];
    return row === undefined ? none : addThread(builder, row, firstNs);
  });
}

function describe(builder: ProfileBuilder, recording: Recording, facts: FileFacts): void {
  const { meta, diagnostics } = builder;
  meta.producer = facts.producer;
  meta.host = facts.host;
  meta.command = facts.command;
  if (recording.lastNs >= recording.firstNs) {
    meta.durationNs = recording.lastNs - recording.firstNs;
    if (facts.epochOffsetNs > 0n) {
      meta.startEpochNs = BigInt(Math.round(recording.firstNs)) + facts.epochOffsetNs;
    }
  }
  // perf sums up at the end, per event, what the rings said on the way: not to be counted twice.
  meta.lostSamples = Math.max(recording.lostRecords, recording.lostSamples);
  meta.truncatedStacks = recording.sampleStacks.truncated;
  for (const event of recording.events.all) {
    meta.throttled += event.throttled;
    if (event.lostSamples > 0) {
      diagnostics.count(
        `lost-samples:${event.name}`,
        `samples of ${event.name} were lost because the buffer was full`,
        event.lostSamples,
      );
    }
    if (event.throttled > 0) {
      diagnostics.count(
        `throttled:${event.name}`,
        `the kernel paused ${event.name} because it took too much time`,
        event.throttled,
      );
    }
  }
}

/** Per own stack the stack of the profile. */
function addStacks(
  builder: ProfileBuilder,
  recording: Recording,
  { parent, frame, length }: StackTable,
): Int32Array {
  const frames = new FrameAssembly(builder, recording);
  const stacks = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const above = parent[row] as number;
    const parentStack = (above < 0 ? -1 : stacks[above]) as StackIndex;
    stacks[row] = builder.addStack(parentStack, frames.frame(frame[row] as number));
  }
  return stacks;
}

/** Per event how many samples, and what they weigh when the file says so. */
function addValueTypes(builder: ProfileBuilder, recording: Recording): EventValues[] {
  const sampled = sampledEvents(recording);
  const values = recording.events.all.map((event, index): EventValues | undefined => {
    // Events that only count, and perf's helper `dummy`, have no samples to show.
    if (!sampled.has(index) && sampled.size > 0) return undefined;
    return addEvent(builder, event);
  });
  const shown = recording.events.all.findIndex(
    (event, index) => values[index] !== undefined && cpuEvents.test(event.name),
  );
  const chosen = values[shown] ?? values.find((each) => each !== undefined);
  if (chosen === undefined) builder.addValueType('samples', 'count');
  builder.meta.events = recording.events.all
    .filter((_, index) => values[index] !== undefined)
    .map((event) => event.name);
  builder.meta.defaultValueType = chosen?.weighed ?? chosen?.counted ?? 0;
  return values as EventValues[];
}

function addEvent(builder: ProfileBuilder, event: RecordedEvent): EventValues {
  const { name, attr, layout } = event;
  const counted = builder.addValueType(name, 'count');
  // Without a recorded period every sample stands for the one that was asked for.
  const hasPeriod = layout.period >= 0 || (!attr.flags.has('frequency') && attr.period > 0);
  if (!hasPeriod) return { counted, weighed: undefined };
  // perf record --off-cpu (6.2 and later) measures waits in the kernel and gives them as periods.
  if (name === 'offcpu-time') {
    return { counted, weighed: builder.addValueType('off-cpu', 'nanoseconds') };
  }
  const unit = clockEvents.test(name) ? 'nanoseconds' : 'count';
  return { counted, weighed: builder.addValueType(`${name}-period`, unit) };
}

function sampledEvents(recording: Recording): ReadonlySet<number> {
  return new Set(recording.samples.event.view());
}

function addThreads(builder: ProfileBuilder, recording: Recording): ThreadIndex[] {
  const { firstNs } = recording;
  return recording.threads.rows.map((row) => addThread(builder, row, firstNs));
}

function addThread(builder: ProfileBuilder, row: ThreadRow, firstNs: number): ThreadIndex {
  return builder.addThread({
    pid: row.pid,
    tid: row.tid,
    processName: builder.string(row.processName),
    threadName: builder.string(row.name),
    startNs: row.startNs - firstNs,
    endNs: row.endNs - firstNs,
  });
}

function addLabels(builder: ProfileBuilder, recording: Recording): LabelSetIndex[] {
  return recording.labels.rows.map(({ cgroup, mountNamespace }) => {
    const labels: Label[] = [];
    if (cgroup !== '') {
      labels.push({ key: builder.string('cgroup'), text: builder.string(cgroup) });
    }
    if (mountNamespace !== 0n) {
      labels.push({ key: builder.string('mount namespace'), number: mountNamespace });
    }
    return labels.length === 0 ? noLabels : builder.addLabelSet(labels);
  });
}

interface Rows {
  readonly stacks: Int32Array;
  readonly values: readonly EventValues[];
  readonly threads: readonly ThreadIndex[];
  readonly labels: readonly LabelSetIndex[];
  readonly log: SwitchLog;
}

function addSamples(builder: ProfileBuilder, recording: Recording, rows: Rows): void {
  const { samples: log, firstNs } = recording;
  const { samples } = builder;
  for (let row = 0; row < log.length; row++) {
    const own = log.stack.at(row);
    const stack = (own < 0 ? -1 : rows.stacks[own]) as StackIndex;
    const thread = (rows.threads[log.thread.at(row)] ?? -1) as ThreadIndex;
    const target = builder.addSample(stack, thread, rows.labels[log.labels.at(row)] ?? noLabels);
    const count = log.isSummed ? log.count.at(row) : 1;
    if (count > 1) samples.addCount(target, count - 1);
    const event = log.event.at(row);
    const { counted, weighed } = rows.values[event] as EventValues;
    samples.addValue(target, counted, count);
    if (weighed !== undefined) samples.addValue(target, weighed, log.period.at(row));
    if (log.isSummed) continue;
    const timeNs = log.timeNs.at(row) - firstNs;
    samples.setTime(target, timeNs);
    const cpu = log.cpu.at(row);
    if (cpu >= 0) samples.setCpu(target, cpu);
    if (recording.switches.isEmpty) continue;
    const tid = recording.threads.rows[log.thread.at(row)]?.tid ?? -1;
    const recorded = recording.events.at(event);
    const weightNs = weightOf(recorded, log.period.at(row));
    const role = roleOf(recorded);
    rows.log.sample({ row: target, tid, timeNs, stack, thread, cpu, role, weightNs });
  }
}
