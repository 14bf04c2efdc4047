import { nearNames } from '../../../base/near-names.ts';
import { ToolError } from '../../../base/tool-error.ts';
import type { PmuFacts } from '../../../platform/event-files.ts';

/** The numbers of `perf_event_attr` that the terms of `cpu/event=0x3c,umask=1/` stand for. */
export interface PmuConfig {
  config: bigint;
  config1: bigint;
  config2: bigint;
  period: number | undefined;
  name: string | undefined;
}

/** Names inside names: an event of sysfs is itself terms. One level is what kernels have. */
const deepestAlias = 4;

/** Looks the terms up in what the kernel says of this PMU. */
export function encodePmuTerms(pmu: PmuFacts, terms: string): PmuConfig {
  const result: PmuConfig = {
    config: 0n,
    config1: 0n,
    config2: 0n,
    period: undefined,
    name: undefined,
  };
  addTerms(pmu, terms, result, 0);
  return result;
}

function addTerms(pmu: PmuFacts, terms: string, result: PmuConfig, depth: number): void {
  for (const term of terms.split(',').map((each) => each.trim())) {
    if (term === '') continue;
    const [key = '', value] = term.split('=');
    const alias = value === undefined ? pmu.events[key] : undefined;
    if (alias !== undefined && depth < deepestAlias) addTerms(pmu, alias, result, depth + 1);
    else addTerm(pmu, key, value, result);
  }
}

function addTerm(pmu: PmuFacts, key: string, value: string | undefined, result: PmuConfig): void {
  if (key === 'name' && value !== undefined) {
    result.name = value;
    return;
  }
  const number = value === undefined ? 1n : numberOf(value);
  if (number === undefined) {
    throw new ToolError('usage', `-e ${pmu.name}/…/: ${key}=${value ?? ''} is not a number`, {
      hint: `${pmu.name}/${key}=0x3c/`,
    });
  }
  const bits = pmu.formats[key];
  if (bits !== undefined) placeBits(bits, number, result);
  else if (key === 'config') result.config |= number;
  else if (key === 'config1') result.config1 |= number;
  else if (key === 'config2') result.config2 |= number;
  else if (key === 'period') result.period = Number(number);
  else throw unknownTerm(pmu, key);
}

function numberOf(text: string): bigint | undefined {
  return /^(0x[0-9a-f]+|\d+)$/i.test(text) ? BigInt(text) : undefined;
}

/** `config1:0-15,32` : the value's bits, low first, go to these places. */
function placeBits(format: string, value: bigint, result: PmuConfig): void {
  const [field = '', ranges = ''] = format.split(':');
  let rest = value;
  let placed = 0n;
  for (const range of ranges.split(',')) {
    const [low = '0', high = low] = range.split('-');
    const width = BigInt(Math.max(0, Number(high) - Number(low))) + 1n;
    placed |= (rest & ((1n << width) - 1n)) << BigInt(low);
    rest >>= width;
  }
  if (rest > 0n) {
    throw new ToolError('usage', `0x${value.toString(16)} is too large for ${format}`);
  }
  if (field === 'config') result.config |= placed;
  else if (field === 'config1') result.config1 |= placed;
  else if (field === 'config2') result.config2 |= placed;
}

function unknownTerm(pmu: PmuFacts, key: string): ToolError {
  const known = [...Object.keys(pmu.events), ...Object.keys(pmu.formats)];
  const near = nearNames(key, known);
  const some = near.length > 0 ? near : known.slice(0, 8);
  return new ToolError('usage', `${pmu.name} has no event or field named ${key}`, {
    hint: some.length === 0 ? `${pmu.name}/config=0x…/` : `${pmu.name}/${some.join('/ or ')}/`,
  });
}
