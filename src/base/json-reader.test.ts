import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Float64Builder } from './growable-column.ts';
import { JsonReader } from './json-reader.ts';
import { ToolError } from './tool-error.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const readerOf = (text: string): JsonReader => new JsonReader(bytesOf(text), 'test JSON');

/** Everything, as JSON.parse would give it; recursion is fine for the small values of a test. */
function readValue(reader: JsonReader): unknown {
  switch (reader.kind()) {
    case 'object': {
      const entries: [string, unknown][] = [];
      reader.eachKey('object', (key) => entries.push([key, readValue(reader)]));
      return Object.fromEntries(entries);
    }
    case 'array': {
      const items: unknown[] = [];
      reader.eachElement('array', () => items.push(readValue(reader)));
      return items;
    }
    case 'string':
      return reader.text('text');
    case 'number':
      return reader.number('number');
    case 'boolean':
      return reader.boolean('boolean');
    case 'null':
      break;
  }
  return reader.takeNull() ? null : undefined;
}

function readWhole(text: string): unknown {
  const reader = readerOf(text);
  const value = readValue(reader);
  reader.end();
  return value;
}

/** JSON.parse makes Infinity of numbers that are too large; here they are refused. */
const overflows = (value: unknown): boolean =>
  value === Infinity || value === -Infinity || (Array.isArray(value) && value.some(overflows));

function outcome(parse: () => unknown): unknown {
  try {
    const value = parse();
    return overflows(value) ? 'refused' : { value };
  } catch (error) {
    if (!(error instanceof ToolError || error instanceof SyntaxError)) throw error;
    return 'refused';
  }
}

describe('JsonReader', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        expect(readWhole(text)).toEqual(JSON.parse(text));
        const skipping = readerOf(text);
        skipping.skipValue();
        skipping.end();
      }),
    );
  });

  it('reads every string and number alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.double(), (text, value) => {
        const json = JSON.stringify([text, value]);
        expect(readWhole(json)).toEqual(JSON.parse(json));
      }),
      { numRuns: 1000 },
    );
    for (const number of [
      '-0',
      '0.1',
      '1e5',
      '1E-7',
      '12.5e+3',
      '123456789012345678901',
      '5e-324',
    ]) {
      expect(readWhole(number)).toBe(JSON.parse(number));
    }
  });

  it('refuses exactly what JSON.parse refuses', () => {
    const pieces = [...Array.from('{}[],:"\\0-.e1ut\n '), 'true', 'null', '"a"', '\\u00', '12'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 9 }), (parts) => {
        const text = parts.join('');
        expect(outcome(() => readWhole(text))).toEqual(outcome(() => JSON.parse(text)));
        const skipped = outcome(() => {
          const reader = readerOf(text);
          reader.skipValue();
          reader.end();
        });
        expect(skipped === 'refused').toBe(outcome(() => JSON.parse(text)) === 'refused');
      }),
      { numRuns: 20_000 },
    );
  });

  it('refuses numbers beyond a double', () => {
    expect(() => readWhole('[1e999]')).toThrow('at 0x1: a number is too large');
    expect(() => readWhole('9'.repeat(400))).toThrow('too large');
  });

  it('says what is wrong and where', () => {
    expect(() => readWhole('[1, 2')).toThrow('truncated test JSON at 0x5: a comma expected');
    expect(() => readWhole('{"a": tru}')).toThrow("test JSON at 0x6: true expected, not 't'");
    expect(() => readWhole('["\\x"]')).toThrow('test JSON at 0x2: a bad escape');
    expect(() => readerOf('  "x"').number('a weight')).toThrow(
      "at 0x2: a weight expected, not '\"'",
    );
    expect(() => readerOf('7').index('frame', 7)).toThrow('at 0x0: frame 7 is outside 0…6');
  });

  it('stops at its depth, however deep the file', () => {
    const deep = readerOf('['.repeat(1_000_000));
    expect(() => deep.skipValue()).toThrow('at 0x40: nested deeper than 64');
    const allowed = new JsonReader(bytesOf(`${'['.repeat(1e5)}${']'.repeat(1e5)}`), 'deep', {
      maxDepth: 1e5,
    });
    allowed.skipValue();
    allowed.end();
  });

  it('dispatches on keys, skips what nobody reads and goes back', () => {
    const reader = readerOf('{"skip": [{}, "]"], "numbers": [1, 2.5], "name": "n\\u00e4me"}');
    const numbers = new Float64Builder();
    let skipped = 0;
    let name = '';
    reader.eachKey('file', (key) => {
      if (key === 'skip') skipped = reader.offset;
      if (key === 'numbers') reader.numbers('numbers', numbers);
      if (key === 'name') name = reader.text('name');
    });
    reader.end();
    expect(name).toBe('näme');
    expect(Array.from(numbers.finish())).toEqual([1, 2.5]);
    reader.seek(skipped);
    expect(readValue(reader)).toEqual([{}, ']']);
  });

  it('looks through a byte order mark and keeps bytes that are not UTF-8 harmless', () => {
    expect(readWhole('\ufeff[1]')).toEqual([1]);
    const bad = new JsonReader(Uint8Array.of(0x22, 0xff, 0x22), 'bad');
    expect(bad.text('text')).toBe('\ufffd');
  });
});
