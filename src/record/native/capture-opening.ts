import { arch } from 'node:os';
import process from 'node:process';
import { ToolError } from '../../base/tool-error.ts';
import type { FileEvent } from '../../perf/file-writer.ts';
import {
  branchStackFeature,
  encodeEventDescription,
  encodeFacts,
  type Feature,
} from '../../perf/file-writer-features.ts';
import { isRoot, perfEventParanoid } from '../../platform/machine-facts.ts';
import { readTracingData } from '../../platform/perf-events/tracing-files.ts';
import { errnoName } from '../../platform/sys/errno-table.ts';
import type { Sys } from '../../platform/sys/sys.ts';
import { type AttrRequest, attrOf, dummyEvent, needsDummy } from './capture-attrs.ts';
import { OpenEvents, type OpenRequest, RingRefused } from './capture-events.ts';
import { readFileFacts } from './capture-facts.ts';
import type { Watched } from './capture-target.ts';
import { probedFile, type SettledEvents, settleEvents } from './capture-terms.ts';
import type { PlannedEvent, RecordingPlan } from './recording-plan.ts';

export interface OpenedPlan {
  readonly events: OpenEvents;
  readonly settled: SettledEvents;
  /** As the file describes them; the dummy, if there is one, comes first. */
  readonly fileEvents: readonly FileEvent[];
  readonly hasDummy: boolean;
  readonly features: readonly Feature[];
  readonly notes: readonly string[];
}

export interface OpeningOptions {
  readonly version?: string;
  readonly tracefs?: string;
}

const smallestRing = 1;
const pagesForChains = 128;
/** Stack copies fill a ring sixty times as fast. */
const pagesForStacks = 1024;

/** Opens everything the plan asks for, as far as this machine and this user's rights go. */
export function openPlan(
  sys: Sys,
  plan: RecordingPlan,
  watched: Watched,
  options: OpeningOptions,
): OpenedPlan {
  const features = traceFeatures(plan.events, sys, options);
  const settled = settleEvents({ sys, plan, watched, arch: arch(), paranoid: perfEventParanoid() });
  const hasDummy = needsDummy(plan);
  const planned = hasDummy ? [dummyEvent, ...settled.events] : settled.events;
  const probes = planned.map(({ probedFile: path }) =>
    path === undefined ? undefined : probedFile(sys, path),
  );
  const wanted = plan.ringPages ?? defaultPages(plan);
  let pages = wanted;
  for (;;) {
    const wakeupBytes = Math.floor((pages * sys.pageSize()) / (isRoot() ? 4 : 8));
    const requests = planned.map((event, index): OpenRequest => {
      const attr = attrOf({ ...requestOf(plan, settled, event, index, hasDummy), wakeupBytes });
      const address = probes[index]?.address;
      const complete = address === undefined ? attr : { ...attr, config1: address };
      return { name: event.name, attr: complete, filter: event.filter };
    });
    const events = new OpenEvents(sys, requests);
    try {
      events.open(watched, pages);
      return describe({
        events,
        requests,
        settled,
        hasDummy,
        features,
        plan,
        options,
        pages,
        wanted,
      });
    } catch (error) {
      events[Symbol.dispose]();
      if (!(error instanceof RingRefused)) throw error;
      if (pages <= smallestRing) throw noRing(error.errno);
      pages = Math.floor(pages / 2);
    }
  }
}

function defaultPages(plan: RecordingPlan): number {
  return plan.callGraph.mode === 'dwarf' ? pagesForStacks : pagesForChains;
}

function requestOf(
  plan: RecordingPlan,
  { terms }: SettledEvents,
  event: PlannedEvent,
  index: number,
  hasDummy: boolean,
): Omit<AttrRequest, 'wakeupBytes'> {
  const isTracking = index === 0;
  const starts = {
    launch: hasDummy && !isTracking && (plan.delayMs ?? 0) > 0 ? 'when told' : 'on exec',
    attach: 'at once',
    system: 'when told',
    cgroup: 'when told',
  } as const;
  return { event, plan, terms, arch: arch(), isTracking, start: starts[plan.target.kind] };
}

/** Also proves that tracefs can be read, before anything is launched. */
function traceFeatures(
  events: readonly PlannedEvent[],
  sys: Sys,
  { tracefs }: OpeningOptions,
): Feature[] {
  const tracepoints = events.flatMap(({ tracepoint }) => tracepoint ?? []);
  return tracepoints.length === 0 ? [] : [readTracingData(tracepoints, sys.pageSize(), tracefs)];
}

interface Described extends Pick<OpenedPlan, 'events' | 'settled' | 'hasDummy' | 'features'> {
  readonly requests: readonly OpenRequest[];
  readonly plan: RecordingPlan;
  readonly options: OpeningOptions;
  readonly pages: number;
  readonly wanted: number;
}

function describe(of: Described): OpenedPlan {
  const { events, requests, settled, hasDummy, plan, options, pages, wanted } = of;
  const fileEvents = requests.map(({ name, attr }, index): FileEvent => {
    const planned = hasDummy ? settled.events[index - 1] : settled.events[index];
    // An address of this process means nothing to whoever reads the file.
    const config1 = planned?.probedFile === undefined ? attr.config1 : 0n;
    return { name, attr: { ...attr, config1 }, ids: events.ids[index] ?? [] };
  });
  const facts = readFileFacts(plan.commandLine ?? process.argv, options.version ?? 'plateau');
  const features = [
    ...of.features,
    encodeEventDescription(fileEvents),
    ...encodeFacts(facts),
    ...(plan.callGraph.mode === 'lbr' && !settled.terms.withoutBranches
      ? [branchStackFeature]
      : []),
  ];
  const notes = [...settled.notes, ...(pages < wanted ? [ringNote(pages, wanted)] : [])];
  return { events, settled, hasDummy, features, fileEvents, notes };
}

function ringNote(pages: number, wanted: number): string {
  return `rings of ${pages} instead of ${wanted} pages: more memory may not be locked (kernel.perf_event_mlock_kb, ulimit -l)`;
}

function noRing(refused: number): ToolError {
  return new ToolError('denied', `no memory for the kernel's records: ${errnoName(refused)}`, {
    hint: 'raise kernel.perf_event_mlock_kb or ulimit -l, end other profilers, or run as root',
  });
}
