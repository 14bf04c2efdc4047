import type { ByteWriter } from '../../base/byte-writer.ts';
import type { FunctionCounters } from './instrumented-profile.ts';
import { summaryCutoffs } from './profile-table.ts';

/** How hot a counter must be to belong to the hottest share of all counts. */
export interface SummaryEntry {
  /** In millionths of the total. */
  readonly cutoff: number;
  readonly leastCount: bigint;
  readonly counterCount: bigint;
}

/** What a compiler decides hot and cold by: ProfileSummary of LLVM. */
export interface ProfileSummary {
  readonly functionCount: bigint;
  readonly counterCount: bigint;
  readonly highestEntry: bigint;
  readonly highest: bigint;
  readonly highestInternal: bigint;
  readonly total: bigint;
  readonly entries: readonly SummaryEntry[];
}

const invalidCount = (1n << 64n) - 1n;
/** Pseudo counts (hot, warm) in place of an entry count; such functions do not count. */
const leastPseudoCount = invalidCount - 1n;

export function summarize(functions: Iterable<FunctionCounters>): ProfileSummary {
  const frequencies = new Map<bigint, bigint>();
  const highest = { entry: 0n, internal: 0n };
  let functionCount = 0n;
  let counterCount = 0n;
  let total = 0n;
  for (const { counts } of functions) {
    if ((counts[0] ?? 0n) >= leastPseudoCount) continue;
    functionCount++;
    counts.forEach((count, i) => {
      if (count === invalidCount) return;
      counterCount++;
      total = BigInt.asUintN(64, total + count);
      frequencies.set(count, (frequencies.get(count) ?? 0n) + 1n);
      const place = i === 0 ? 'entry' : 'internal';
      if (count > highest[place]) highest[place] = count;
    });
  }
  return {
    functionCount,
    counterCount,
    highestEntry: highest.entry,
    highest: highest.entry > highest.internal ? highest.entry : highest.internal,
    highestInternal: highest.internal,
    total,
    entries: entriesOf(frequencies, total),
  };
}

function entriesOf(frequencies: ReadonlyMap<bigint, bigint>, total: bigint): SummaryEntry[] {
  const falling = [...frequencies].sort(([a], [b]) => (a < b ? 1 : a > b ? -1 : 0));
  let at = 0;
  let leastCount = 0n;
  let seen = 0n;
  let sum = 0n;
  return summaryCutoffs.map((cutoff) => {
    const wanted = (total * BigInt(cutoff)) / 1_000_000n;
    for (; sum < wanted && at < falling.length; at++) {
      const [count, frequency] = falling[at] as [bigint, bigint];
      leastCount = count;
      sum = BigInt.asUintN(64, sum + count * frequency);
      seen += frequency;
    }
    return { cutoff, leastCount, counterCount: seen };
  });
}

/** Number of fields, number of entries, the fields, the entries; all u64. */
export function encodeSummary(summary: ProfileSummary, into: ByteWriter): void {
  const { functionCount, counterCount, highestEntry, highest, highestInternal, total } = summary;
  const fields = [functionCount, counterCount, highestEntry, highest, highestInternal, total];
  into.u64(BigInt(fields.length));
  into.u64(BigInt(summary.entries.length));
  for (const field of fields) into.u64(field);
  for (const { cutoff, leastCount, counterCount: seen } of summary.entries) {
    into.u64(BigInt(cutoff));
    into.u64(leastCount);
    into.u64(seen);
  }
}
