import { ProtobufWriter } from '../../base/protobuf-writer.ts';
import { frameFlags, type Profile } from '../../profile/index.ts';
import { mappingIds } from './encode-mappings.ts';
import { functionFields, lineFields, locationFields, profileFields } from './field-table.ts';
import type { LocationNumbers } from './location-numbers.ts';
import type { StringNumbers } from './string-numbers.ts';

/** Writes the locations that samples used, then their functions. Yields after each message. */
export function* encodeLocations(
  writer: ProtobufWriter,
  profile: Profile,
  locations: LocationNumbers,
  strings: StringNumbers,
): Iterable<void> {
  const functions = new FunctionNumbers(profile.functions.length);
  const mappings = mappingIds(profile);
  const body = new ProtobufWriter();
  const line = new ProtobufWriter(64);
  for (const location of locations.used()) {
    const frame = locations.frameOf(location);
    const mapping = profile.frames.mapping[frame] as number;
    body.integer(locationFields.id, locations.idOf(location));
    body.integer(locationFields.mappingId, mapping < 0 ? 0 : (mappings[mapping] as number));
    encodeAddress(body, profile, frame);
    for (let at = location; at >= 0; at = locations.outerOf(at)) {
      const own = locations.frameOf(at);
      const isOnly = at === location && locations.outerOf(at) < 0;
      if (isOnly && isBare(profile, own)) break;
      const called = profile.frames.function[own] as number;
      line.integer(lineFields.functionId, called < 0 ? 0 : functions.idOf(called));
      line.integer(lineFields.line, profile.frames.line[own] as number);
      line.integer(lineFields.column, profile.frames.column[own] as number);
      body.message(locationFields.line, line);
    }
    const flags = profile.frames.flags[frame] as number;
    body.boolean(locationFields.isFolded, (flags & frameFlags.folded) !== 0);
    writer.message(profileFields.location, body);
    yield;
  }
  for (const called of functions.used) {
    encodeFunction(body, profile, called, functions.idOf(called), strings);
    writer.message(profileFields.function, body);
    yield;
  }
}

/** Nothing is known of the frame but its place: a location without lines. */
function isBare({ frames }: Profile, frame: number): boolean {
  return frames.function[frame] === -1 && frames.line[frame] === 0 && frames.column[frame] === 0;
}

function encodeAddress(body: ProtobufWriter, profile: Profile, frame: number): void {
  const address = profile.frames.address[frame] as number;
  if (address < 0) return;
  const mapping = profile.frames.mapping[frame] as number;
  const start = mapping < 0 ? 0n : (profile.mappings.start[mapping] ?? 0n);
  if (start === 0n) body.integer(locationFields.address, address);
  else body.integer64(locationFields.address, start + BigInt(address));
}

function encodeFunction(
  body: ProtobufWriter,
  profile: Profile,
  called: number,
  id: number,
  strings: StringNumbers,
): void {
  const { functions } = profile;
  body.integer(functionFields.id, id);
  body.integer(functionFields.name, strings.of(functions.name[called] as number));
  body.integer(functionFields.systemName, strings.of(functions.linkageName[called] as number));
  body.integer(functionFields.filename, strings.of(functions.file[called] as number));
  body.integer(functionFields.startLine, functions.startLine[called] as number);
}

class FunctionNumbers {
  readonly #ids: Int32Array;
  readonly used: number[] = [];

  constructor(rows: number) {
    this.#ids = new Int32Array(rows);
  }

  idOf(called: number): number {
    const known = this.#ids[called] as number;
    if (known !== 0) return known;
    this.#ids[called] = this.used.push(called);
    return this.used.length;
  }
}
