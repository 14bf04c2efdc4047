import { ProtobufReader } from '../../base/protobuf-reader.ts';
import { type Profile, ProfileBuilder, type ValueType } from '../../profile/index.ts';
import { type FieldIndex, indexFields, type Spans } from './field-index.ts';
import { valueTypeFields } from './field-table.ts';
import { parseFunctions, parseLocations } from './location-rows.ts';
import { parseMappings } from './mapping-rows.ts';
import { parseSamples } from './sample-rows.ts';
import { parseStrings, type StringRows } from './string-rows.ts';

/** Reads an unwrapped profile.proto message. */
export function parsePprof(bytes: Uint8Array): Profile {
  const builder = new ProfileBuilder();
  const reader = new ProtobufReader(bytes, 'profile');
  const index = indexFields(reader);
  reader.section = 'profile string table';
  const strings = parseStrings(reader, index.strings, builder);
  reader.section = 'profile';
  parseMeta(reader, index, strings, builder);
  reader.section = 'profile mapping';
  const mappings = parseMappings(reader, index.mappings, strings, builder);
  reader.section = 'profile function';
  const functions = parseFunctions(reader, index.functions, strings, builder);
  reader.section = 'profile location';
  const locations = parseLocations(reader, index.locations, mappings, functions, builder);
  reader.section = 'profile sample';
  parseSamples(reader, index, locations, strings, builder);
  return builder.finish();
}

function parseMeta(
  reader: ProtobufReader,
  index: FieldIndex,
  strings: StringRows,
  builder: ProfileBuilder,
): void {
  const text = (row: number, what: string): string =>
    builder.strings.textOf(strings.at(row, reader, what));
  const { meta, diagnostics } = builder;
  for (let row = 0; row < index.sampleTypes.length; row++) {
    const type = parseValueType(reader, index.sampleTypes, row, text);
    builder.appendValueType(type ?? { name: '', unit: '' });
  }
  meta.dropFrames = text(index.dropFrames, 'drop_frames');
  meta.keepFrames = text(index.keepFrames, 'keep_frames');
  meta.docUrl = text(index.docUrl, 'doc_url');
  meta.comments = index.comments.map((row) => text(row, 'comment'));
  meta.startEpochNs = index.timeNanos;
  meta.durationNs = index.durationNanos;
  meta.period = index.period;
  const lastPeriodType = index.periodTypes.length - 1;
  if (lastPeriodType >= 0) {
    meta.periodType = parseValueType(reader, index.periodTypes, lastPeriodType, text);
  }
  const shown = text(index.defaultSampleType, 'default_sample_type');
  meta.defaultValueType =
    shown === '' ? -1 : builder.valueTypes.findIndex((type) => type.name === shown);
  if (shown !== '' && meta.defaultValueType < 0) {
    diagnostics.count('unknown-default', `the default sample type ${shown} is not in the file`);
  }
  if (index.unknownFields > 0) {
    diagnostics.count('unknown-field', 'a field later than field 15', index.unknownFields);
  }
}

/** Null when neither a name nor a unit is given. */
function parseValueType(
  reader: ProtobufReader,
  spans: Spans,
  row: number,
  text: (row: number, what: string) => string,
): ValueType | null {
  spans.open(reader, row);
  let [name, unit] = ['', ''];
  while (reader.next()) {
    if (reader.field === valueTypeFields.type) name = text(reader.unsigned('type'), 'type');
    else if (reader.field === valueTypeFields.unit) unit = text(reader.unsigned('unit'), 'unit');
    else reader.skip();
  }
  return name === '' && unit === '' ? null : { name, unit };
}
