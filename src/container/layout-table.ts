// The constants of the `.plateau` file. docs/formats/plateau.md is the specification; every list
// here is numbered by its order and is append only.

/** `\x89PLT\r\n\x1a\n`: not text, and damaged by anything that rewrites line ends. */
export const headMagic: readonly number[] = [0x89, 0x50, 0x4c, 0x54, 0x0d, 0x0a, 0x1a, 0x0a];
/** `PLT\x1aEND\n`: the last bytes of a file that was written to its end. */
export const endMagic: readonly number[] = [0x50, 0x4c, 0x54, 0x1a, 0x45, 0x4e, 0x44, 0x0a];
/** `PBLK`, read as a little-endian number. */
export const blockMagic = 0x4b_4c_42_50;

/** A major version changes the meaning of what older readers know; a minor one only adds. */
export const currentMajor = 1;
export const currentMinor = 0;

export const headerBytes = 20;
export const trailerBytes = 32;
/** The part of a block header before the section's name. */
export const blockFixedBytes = 24;
export const streamEntryBytes = 9;

export const columnKinds = ['u8', 'i32', 'f64', 'u64', 'i64', 'json'] as const;
export type ColumnKind = (typeof columnKinds)[number];
export const bytesPerRow: Readonly<Record<ColumnKind, number>> = {
  u8: 1,
  i32: 4,
  f64: 8,
  u64: 8,
  i64: 8,
  json: 1,
};

export const encodings = ['raw', 'constant', 'offset', 'delta', 'delta2', 'dictionary'] as const;
export type Encoding = (typeof encodings)[number];

export const compressions = ['stored', 'deflate'] as const;
export type Compression = (typeof compressions)[number];

/** Rows of a block as written: 1 MiB of the widest kinds, 1 MiB of bytes. */
export const rowsPerBlock: Readonly<Record<ColumnKind, number>> = {
  u8: 1 << 20,
  i32: 1 << 17,
  f64: 1 << 17,
  u64: 1 << 17,
  i64: 1 << 17,
  json: 1 << 20,
};
/** Rows of a block a reader accepts. */
export const mostRowsPerBlock: number = 1 << 20;
/** Eight byte planes and one stream of parameters. */
export const mostStreamsPerBlock = 9;
export const mostDictionaryEntries = 256;

/**
 * The size rule: no file decodes to more than `freeBytes + expansion × its own size`. A reader can so
 * refuse a bomb before it allocates; a writer whose columns are that regular adds a `padding` section.
 */
export const freeBytes: number = 64 * 2 ** 20;
export const expansion = 256;
export const paddingSection = 'padding';
