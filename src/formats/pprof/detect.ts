import { ProtobufReader, wireTypes } from '../../base/protobuf-reader.ts';
import { ToolError } from '../../base/tool-error.ts';
import { type Confidence, detectBytes } from '../format.ts';
import { type MessageShape, profileFields, profileShape } from './field-table.ts';

/** After this many fields of the right shape nothing else is plausible. */
const enoughFields = 64;

/**
 * Protocol buffers have no magic number. The head is a Profile when every field in it has a number
 * and wire type of profile.proto, nested messages included, and the string table starts with "".
 */
export function detectPprof(head: Uint8Array): Confidence {
  const walk = { fields: 0, structured: 0, strings: 0 };
  const reader = new ProtobufReader(head, 'profile');
  const isCut = head.length >= detectBytes;
  try {
    while (reader.offset < reader.end && walk.fields < enoughFields) {
      if (!hasShape(reader, profileShape, walk)) return 'no';
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // A field that runs over the end: fine in a cut head, and in a damaged file if enough fits.
    if (!(isCut || reader.offset >= reader.end) && walk.structured < 2) return 'no';
  }
  if (walk.structured === 0) return 'no';
  return walk.structured >= 3 ? 'certain' : 'likely';
}

interface Walk {
  fields: number;
  /** Fields whose content was checked: messages and the first string. */
  structured: number;
  strings: number;
}

function hasShape(reader: ProtobufReader, shape: MessageShape, walk: Walk): boolean {
  reader.next();
  walk.fields++;
  const kind = shape.kinds[reader.field - 1];
  if (kind === undefined) return false;
  if (kind === 'n') return skipVarint(reader);
  if (kind === 'p' && reader.wire === wireTypes.varint) return skipVarint(reader);
  if (reader.wire !== wireTypes.bytes) return false;
  const inner = shape.messages[reader.field];
  if (kind === 's') {
    const isFirst = reader.field === profileFields.stringTable && walk.strings++ === 0;
    const length = reader.length('string');
    if (isFirst && length !== 0) return false;
    walk.structured++;
    reader.offset += length;
    return true;
  }
  const outer = reader.enter('message');
  while (reader.offset < reader.end) {
    if (inner === undefined) reader.varint('packed number');
    else if (!hasShape(reader, inner, walk)) return false;
  }
  reader.leave(outer);
  walk.structured++;
  return true;
}

function skipVarint(reader: ProtobufReader): boolean {
  if (reader.wire !== wireTypes.varint) return false;
  reader.varint('number');
  return true;
}
