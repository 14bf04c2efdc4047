import type { Diagnostics } from '../../base/diagnostics.ts';
import { ProtobufWriter } from '../../base/protobuf-writer.ts';
import type { Profile } from '../../profile/index.ts';
import { LabelEncoder } from './encode-labels.ts';
import { profileFields, sampleFields } from './field-table.ts';
import type { LocationNumbers } from './location-numbers.ts';
import { groupSamples } from './sample-groups.ts';
import type { StringNumbers } from './string-numbers.ts';

interface SampleSource {
  readonly profile: Profile;
  readonly locations: LocationNumbers;
  readonly strings: StringNumbers;
  /** One column per sample type, whole numbers. */
  readonly values: readonly Float64Array[];
  readonly diagnostics: Diagnostics;
}

/** Writes the samples; yields after each. */
export function* encodeSamples(writer: ProtobufWriter, source: SampleSource): Iterable<void> {
  const { profile, locations, diagnostics } = source;
  const { rows, values } = groupSamples(profile, source.values, diagnostics);
  const labels = new LabelEncoder(profile, source.strings);
  const body = new ProtobufWriter();
  const packed = new ProtobufWriter();
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    let stack = profile.samples.stack[row] as number;
    while (stack >= 0) {
      packed.varint(locations.idOf(locations.location[stack] as number));
      stack = locations.outside[stack] as number;
    }
    if (packed.length > 0) body.message(sampleFields.locationId, packed);
    for (const column of values) encodeValue(packed, column[at] as number);
    body.message(sampleFields.value, packed);
    labels.encode(body, row);
    writer.message(profileFields.sample, body);
    yield;
  }
}

function encodeValue(packed: ProtobufWriter, value: number): void {
  if (Number.isSafeInteger(value)) packed.varint(value);
  else packed.varint64(BigInt(value));
}
