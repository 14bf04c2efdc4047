import type { Int32Builder } from '../../base/growable-column.ts';
import { malformed } from '../../base/tool-error.ts';
import {
  noLabels,
  type Profile,
  ProfileBuilder,
  type StackIndex,
  type StringIndex,
  type ThreadIndex,
  type ValueTypeIndex,
} from '../../profile/index.ts';
import { applyHeader } from './header.ts';
import type { PerfScriptScanner } from './scanner.ts';
import { StackFrames } from './stack-frames.ts';

/** What samples without an event name are called. */
const unnamedEvent = 'samples';
const clockEvents = /^(cpu-clock|task-clock)(:|$)/;
/** Events that stand for CPU time: what most who record several want to see first. */
const cpuEvents = /^(cpu[-_](core|atom)\/)?(cycles|cpu-cycles|cpu-clock|task-clock)([:/]|$)/;

/**
 * Makes the profile of what a scanner has read. `prepare` may be called while parts of the file are
 * still being read elsewhere: it does what need not wait for them, and changes nothing of the result.
 */
export class Assembly {
  readonly #scanner: PerfScriptScanner;
  #work: { readonly builder: ProfileBuilder; readonly frames: StackFrames } | undefined;

  constructor(scanner: PerfScriptScanner) {
    this.#scanner = scanner;
  }

  prepare(): void {
    this.#extended();
  }

  finish(): Profile {
    const scanner = this.#scanner;
    const { samples } = scanner;
    const [unknown] = scanner.diagnostics.list();
    if (samples.path.length === 0 && unknown !== undefined) {
      throw malformed('perf script text', 0, `no line is an event; ${unknown.message}`);
    }
    const { builder, frames } = this.#extended();
    builder.diagnostics.addAll(scanner.diagnostics.list());
    applyHeader(builder.meta, scanner.header);
    builder.meta.lostSamples = scanner.lostSamples;
    if (scanner.endNs >= scanner.startNs) builder.meta.durationNs = scanner.endNs - scanner.startNs;
    addSamples(builder, scanner, frames.stacks);
    return builder.finish();
  }

  #extended(): { readonly builder: ProfileBuilder; readonly frames: StackFrames } {
    const paths = this.#scanner.stacks.result;
    if (this.#work === undefined) {
      // The scanner sums samples already; stacks that only differ in spelling may repeat.
      const builder = new ProfileBuilder({ expectedStacks: paths.parent.length });
      const { addresses } = this.#scanner.stacks;
      this.#work = { builder, frames: new StackFrames(builder, paths, addresses) };
    }
    this.#work.frames.extend();
    return this.#work;
  }
}

function addSamples(
  builder: ProfileBuilder,
  scanner: PerfScriptScanner,
  stacks: Int32Builder,
): void {
  const { samples } = scanner;
  const values = addValueTypes(builder, scanner);
  const threads = addThreads(builder, scanner);
  for (let row = 0; row < samples.path.length; row++) {
    const path = samples.path.at(row);
    const stack = (path < 0 ? -1 : stacks.at(path)) as StackIndex;
    const thread = threads[samples.thread.at(row)] as ThreadIndex;
    const count = samples.count.at(row);
    const target = builder.addSample(stack, thread, noLabels);
    if (count !== 1) builder.samples.addCount(target, count - 1);
    const { counted, weighed } = values[samples.event.at(row)] as EventValues;
    builder.samples.addValue(target, counted, count);
    if (weighed !== undefined) builder.samples.addValue(target, weighed, samples.period.at(row));
    if (!samples.timeline) continue;
    const timeNs = samples.timeNs.at(row);
    if (!Number.isNaN(timeNs)) builder.samples.setTime(target, timeNs - scanner.startNs);
    const cpu = samples.cpu.at(row);
    if (cpu >= 0) builder.samples.setCpu(target, cpu);
  }
}

interface EventValues {
  readonly counted: ValueTypeIndex;
  readonly weighed: ValueTypeIndex | undefined;
}

/** Per event how many samples, and what they weigh when the file says so. */
function addValueTypes(builder: ProfileBuilder, scanner: PerfScriptScanner): EventValues[] {
  const names = Array.from(
    { length: scanner.events.length },
    (_, event) => scanner.events.textOf(event) || unnamedEvent,
  );
  builder.meta.events = names.filter((name) => name !== unnamedEvent);
  const values = names.map((name, event) => {
    const counted = builder.addValueType(name, 'count');
    if (scanner.eventHasPeriod.at(event) === 0) return { counted, weighed: undefined };
    const unit = clockEvents.test(name) ? 'nanoseconds' : 'count';
    return { counted, weighed: builder.addValueType(`${name}-period`, unit) };
  });
  if (values.length === 0) builder.addValueType(unnamedEvent, 'count');
  const shown =
    values[
      Math.max(
        0,
        names.findIndex((name) => cpuEvents.test(name)),
      )
    ];
  builder.meta.defaultValueType = shown?.weighed ?? shown?.counted ?? 0;
  return values;
}

/** `comm pid/tid`; a single number is the thread's, as perf prints it by default. */
function addThreads(builder: ProfileBuilder, scanner: PerfScriptScanner): ThreadIndex[] {
  return Array.from({ length: scanner.threads.length }, (_, thread) => {
    const bytes = scanner.threads.bytesOf(thread);
    const split = scanner.pidOffset.at(thread);
    const decoder = new TextDecoder('utf-8');
    const name: StringIndex = builder.string(decoder.decode(bytes.subarray(0, split)).trim());
    const [first = '', second] = decoder.decode(bytes.subarray(split)).split('/');
    return builder.addThread({
      pid: second === undefined ? -1 : idOf(first),
      tid: idOf(second ?? first),
      processName: name,
      threadName: name,
    });
  });
}

function idOf(text: string): number {
  const id = Number(text);
  return text !== '' && Number.isInteger(id) && id >= 0 && id < 2 ** 31 ? id : -1;
}
