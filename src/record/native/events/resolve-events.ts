import { unreachable } from '../../../base/assert.ts';
import { nearNames } from '../../../base/near-names.ts';
import { ToolError } from '../../../base/tool-error.ts';
import { eventTypes } from '../../../perf/attr-table.ts';
import type { PlannedEvent } from '../recording-plan.ts';
import { findCacheConfig } from './cache-event.ts';
import { listedCacheEvents } from './cache-events-table.ts';
import { parseModifier } from './event-modifier.ts';
import type { EventSources } from './event-sources.ts';
import { type EventWords, parseEventWords, splitEvents } from './event-words.ts';
import { hardwareEvents, type NamedEvent, softwareEvents } from './named-events-table.ts';
import { encodePmuTerms } from './pmu-terms.ts';
import { functionSite, type ProbeSite, usdtSites } from './probe-sites.ts';
import { resolveTracepoints } from './resolve-tracepoint.ts';

/** Every occurrence, where a rate would be meaningless. */
const everyOne = { period: 1 } as const;

/** The events that the texts of `-e` ask for; one text may be a list, a glob or many probe sites. */
export function resolveEvents(texts: readonly string[], sources: EventSources): PlannedEvent[] {
  return splitEvents(texts).flatMap((text) => resolveEvent(text, sources));
}

/** Cycles where the processor counts them, the clock elsewhere. */
export function defaultEvents(): PlannedEvent[] {
  return [namedEvent('cycles', '') ?? cpuClock({})];
}

function resolveEvent(text: string, sources: EventSources): PlannedEvent[] {
  const words = parseEventWords(text);
  switch (words.kind) {
    case 'name':
      return [namedEvent(words.name, words.modifier) ?? sysfsEvent(words, sources)];
    case 'raw':
      return [
        {
          name: text,
          type: eventTypes.raw,
          config: words.config,
          ...parseModifier(text, words.modifier),
        },
      ];
    case 'pmu':
      return [pmuEvent(text, words, sources)];
    case 'tracepoint':
      refuseMisread(words);
      return resolveTracepoints(words, sources.tracepoints);
    case 'uprobe':
    case 'uretprobe':
    case 'usdt':
      return userProbe(text, words, sources);
    case 'kprobe':
    case 'kretprobe':
      return [kernelProbe(text, words, sources)];
    default:
      return unreachable(words);
  }
}

/** What has the form of a tracepoint and is none. */
function refuseMisread({ system, name }: WordsOf<'tracepoint'>): void {
  if (system === 'mem') {
    throw new ToolError('unsupported-input', `-e mem:${name}: breakpoints are not recorded`, {
      hint: 'perf record -e mem:… does, and plateau reads its perf.data',
    });
  }
  // An event with letters that are no modifier.
  if (namedEvent(system, '') !== undefined) parseModifier(system, name);
}

function namedEvent(name: string, modifier: string): PlannedEvent | undefined {
  const shown = modifier === '' ? '' : `:${modifier}`;
  const rings = parseModifier(name, modifier);
  const hardware = findNamed(hardwareEvents, name);
  if (hardware !== undefined) {
    const canonical = `${hardware.names[0] ?? name}${shown}`;
    const config = BigInt(hardware.config);
    const event = { name: canonical, type: eventTypes.hardware, config, ...rings };
    return hardware.config === 0 ? { ...event, fallback: cpuClock(rings) } : event;
  }
  const software = findNamed(softwareEvents, name);
  if (software !== undefined) {
    return {
      name: `${software.names[0] ?? name}${shown}`,
      type: eventTypes.software,
      config: BigInt(software.config),
      ...rings,
      ...(software.everyOne === true && { rate: everyOne }),
    };
  }
  const cache = findCacheConfig(name);
  if (cache === undefined) return undefined;
  return { name: `${name}${shown}`, type: eventTypes.cache, config: cache, ...rings };
}

function cpuClock(rings: Partial<PlannedEvent>): PlannedEvent {
  // Only a counter can place a sample more exactly.
  const { preciseIp: _, ...kept } = rings;
  return { ...kept, name: 'cpu-clock', type: eventTypes.software, config: 0n };
}

function findNamed<Event extends NamedEvent>(
  table: readonly Event[],
  name: string,
): Event | undefined {
  const lower = name.toLowerCase();
  return table.find(({ names }) => names.includes(lower));
}

