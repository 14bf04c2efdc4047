import { ByteReader } from '../base/byte-reader.ts';
import { hexadecimal } from '../base/hexadecimal.ts';
import { readPart } from './byte-source.ts';
import type { ElfFile } from './elf-file.ts';
import { sectionTypes, segmentTypes } from './elf-table.ts';

export interface ElfNote {
  /** Who defined it: `GNU`, `Go`, `stapsdt`. */
  readonly owner: string;
  readonly type: number;
  readonly bytes: Uint8Array;
}

const buildIdType = 3;

/** The notes of an image, from its sections, or from its segments when sections were stripped. */
export function* notesOf(elf: ElfFile): Generator<ElfNote> {
  const sections = elf.sections.filter((section) => section.type === sectionTypes.note);
  if (sections.length > 0) {
    for (const { name, offset, size } of sections) yield* parseNotes(elf, offset, size, name);
    return;
  }
  for (const segment of elf.segments) {
    if (segment.type !== segmentTypes.note) continue;
    yield* parseNotes(elf, segment.offset, segment.fileSize, 'note segment');
  }
}

function parseNotes(elf: ElfFile, offset: number, size: number, name: string): Generator<ElfNote> {
  const bytes = readPart(elf.source, offset, size, name);
  return notesIn(new ByteReader(bytes, name, { base: offset, littleEndian: elf.littleEndian }));
}

function* notesIn(reader: ByteReader): Generator<ElfNote> {
  while (reader.remaining >= 12) {
    const ownerSize = reader.u32('owner size');
    const bodySize = reader.u32('body size');
    const type = reader.u32('type');
    const owner = reader.text(ownerSize, 'owner').replace(/\0+$/, '');
    reader.skip(padding(ownerSize, reader.remaining), 'padding');
    const body = reader.take(bodySize, 'body');
    reader.skip(padding(bodySize, reader.remaining), 'padding');
    yield { owner, type, bytes: body };
  }
}

/** Fields are aligned to four bytes; the last of a section need not be. */
function padding(size: number, remaining: number): number {
  return Math.min((4 - (size % 4)) % 4, remaining);
}

/** The GNU build id in hexadecimal; undefined when the linker wrote none. */
export function findBuildId(elf: ElfFile): string | undefined {
  return buildIdIn(notesOf(elf));
}

/** The build id among notes without a file around them, as in /sys/kernel/notes. */
export function findNoteBuildId(bytes: Uint8Array): string | undefined {
  return buildIdIn(notesIn(new ByteReader(bytes, 'notes')));
}

function buildIdIn(notes: Iterable<ElfNote>): string | undefined {
  for (const note of notes) {
    if (note.owner === 'GNU' && note.type === buildIdType) return hexadecimal(note.bytes);
  }
  return undefined;
}
