import { baseName } from '../base/base-name.ts';
import { mergeProfiles, type Profile, TableExtension, type ValueType } from '../profile/index.ts';
import { buildCallTree, type CallTree, type CallTreeOptions } from './call-tree.ts';
import type { ProfileDiff } from './diff.ts';
import { stableName } from './diff-costs.ts';

const baseType: ValueType = { name: 'base', unit: '' };
const newType: ValueType = { name: 'new', unit: '' };

/** How the tree of a difference is merged; the values are those of the difference. */
export type DiffTreeOptions = Omit<CallTreeOptions, 'columns' | 'valueType'>;

/** The call tree of both profiles together, with the base's values in column 0, the new in 1. */
export function diffTree(
  base: Profile,
  after: Profile,
  diff: ProfileDiff,
  options: DiffTreeOptions = {},
): CallTree {
  const merged = mergeSides(base, after, diff);
  const columns = merged.samples.values.map((values) => ({ values }));
  const processes = options.processes ?? processNames(base).join() === processNames(after).join();
  return buildCallTree(merged, { ...options, columns, processes });
}

/** Both profiles as one, what is the same under the same names: value type 0 is the base's, 1 the new. */
export function mergeSides(base: Profile, after: Profile, diff: ProfileDiff): Profile {
  const [first, second] = alignNames(base, after);
  const { baseColumn, newColumn } = diff.valueTypes;
  return mergeProfiles([
    oneColumn(first, baseColumn, { ...baseType, unit: diff.unit }, 1),
    oneColumn(second, newColumn, { ...newType, unit: diff.unit }, diff.scale),
  ]);
}

/** Only the value compared, as a type of its own, so that merging keeps the sides apart. */
function oneColumn(profile: Profile, column: number, type: ValueType, scale: number): Profile {
  const values = profile.samples.values[column] ?? new Float64Array(profile.samples.length);
  const { timeNs: _time, cpu: _cpu, ...samples } = profile.samples;
  return {
    ...profile,
    meta: { ...profile.meta, defaultValueType: -1 },
    valueTypes: [type],
    samples: {
      ...samples,
      timeNs: null,
      cpu: null,
      values: [scale === 1 ? values : values.map((value) => value * scale)],
    },
  };
}

/**
 * Gives what is the same on both sides the same name: images go by the end of their path, build
 * hashes are cut off, and where each side has one image the other lacks, they are the program
 * under two names.
 */
function alignNames(base: Profile, after: Profile): [Profile, Profile] {
  const baseModules = moduleNames(base);
  const afterModules = moduleNames(after);
  const gone = [...baseModules].filter((name) => !afterModules.has(name));
  const come = [...afterModules].filter((name) => !baseModules.has(name));
  const renamed =
    gone.length === 1 && come.length === 1 ? new Map([[gone[0] ?? '', come[0] ?? '']]) : new Map();
  return [rename(base, renamed), rename(after, new Map())];
}

function rename(profile: Profile, modules: ReadonlyMap<string, string>): Profile {
  const extension = new TableExtension(profile);
  const { functions, mappings, strings } = profile;
  const name = functions.name.map((row) => extension.string(stableName(strings[row] ?? '')));
  const file = mappings.file.map((row) => {
    const short = baseName(strings[row] ?? '');
    return extension.string(modules.get(short) ?? short);
  });
  return {
    ...profile,
    strings: extension.tables().strings,
    functions: { ...functions, name },
    mappings: { ...mappings, file },
  };
}

function moduleNames({ mappings, strings }: Profile): Set<string> {
  return new Set(Array.from(mappings.file, (row) => baseName(strings[row] ?? '')));
}

function processNames({ threads, strings }: Profile): string[] {
  return [...new Set(Array.from(threads.processName, (row) => strings[row] ?? ''))].sort();
}
