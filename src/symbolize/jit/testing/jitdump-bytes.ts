import { jitdumpMagic } from '../jitdump-table.ts';

/** A field: its size in bytes and value, or bytes as they are. */
type Field = readonly [size: 4 | 8, value: number] | Uint8Array;

/** Writes jitdump files for tests, in either byte order. */
export class JitdumpBytes {
  readonly #littleEndian: boolean;
  readonly #parts: Uint8Array[] = [];

  constructor(options: { readonly littleEndian?: boolean; readonly flags?: number } = {}) {
    this.#littleEndian = options.littleEndian ?? true;
    this.#add([4, jitdumpMagic], [4, 1], [4, 40], [4, 62], [4, 0], [4, 7]);
    this.#add([8, 0], [8, options.flags ?? 0]);
  }

  load(time: number, index: number, start: number, size: number, name: string): this {
    return this.record(
      0,
      time,
      [4, 7],
      [4, 7],
      [8, start],
      [8, start],
      [8, size],
      [8, index],
      text(name),
      new Uint8Array(size),
    );
  }

  move(time: number, index: number, from: number, to: number, size: number): this {
    return this.record(1, time, [4, 7], [4, 7], [8, to], [8, from], [8, to], [8, size], [8, index]);
  }

  lines(code: number, ...entries: readonly (readonly [number, number, string])[]): this {
    const fields = entries.flatMap(([address, line, file]): Field[] => [
      [8, address],
      [4, line],
      [4, 0],
      file === '' ? Uint8Array.of(0xff, 0) : text(file),
    ]);
    return this.record(2, 0, [8, code], [8, entries.length], ...fields);
  }

  record(id: number, time: number, ...fields: readonly Field[]): this {
    const size = fields.reduce((sum, field) => sum + sizeOf(field), 16);
    this.#add([4, id], [4, size], [8, time], ...fields);
    return this;
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }

  #add(...fields: readonly Field[]): void {
    for (const field of fields) {
      if (field instanceof Uint8Array) {
        this.#parts.push(field);
        continue;
      }
      const [size, value] = field;
      const view = new DataView(new ArrayBuffer(size));
      if (size === 4) view.setUint32(0, value, this.#littleEndian);
      else view.setBigUint64(0, BigInt(value), this.#littleEndian);
      this.#parts.push(new Uint8Array(view.buffer));
    }
  }
}

function sizeOf(field: Field): number {
  return field instanceof Uint8Array ? field.length : field[0];
}

function text(value: string): Uint8Array {
  return new Uint8Array(Buffer.from(`${value}\0`));
}
