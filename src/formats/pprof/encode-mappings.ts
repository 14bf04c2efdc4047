import { ProtobufWriter } from '../../base/protobuf-writer.ts';
import { mappingKinds, type Profile, symbolizedBits } from '../../profile/index.ts';
import { mappingFields as fields, profileFields } from './field-table.ts';
import type { StringNumbers } from './string-numbers.ts';

const unmapped = mappingKinds.indexOf('unmapped');

export function encodeMappings(
  writer: ProtobufWriter,
  profile: Profile,
  strings: StringNumbers,
): void {
  const { mappings } = profile;
  const ids = mappingIds(profile);
  const symbolized = symbolizedOf(profile);
  const body = new ProtobufWriter();
  for (let row = 0; row < mappings.length; row++) {
    const id = ids[row] as number;
    if (id === 0) continue;
    body.integer(fields.id, id);
    body.integer64(fields.memoryStart, mappings.start[row] ?? 0n);
    body.integer64(fields.memoryLimit, mappings.limit[row] ?? 0n);
    body.integer64(fields.fileOffset, mappings.offset[row] ?? 0n);
    body.integer(fields.filename, strings.of(mappings.file[row] as number));
    body.integer(fields.buildId, strings.of(mappings.buildId[row] as number));
    const bits = symbolized[row] as number;
    body.boolean(fields.hasFunctions, (bits & symbolizedBits.functions) !== 0);
    body.boolean(fields.hasFilenames, (bits & symbolizedBits.files) !== 0);
    body.boolean(fields.hasLineNumbers, (bits & symbolizedBits.lines) !== 0);
    body.boolean(fields.hasInlineFrames, (bits & symbolizedBits.inlines) !== 0);
    writer.message(profileFields.mapping, body);
  }
}

/** Ids by mapping row, from 1; 0 for `unmapped`, which in a file is a location without a mapping. */
export function mappingIds(profile: Profile): Int32Array {
  const ids = new Int32Array(profile.mappings.length);
  let id = 0;
  for (let row = 0; row < ids.length; row++) {
    if (profile.mappings.kind[row] !== unmapped) ids[row] = ++id;
  }
  return ids;
}

/**
 * The has_* flags: the file's own word where there is one. Otherwise a flag is set only if every
 * frame of the mapping has the fact, because a reader that sees the flag will not look it up again.
 */
function symbolizedOf(profile: Profile): Uint8Array {
  const { frames, functions, mappings } = profile;
  const has = new Uint8Array(mappings.length);
  const lacks = new Uint8Array(mappings.length);
  for (let frame = 0; frame < frames.length; frame++) {
    const mapping = frames.mapping[frame] as number;
    if (mapping < 0) continue;
    const called = frames.function[frame] as number;
    let bits = 0;
    if (called >= 0) bits |= symbolizedBits.functions;
    if (called >= 0 && functions.file[called] !== 0) bits |= symbolizedBits.files;
    if (frames.line[frame] !== 0) bits |= symbolizedBits.lines;
    has[mapping] = (has[mapping] as number) | bits;
    lacks[mapping] = (lacks[mapping] as number) | ~bits;
    // Inlined functions that are shown were looked up; that none is shown proves nothing.
    if (frames.inlineDepth[frame] !== 0) {
      has[mapping] = has[mapping] | symbolizedBits.inlines;
    }
  }
  return has.map((bits, row) => {
    const stated = mappings.symbolized[row] as number;
    if (stated !== 0) return stated;
    return bits & (~(lacks[row] as number) | symbolizedBits.inlines);
  });
}
