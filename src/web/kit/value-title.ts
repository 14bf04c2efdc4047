interface ValueType {
  readonly name: string;
  readonly unit: string;
}

/** Value types by the names that recorders give them. */
const titles: Readonly<Record<string, string>> = {
  'off-cpu': 'Waited',
  runnable: 'Waited for a CPU',
  latency: 'Latency',
  cpu: 'CPU time',
  wall: 'Wall time',
  samples: 'Samples',
  delay: 'Waited',
  contentions: 'Contentions',
  alloc_space: 'Allocated',
  alloc_objects: 'Allocations',
  inuse_space: 'In use',
  inuse_objects: 'Objects in use',
  space: 'In use',
  objects: 'Objects in use',
  goroutine: 'Goroutines',
};

const cpuClocks = new Set(['cpu-clock', 'task-clock']);

/** A plain title: `CPU time`, `Samples of cycles`. Two of the same title get their names behind. */
export function valueTitle(type: ValueType, all: readonly ValueType[] = []): string {
  const title = titleOf(type, all);
  const isAlone = all.every((other) => other.name === type.name || titleOf(other, all) !== title);
  return isAlone ? title : `${title} (${type.name})`;
}

function titleOf({ name, unit }: ValueType, all: readonly ValueType[]): string {
  const known = titles[name];
  if (known !== undefined) return known;
  // An event E has its samples counted as E, and what they stand for as E-period.
  const event = name.replace(/-period$/, '').replace(/:[a-zA-Z]+$/, '');
  if (name.endsWith('-period')) {
    return cpuClocks.has(event) || unit === 'nanoseconds' ? 'CPU time' : sentence(event);
  }
  const isCounted = unit === 'count' && all.some((other) => other.name === `${name}-period`);
  if (cpuClocks.has(event)) return 'Samples';
  return isCounted ? `Samples of ${event}` : sentence(name);
}

function sentence(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words === '' ? 'Value' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The count and the measure of the same thing: samples and CPU time, allocations and bytes. */
export function countAndMeasure<Type extends ValueType>(
  shown: Type,
  all: readonly Type[],
): { readonly count: Type; readonly measure: Type } | undefined {
  const find = (name: string): Type | undefined => all.find((each) => each.name === name);
  for (const [count, measure] of pairsOf(shown.name)) {
    const [counted, measured] = [find(count), find(measure)];
    if (counted !== undefined && measured !== undefined) {
      return { count: counted, measure: measured };
    }
  }
  return undefined;
}

/** Names of count and measure that one name may belong to. */
function pairsOf(name: string): readonly (readonly [string, string])[] {
  const event = name.replace(/-period$/, '');
  return [
    [event, `${event}-period`],
    [name.replace(/space$/, 'objects'), name.replace(/objects$/, 'space')],
    ...(name === 'samples' || name === 'cpu' ? [['samples', 'cpu'] as const] : []),
    ...(name === 'contentions' || name === 'delay' ? [['contentions', 'delay'] as const] : []),
  ].filter(([count, measure]) => count !== measure) as (readonly [string, string])[];
}
