import { describe, expect, it } from 'vitest';
import { ToolError } from '../../base/tool-error.ts';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { defaultValueType, type Profile, sampleCounts, textAt } from '../../profile/index.ts';
import { foldedPicture, profileFromPicture } from '../../profile/testing/picture.ts';
import { joinChunks } from '../whole-file-reader.ts';
import { detectSpeedscope } from './detect.ts';
import { encodeSpeedscope } from './encode.ts';
import { parseSpeedscope } from './parse.ts';

const schema = 'https://www.speedscope.app/file-format-schema.json';
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function parse(value: unknown, timeline = true): Profile {
  return parseSpeedscope(bytesOf(value), timeline);
}

function encode(profile: Profile): Uint8Array {
  const options = { valueType: defaultValueType(profile), codec: zlibCodec };
  const chunks = Array.from(encodeSpeedscope(profile, options));
  return joinChunks(
    chunks,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
}

const frames = [
  { name: 'main', file: 'a.c', line: 3, col: 7 },
  { name: 'parse' },
  { name: 'eval' },
];

function sampled(samples: number[][], weights: number[], more: object = {}): object {
  return {
    type: 'sampled',
    name: 'one',
    unit: 'none',
    startValue: 0,
    endValue: 0,
    samples,
    weights,
    ...more,
  };
}

/** Events from a picture: `main( parse( 3 ) 1 )` opens, waits and closes. */
function evented(picture: string, more: object = {}): object {
  const names = frames.map((frame) => frame.name);
  const events: object[] = [];
  const open: number[] = [];
  let at = 0;
  for (const word of picture.split(/\s+/)) {
    if (word.endsWith('(')) {
      open.push(names.indexOf(word.slice(0, -1)));
      events.push({ type: 'O', frame: open.at(-1), at });
    } else if (word === ')') events.push({ type: 'C', frame: open.pop(), at });
    else at += Number(word);
  }
  return {
    type: 'evented',
    name: 'two',
    unit: 'none',
    startValue: 0,
    endValue: at,
    events,
    ...more,
  };
}

const event = (type: string, frame: number, at: number): object => ({ type, frame, at });
const file = (...profiles: object[]): object => ({ $schema: schema, shared: { frames }, profiles });

describe('a sampled profile', () => {
  it('is stacks and weights', () => {
    const profile = parse(
      file(
        sampled(
          [
            [0, 1],
            [0, 2],
            [0, 1],
          ],
          [2, 1, 3],
        ),
      ),
    );
    expect(foldedPicture(profile)).toBe('main;parse 2\nmain;eval 1\nmain;parse 3');
    expect(profile.valueTypes).toEqual([{ name: 'samples', unit: 'count' }]);
    expect(Array.from(sampleCounts(profile))).toEqual([2, 1, 3]);
    expect(profile.frames.line[0]).toBe(3);
    expect(profile.frames.column[0]).toBe(7);
  });

  it('keeps times when its values are times, and sums without a timeline', () => {
    const thread = sampled([[0], [0, 1], [0]], [0.1, 0.2, 0.3], {
      unit: 'milliseconds',
      startValue: 5,
    });
    const profile = parse(file(thread));
    expect(profile.valueTypes).toEqual([{ name: 'time', unit: 'nanoseconds' }]);
    expect(Array.from(profile.samples.timeNs ?? [])).toEqual([5_000_000, 5_100_000, 5_300_000]);
    expect(profile.meta.durationNs).toBe(600_000);
    expect(foldedPicture(parse(file(thread), false))).toBe('main 400000\nmain;parse 200000');
  });

  it('may hold several threads in several units', () => {
    const profile = parse({
      ...file(
        sampled([[0]], [4], { name: 'render', unit: 'microseconds' }),
        sampled([[0]], [2], { name: 'network', unit: 'seconds' }),
        sampled([[1]], [100], { name: 'heap', unit: 'bytes' }),
      ),
      activeProfileIndex: 2,
      name: 'my run',
      exporter: 'tool 1.2',
    });
    expect(profile.valueTypes.map((type) => type.unit)).toEqual(['nanoseconds', 'bytes']);
    expect(foldedPicture(profile, 0)).toBe('main 4000\nmain 2000000000\nparse 0');
    const names = Array.from(profile.threads.threadName, (name) => textAt(profile, name));
    expect(names).toEqual(['render', 'network', 'heap']);
    expect(profile.meta).toMatchObject({
      defaultValueType: 1,
      command: 'my run',
      producer: 'tool 1.2',
    });
  });

  it('may come in any order of keys', () => {
    const json = `{"profiles":[{"weights":[1],"samples":[[0]],"unit":"none","type":"sampled"}],
      "shared":{"frames":[{"line":null,"name":"x"}]},"$schema":"${schema}"}`;
    expect(foldedPicture(parseSpeedscope(new TextEncoder().encode(json), true))).toBe('x 1');
  });
});

describe('an evented profile', () => {
  it('gives the open stack what lies between two events', () => {
    const profile = parse(file(evented('main( 1 parse( 3 ) 2 ) 5 main( eval( 4 ) )')));
    expect(foldedPicture(profile)).toBe('main 1\nmain;parse 3\nmain 2\nmain;eval 4');
  });

  it('keeps the time of each stretch', () => {
    const profile = parse(file(evented('main( 1 parse( 3 ) )', { unit: 'nanoseconds' })));
    expect(Array.from(profile.samples.timeNs ?? [])).toEqual([0, 1]);
    expect(profile.meta.durationNs).toBe(4);
  });

  it('closes what a recording cut short left open, and counts it', () => {
    const profile = parse(file(evented('main( 1 parse( 2', { endValue: 9 })));
    expect(foldedPicture(profile)).toBe('main 1\nmain;parse 8');
    expect(profile.meta.health.diagnostics).toMatchObject([{ code: 'unclosed-frame', count: 2 }]);
  });

  it('forgives a step back by rounding', () => {
    const events = [
      { type: 'O', frame: 0, at: 0.1 },
      { type: 'O', frame: 1, at: 0.30000000000000004 },
      { type: 'C', frame: 1, at: 0.3 },
      { type: 'C', frame: 0, at: 0.5 },
    ];
    const profile = parse(file(evented('', { events })));
    expect(profile.meta.health.diagnostics).toMatchObject([{ code: 'time-rounded', count: 1 }]);
  });

  it.each([
    ['a step back', [event('O', 0, 5), event('C', 0, 3)], 'an event at 3 after one at 5'],
    ['a wrong close', [event('O', 0, 1), event('C', 1, 2)], 'frame 1 closes while frame 0 is open'],
    ['a close too many', [event('C', 1, 2)], 'frame 1 closes but none is open'],
    ['no type', [{ frame: 0, at: 1 }], 'neither O nor C'],
    ['no time', [{ type: 'O', frame: 0 }], 'an event has no time'],
    ['a frame too far', [event('O', 3, 1)], 'frame 3 is outside 0…2'],
  ])('refuses %s with its offset', (_, events, message) => {
    expect(() => parse(file(evented('', { events })))).toThrow(message);
    expect(() => parse(file(evented('', { events })))).toThrow(/speedscope JSON at 0x[0-9a-f]+: /);
  });
});

describe('speedscope', () => {
  it.each([
    ['no frames', { profiles: [] }, 'shared.frames is missing'],
    ['no profiles', { shared: { frames } }, 'profiles is missing'],
    ['a wrong type', file({ type: 'x' }), 'a profile of type x'],
    ['a wrong unit', file(sampled([], [], { unit: 'weeks' })), 'the unit weeks'],
    ['weights missing', file(sampled([[0]], [])), '0 weights for 1 samples'],
    ['a negative frame', file(sampled([[-1]], [1])), 'frame -1 is outside'],
    ['half a frame', file(sampled([[0.5]], [1])), 'frame 0.5 is outside'],
    ['a nameless frame', { shared: { frames: [{}] }, profiles: [] }, 'a frame has no name'],
    ['bytes after the end', `${JSON.stringify(file())} x`, 'the end expected'],
  ])('refuses %s', (_, value, message) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const run = (): Profile => parseSpeedscope(new TextEncoder().encode(text), true);
    expect(run).toThrow(ToolError);
    expect(run).toThrow(message);
  });

  it('comes back the same from what is written', () => {
    const profile = parse(
      file(
        sampled([[0, 1], [0, 2], []], [2, 1, 3], { name: 'a', unit: 'seconds', startValue: 4 }),
        evented('main( 1 parse( 3 ) )', { name: 'b', unit: 'milliseconds' }),
        sampled([[2]], [9], { name: 'c', unit: 'bytes' }),
      ),
    );
    const again = parseSpeedscope(encode(profile), true);
    for (const type of [0, 1])
      expect(foldedPicture(again, type)).toBe(foldedPicture(profile, type));
    expect(again.samples.timeNs).toEqual(profile.samples.timeNs);
    expect(again.threads.threadName.length).toBe(3);
    expect([again.frames.line[0], again.frames.column[0]]).toEqual([3, 7]);
  });

  it('writes names that need escaping', () => {
    const name = 'a"b\\c\n</script>\u{1f525}\ud800';
    const profile = parse({
      ...file(),
      shared: { frames: [{ name }] },
      profiles: [sampled([[0]], [1])],
    });
    expect(foldedPicture(parseSpeedscope(encode(profile), true))).toBe(`${name} 1`);
  });

  it('is recognised', () => {
    expect(detectSpeedscope(encode(profileFromPicture('main')))).toBe('certain');
    expect(detectSpeedscope(bytesOf({ shared: { frames } }))).toBe('likely');
    expect(detectSpeedscope(bytesOf({ nodes: [] }))).toBe('no');
    expect(detectSpeedscope(new TextEncoder().encode(schema))).toBe('no');
  });
});
