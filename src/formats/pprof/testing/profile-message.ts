import { ProtobufWriter } from '../../../base/protobuf-writer.ts';

/** A field of a message: a number (packed when a list of numbers), a text, or messages. */
type Field = number | bigint | string | readonly Field[] | Message;
/** Field number to content; a list repeats the field. */
export interface Message {
  readonly [field: number]: Field;
}

/** Bytes of any message, valid or not, by its field numbers: `{1: {1: 3}, 6: ['', 'cpu']}`. */
export function messageBytes(message: Message): Uint8Array<ArrayBuffer> {
  const writer = new ProtobufWriter();
  writeMessage(writer, message);
  return writer.flush();
}

/** Numbers packed into one field, for `{1: packed(1, 2, 3)}`. */
export function packed(...numbers: readonly (number | bigint)[]): Message {
  return packedList(numbers);
}

export function packedList(numbers: readonly (number | bigint)[]): Message {
  return { [packedField]: numbers };
}
const packedField = -1;

function writeMessage(writer: ProtobufWriter, message: Message): void {
  for (const [field, content] of Object.entries(message)) {
    writeField(writer, Number(field), content);
  }
}

function writeField(writer: ProtobufWriter, field: number, content: Field): void {
  if (Array.isArray(content)) {
    for (const each of content as readonly Field[]) writeField(writer, field, each);
  } else if (typeof content === 'string') writer.text(field, content);
  else if (typeof content === 'object') writer.message(field, bodyOf(content));
  else {
    writer.tag(field, 0);
    writer.varint64(BigInt(content));
  }
}

function bodyOf(message: Message): ProtobufWriter {
  const body = new ProtobufWriter();
  const numbers = message[packedField];
  if (Array.isArray(numbers)) {
    for (const each of numbers as readonly (number | bigint)[]) body.varint64(BigInt(each));
  } else writeMessage(body, message);
  return body;
}
