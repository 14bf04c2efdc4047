/** Constants of LLVM's instrumented profiles: llvm/ProfileData/InstrProfData.inc and InstrProf.h. */

/** First eight bytes as little-endian numbers; the last byte of the raw one says 64-bit pointers. */
export const magics = {
  raw64: 0xff6c70726f667281n,
  raw32: 0xff6c70726f665281n,
  indexed: 0x8169666f72706cffn,
} as const;

/** Bits of the version word that say what was counted; raw and indexed files share them. */
export const kindBits = {
  ir: 0x0100000000000000n,
  contextSensitive: 0x0200000000000000n,
  entryFirst: 0x0400000000000000n,
  debugCorrelate: 0x0800000000000000n,
  byteCoverage: 0x1000000000000000n,
  entryOnly: 0x2000000000000000n,
  memoryProfile: 0x4000000000000000n,
  temporal: 0x8000000000000000n,
} as const;

/** Those that stay true of counters after they were merged and written. */
export const keptKindBits: bigint =
  kindBits.ir |
  kindBits.contextSensitive |
  kindBits.entryFirst |
  kindBits.byteCoverage |
  kindBits.entryOnly;

/** What a value site observes. Virtual tables come with raw version 10 and are off by default. */
export const valueKinds = { callTarget: 0, memorySize: 1, virtualTable: 2 } as const;

/** A site keeps so many values, because their number is stored in a byte. */
export const mostValuesPerSite = 255;

/** Counters stop here; the two values above mark pseudo counts. */
export const mostCount: bigint = (1n << 64n) - 3n;

/** Set in the control-flow hash of functions counted after inlining (context-sensitive profiles). */
export const contextSensitiveHashBit: bigint = 1n << 60n;

/** Shares of the total, in millionths, for which the summary says how hot a counter must be. */
export const summaryCutoffs: readonly number[] = [
  10_000, 100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000, 800_000, 900_000, 950_000,
  990_000, 999_000, 999_900, 999_990, 999_999,
];
