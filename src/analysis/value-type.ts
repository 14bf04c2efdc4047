import { ToolError } from '../base/tool-error.ts';
import {
  defaultValueType,
  type Profile,
  type ValueType,
  type ValueTypeIndex,
} from '../profile/index.ts';

/** The value type meant by `--sample-index`: a number or a name; the profile's default without one. */
export function resolveValueType(profile: Profile, asked: string | undefined): ValueTypeIndex {
  const { valueTypes } = profile;
  if (asked === undefined) return defaultValueType(profile) as ValueTypeIndex;
  // pprof's old heap options: `inuse_space` also means a type called `space`.
  const older = asked.replace(/^inuse_/, '');
  const byName = valueTypes.findIndex(({ name }) => name === asked || name === older);
  if (byName >= 0) return byName as ValueTypeIndex;
  const byNumber = Number(asked);
  if (asked !== '' && Number.isInteger(byNumber) && valueTypes[byNumber] !== undefined) {
    return byNumber as ValueTypeIndex;
  }
  const names = valueTypes.map((type) => type.name).join(', ');
  throw new ToolError('usage', `no value type ${asked} in this profile`, {
    hint: `--sample-index one of: ${names}`,
  });
}

/** Time on a processor, under the names that recorders give it. */
export function isCpuTime({ name, unit }: ValueType): boolean {
  return unit === 'nanoseconds' && /^(cpu|(cpu|task)-clock-period|cpu-time|on-cpu)$/.test(name);
}