type WordsOf<Kind extends EventWords['kind']> = Extract<EventWords, { kind: Kind }>;

/** An event that only this machine's processor has: `perf list` shows them without their PMU too. */
function sysfsEvent(words: WordsOf<'name'>, sources: EventSources): PlannedEvent {
  for (const pmu of sources.pmuNames()) {
    const facts = sources.pmu(pmu);
    if (facts?.events[words.name] === undefined) continue;
    return pmuEvent(words.name, { ...words, kind: 'pmu', pmu, terms: words.name }, sources);
  }
  throw unknownEvent(words.name, sources);
}

function pmuEvent(text: string, words: WordsOf<'pmu'>, sources: EventSources): PlannedEvent {
  const pmu = sources.pmu(words.pmu);
  if (pmu === undefined) {
    const known = sources.pmuNames();
    const virtual = 'this machine shows no processor counters (a virtual machine?)';
    throw new ToolError('unsupported-input', `-e ${text}: there is no event source ${words.pmu}`, {
      hint: `${words.pmu === 'cpu' ? `${virtual}; ` : ''}it has ${known.join(', ')}`,
    });
  }
  const { config, config1, config2, period, name } = encodePmuTerms(pmu, words.terms);
  return {
    name: name ?? text,
    type: pmu.type,
    config,
    config1,
    config2,
    ...parseModifier(text, words.modifier),
    ...(period !== undefined && { rate: { period } }),
  };
}

function userProbe(
  text: string,
  words: WordsOf<'uprobe' | 'uretprobe' | 'usdt'>,
  sources: EventSources,
): PlannedEvent[] {
  const probedFile = sources.findImage(words.path);
  if (probedFile === undefined) {
    throw new ToolError('not-found', `-e ${text}: no such file ${words.path}`, {
      hint: 'give the path of the program or library; ldd PROGRAM shows its libraries',
    });
  }
  const pmu = sources.pmu('uprobe');
  if (pmu === undefined) throw noProbes(text, 'uprobe', 'CONFIG_UPROBE_EVENTS');
  const sites = sources.readImage(probedFile, (elf): readonly ProbeSite[] =>
    words.kind === 'usdt'
      ? usdtSites(elf, probedFile, words.provider, words.name)
      : [functionSite(elf, probedFile, words.symbol, words.offset)],
  );
  return sites.map(({ fileOffset, semaphoreOffset }) => ({
    name: text,
    type: pmu.type,
    // Bit 0: at the return. The upper half: the counter to raise while somebody looks.
    config: (words.kind === 'uretprobe' ? 1n : 0n) | (semaphoreOffset << 32n),
    config2: fileOffset,
    probedFile,
    rate: everyOne,
  }));
}

function kernelProbe(
  text: string,
  words: WordsOf<'kprobe' | 'kretprobe'>,
  sources: EventSources,
): PlannedEvent {
  const pmu = sources.pmu('kprobe');
  if (pmu === undefined) throw noProbes(text, 'kprobe', 'CONFIG_KPROBE_EVENTS');
  return {
    name: text,
    type: pmu.type,
    config: words.kind === 'kretprobe' ? 1n : 0n,
    config2: words.offset,
    // The kernel takes the name where uprobes have the path.
    ...(words.symbol === '' ? {} : { probedFile: words.symbol }),
    rate: everyOne,
  };
}

function noProbes(text: string, kind: 'uprobe' | 'kprobe', option: string): ToolError {
  const instead = kind === 'kprobe' ? '; tracepoints (sched:sched_switch) may do instead' : '';
  return new ToolError('unsupported-input', `-e ${text}: this kernel has no ${kind}s`, {
    hint: `boot a kernel with ${option}${instead}`,
  });
}

function unknownEvent(name: string, sources: EventSources): ToolError {
  const known = [
    ...[...hardwareEvents, ...softwareEvents].flatMap(({ names }) => names),
    ...listedCacheEvents,
    ...sources.pmuNames().flatMap((pmu) => Object.keys(sources.pmu(pmu)?.events ?? {})),
  ];
  const near = nearNames(name, known);
  const hint =
    near.length > 0
      ? near.map((each) => `-e ${each}`).join(' or ')
      : 'perf list names: cycles, cache-misses, page-faults, context-switches, sched:sched_switch, …';
  return new ToolError('usage', `there is no event named ${name}`, { hint });
}
