import { Diagnostics } from '../../base/diagnostics.ts';
import { ProtobufWriter } from '../../base/protobuf-writer.ts';
import type { Profile, ValueType } from '../../profile/index.ts';
import type { EncodeOptions } from '../format.ts';
import { encodeLocations } from './encode-locations.ts';
import { encodeMappings } from './encode-mappings.ts';
import { encodeSamples } from './encode-samples.ts';
import { profileFields as fields, valueTypeFields } from './field-table.ts';
import { integerColumns } from './integer-columns.ts';
import { LocationNumbers } from './location-numbers.ts';
import { StringNumbers } from './string-numbers.ts';

/** Pieces handed on are about this large. */
const chunkBytes = 1 << 20;

/**
 * Writes fields in the order of Go's encoder. Ids and strings are numbered by first use, so that
 * the same profile always gives the same bytes.
 */
export function* encodePprof(profile: Profile, options: EncodeOptions): Iterable<Uint8Array> {
  const diagnostics = options.diagnostics ?? new Diagnostics();
  const writer = new ProtobufWriter(chunkBytes * 2);
  const strings = new StringNumbers(profile);
  const columns = integerColumns(profile, diagnostics);
  for (const { type } of columns) encodeValueType(writer, fields.sampleType, type, strings);
  const locations = new LocationNumbers(profile);
  const values = columns.map((column) => column.values);
  for (const _ of encodeSamples(writer, { profile, locations, strings, values, diagnostics })) {
    if (writer.length >= chunkBytes) yield writer.flush();
  }
  encodeMappings(writer, profile, strings);
  for (const _ of encodeLocations(writer, profile, locations, strings)) {
    if (writer.length >= chunkBytes) yield writer.flush();
  }
  const meta = new ProtobufWriter();
  encodeMeta(
    meta,
    profile,
    columns.map((column) => column.type),
    strings,
  );
  for (const text of strings.texts()) {
    writer.text(fields.stringTable, text);
    if (writer.length >= chunkBytes) yield writer.flush();
  }
  yield writer.flush();
  yield meta.flush();
}

function encodeMeta(
  writer: ProtobufWriter,
  profile: Profile,
  types: readonly ValueType[],
  strings: StringNumbers,
): void {
  const { meta } = profile;
  writer.integer(fields.dropFrames, strings.ofText(meta.dropFrames));
  writer.integer(fields.keepFrames, strings.ofText(meta.keepFrames));
  writer.integer64(fields.timeNanos, meta.startEpochNs);
  writer.integer(fields.durationNanos, Math.round(meta.durationNs));
  if (meta.periodType !== null) {
    encodeValueType(writer, fields.periodType, meta.periodType, strings);
  }
  writer.integer(fields.period, Math.round(meta.period));
  encodeComments(writer, profile, strings);
  const shown = profile.valueTypes[meta.defaultValueType];
  const isWritten = types.some((type) => type.name === shown?.name);
  writer.integer(fields.defaultSampleType, isWritten ? strings.ofText(shown?.name ?? '') : 0);
  writer.integer(fields.docUrl, strings.ofText(meta.docUrl));
}

/** Comments also carry what pprof has no field for and a reader must not overlook. */
function encodeComments(writer: ProtobufWriter, profile: Profile, strings: StringNumbers): void {
  const { comments, command, health } = profile.meta;
  const said = [...comments];
  if (command !== '') said.push(`command: ${command}`);
  if (health.lostSamples > 0) said.push(`lost samples: ${health.lostSamples}`);
  if (health.throttled > 0) said.push(`throttled: ${health.throttled}`);
  if (health.truncatedStacks > 0) said.push(`truncated stacks: ${health.truncatedStacks}`);
  if (said.length === 0) return;
  // Packed, because a comment of "" would be dropped as a field of its own.
  const body = new ProtobufWriter();
  for (const comment of said) body.varint(strings.ofText(comment));
  writer.message(fields.comment, body);
}

function encodeValueType(
  writer: ProtobufWriter,
  field: number,
  type: ValueType,
  strings: StringNumbers,
): void {
  const body = new ProtobufWriter(32);
  body.integer(valueTypeFields.type, strings.ofText(type.name));
  body.integer(valueTypeFields.unit, strings.ofText(type.unit));
  writer.message(field, body);
}
