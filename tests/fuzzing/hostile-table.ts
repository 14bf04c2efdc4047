import { readFileSync } from 'node:fs';
import { ByteWriter } from '../../src/base/byte-writer.ts';
import { repaired } from '../../src/container/testing/repair.ts';

/** Files made to break one reader, by format name. `refused`: no profile may come of it. */
export interface HostileFile {
  readonly what: string;
  readonly bytes: Uint8Array;
  readonly refused?: boolean;
}

const text = (value: string): Uint8Array => Buffer.from(value);

export const hostileFiles: Readonly<Record<string, readonly HostileFile[]>> = {
  folded: [
    { what: 'a count of 400 digits', bytes: text(`main;a ${'9'.repeat(400)}\n`) },
    { what: 'a stack of a million frames', bytes: text(`${'a;'.repeat(1e6)}b 1\n`) },
    { what: 'a name of 8 MB', bytes: text(`main;${'x'.repeat(8e6)} 1\n`) },
    { what: 'a line without count', bytes: text('main;a 1\nmain;b\n') },
    {
      what: 'invalid UTF-8',
      bytes: Buffer.from('6d61696e3bfffe80c3 1\n'.replace(' 1\n', '20310a'), 'hex'),
    },
    { what: 'NUL bytes', bytes: text('main;a\0b 1\n') },
    { what: 'no line end', bytes: text('main;a 1') },
  ],
  'perf-script': [
    { what: 'a stack of 300 000 frames', bytes: perfStack(300_000) },
    {
      what: 'a pid of 30 digits',
      bytes: text(`a ${'9'.repeat(30)} 1.000000: cycles: \n\t1 f (x)\n\n`),
    },
    {
      what: 'an address of 40 digits',
      bytes: text(`a 1 1.000000: cycles: \n\t${'f'.repeat(40)} f (x)\n\n`),
    },
    {
      what: 'a time of 400 digits',
      bytes: text(`a 1 ${'9'.repeat(400)}.0: cycles: \n\t1 f (x)\n\n`),
    },
    {
      what: 'a period of 400 digits',
      bytes: text(`a 1 1.0: ${'9'.repeat(400)} cycles: \n\t1 f (x)\n\n`),
    },
    { what: 'frames without an event', bytes: text('\t1 f (x)\n'.repeat(1000)) },
    { what: 'a line of 8 MB', bytes: text(`a 1 1.0: cycles: \n\t1 ${'x'.repeat(8e6)} (x)\n\n`) },
    {
      what: 'invalid UTF-8',
      bytes: Buffer.concat([
        text('a 1 1.0: cycles: \n\t1 f'),
        Buffer.from([0xff, 0xc3, 0x28]),
        text(' (x)\n\n'),
      ]),
    },
    { what: '100 000 events', bytes: text('a 1 1.0: cycles: \n'.repeat(1e5)) },
  ],
  speedscope: [
    {
      what: 'nesting of 200 000 lists',
      bytes: text(`{"shared":{"frames":[]},"profiles":${'['.repeat(2e5)}`),
      refused: true,
    },
    ...['5', '-1', '1e18', '0.5', '"0"', 'null', '1e999', '{}'].map((frame) => ({
      what: `a sample of frame ${frame}`,
      bytes: speedscope(`"samples":[[${frame}]],"weights":[1]`),
      refused: true,
    })),
    { what: 'weights of 1e999', bytes: speedscope('"samples":[[0]],"weights":[1e999]') },
    { what: 'fewer weights than samples', bytes: speedscope('"samples":[[0],[0]],"weights":[1]') },
    {
      what: 'samples that are no list',
      bytes: speedscope('"samples":{"length":1e12},"weights":[1]'),
      refused: true,
    },
    {
      what: 'a lone surrogate',
      bytes: text(
        '{"shared":{"frames":[{"name":"\\ud800"}]},"profiles":[{"type":"sampled","unit":"none","name":"","startValue":0,"endValue":1,"samples":[[0]],"weights":[1]}],"$schema":"https://www.speedscope.app/file-format-schema.json"}',
      ),
    },
    {
      what: 'closing what was not opened',
      bytes: speedscope('"events":[{"type":"C","frame":0,"at":1}]', 'evented'),
    },
    {
      what: 'time that goes back',
      bytes: speedscope(
        '"events":[{"type":"O","frame":0,"at":9},{"type":"C","frame":0,"at":1}]',
        'evented',
      ),
    },
    {
      what: 'an event of frame 7',
      bytes: speedscope('"events":[{"type":"O","frame":7,"at":9}]', 'evented'),
      refused: true,
    },
    {
      what: 'a stack of 200 000 frames',
      bytes: speedscope(`"samples":[[${'0,'.repeat(2e5)}0]],"weights":[1]`),
    },
  ],
  heapprofile: [
    { what: 'a node inside itself a million times', bytes: nestedHeap(1_000_000), refused: true },
    {
      what: 'sizes of 1e999 and below nothing',
      bytes: heap('"selfSize":1e999,"children":[{"selfSize":-1}]'),
    },
    {
      what: 'children that are no list',
      bytes: heap('"selfSize":1,"children":{"length":1e12}'),
      refused: true,
    },
    {
      what: 'nodes of one id',
      bytes: heap('"selfSize":1,"id":1,"children":[{"selfSize":1,"id":1}]'),
    },
  ],
  cpuprofile: [
    {
      what: 'two nodes that are each other’s children',
      bytes: cpuprofile('[{"id":1,CALL,"children":[2]},{"id":2,CALL,"children":[1]}]', '[2]'),
      refused: true,
    },
    {
      what: 'a node that is its own child',
      bytes: cpuprofile('[{"id":1,CALL,"children":[1]}]', '[1]'),
      refused: true,
    },
    { what: 'a child that is missing', bytes: cpuprofile('[{"id":1,CALL,"children":[9]}]', '[1]') },
    {
      what: 'parents in a circle',
      bytes: cpuprofile('[{"id":1,CALL,"parent":2},{"id":2,CALL,"parent":1}]', '[2]'),
    },
    { what: 'a sample of a missing node', bytes: cpuprofile('[{"id":1,CALL}]', '[99]') },
    { what: 'two nodes of one id', bytes: cpuprofile('[{"id":1,CALL},{"id":1,CALL}]', '[1]') },
    { what: 'ids of 1e18', bytes: cpuprofile('[{"id":1e18,CALL}]', '[1e18]') },
    { what: 'nodes that are no list', bytes: cpuprofile('{"length":1e12}', '[1]'), refused: true },
    {
      what: 'a chain of 100 000 nodes',
      bytes: cpuprofile(
        `[${Array.from({ length: 1e5 }, (_, at) => `{"id":${at + 1},CALL,"children":[${at + 2}]}`).join()},{"id":100001,CALL}]`,
        '[100001]',
      ),
    },
    {
      what: 'nesting of 200 000 objects',
      bytes: text(`{"nodes":${'{"a":'.repeat(2e5)}`),
      refused: true,
    },
    { what: 'deltas of 1e999', bytes: cpuprofile('[{"id":1,CALL}]', '[1]', '[1e999]') },
  ],
  plateau: [
    { what: 'a section of 2^40 rows', bytes: patched(6 + 'meta'.length, 2n ** 40n), refused: true },
    { what: 'a block at 2^40', bytes: patched(18 + 'meta'.length, 2n ** 40n), refused: true },
    { what: 'a section of 2^63 rows', bytes: patched(6 + 'meta'.length, 2n ** 63n), refused: true },
    { what: 'blocks of 2^32 − 1 rows', bytes: patchedBlock(8, 0xffff_ffff), refused: true },
    { what: 'a payload of 2^32 − 1 bytes', bytes: patchedBlock(12, 0xffff_ffff), refused: true },
    { what: 'a stream of 2^32 − 1 bytes', bytes: patchedBlock(29, 0xffff_ffff), refused: true },
    { what: 'a block of 255 streams', bytes: patchedBlock(6, 0x04ff), refused: true },
  ],
  pprof: [
    {
      what: 'a string of 2^40 bytes',
      bytes: protobuf((out) => field(out, 6, 2, 2 ** 40)),
      refused: true,
    },
    {
      what: 'a sample of 2^40 bytes',
      bytes: protobuf((out) => field(out, 2, 2, 2 ** 40)),
      refused: true,
    },
    {
      what: 'a sample of location 7, which is missing',
      bytes: protobuf((out) => {
        message(out, 1, [[1, 0, 1]]);
        message(out, 2, [
          [1, 0, 7],
          [2, 0, 1],
        ]);
        strings(out);
      }),
      refused: true,
    },
    {
      what: 'a location of function 9, which is missing',
      bytes: protobuf((out) => {
        out.u8(0x22);
        out.u8(6);
        out.append(Uint8Array.of(8, 1, 0x22, 2, 8, 9));
        sampleOf(out, 1);
        strings(out);
      }),
    },
    {
      what: 'a function of string 2^40',
      bytes: protobuf((out) => {
        message(out, 5, [
          [1, 0, 1],
          [2, 0, 2 ** 40],
        ]);
        strings(out);
      }),
      refused: true,
    },
    {
      what: 'two locations of one id',
      bytes: protobuf((out) => {
        message(out, 4, [[1, 0, 1]]);
        message(out, 4, [[1, 0, 1]]);
        strings(out);
      }),
    },
    {
      what: 'a number that never ends',
      bytes: Uint8Array.of(0x48, ...new Uint8Array(64).fill(0xff)),
      refused: true,
    },
    { what: 'groups of wire type 3', bytes: new Uint8Array(200_000).fill(0x0b), refused: true },
    {
      what: 'ids of 2^63',
      bytes: protobuf((out) => {
        out.append(
          Uint8Array.of(0x22, 11, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1),
        );
        strings(out);
      }),
    },
    {
      what: 'invalid UTF-8',
      bytes: protobuf((out) => {
        strings(out);
        out.append(Uint8Array.of(0x32, 3, 0xff, 0xc3, 0x28));
      }),
    },
  ],
};

/** A valid file with eight bytes of its directory changed and the checksums made right. */
function patched(at: number, value: bigint): Uint8Array {
  const { bytes, view, directory } = keptFile();
  view.setBigUint64(directory + at, value, true);
  return mended(bytes);
}

/** The same with four bytes of its first block. */
function patchedBlock(at: number, value: number): Uint8Array {
  const { bytes, view } = keptFile();
  view.setUint32(20 + at, value, true);
  return mended(bytes);
}

function keptFile(): { bytes: Uint8Array; view: DataView; directory: number } {
  const kept = new URL('../../src/container/testdata/version-1.plateau', import.meta.url);
  const bytes = Uint8Array.from(readFileSync(kept));
  const view = new DataView(bytes.buffer);
  return { bytes, view, directory: Number(view.getBigUint64(bytes.length - 32, true)) };
}

/** Where the damage hides the checksums themselves, the file as it is. */
function mended(bytes: Uint8Array): Uint8Array {
  try {
    return repaired(bytes);
  } catch {
    return bytes;
  }
}

function perfStack(frames: number): Uint8Array {
  return text(`a 1 1.000000: cycles: \n${'\t401000 f (x)\n'.repeat(frames)}\n`);
}

function speedscope(facts: string, type = 'sampled'): Uint8Array {
  return text(
    '{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"a"}]},' +
      `"profiles":[{"type":"${type}","name":"p","unit":"none","startValue":0,"endValue":1,${facts}}]}`,
  );
}

function heap(head: string): Uint8Array {
  return text(`{"head":{"callFrame":{"functionName":"f"},${head}}}`);
}

function nestedHeap(depth: number): Uint8Array {
  return heap(
    `"selfSize":1,${'"children":[{"selfSize":1,'.repeat(depth)}"id":1${'}]'.repeat(depth)}`,
  );
}

function cpuprofile(nodes: string, samples: string, deltas = '[1]'): Uint8Array {
  const call =
    '"callFrame":{"functionName":"f","scriptId":"1","url":"","lineNumber":0,"columnNumber":0},"hitCount":1';
  return text(
    `{"nodes":${nodes.replaceAll('CALL', call)},"startTime":1,"endTime":2,"samples":${samples},"timeDeltas":${deltas}}`,
  );
}

function protobuf(fill: (out: ByteWriter) => void): Uint8Array {
  const out = new ByteWriter();
  fill(out);
  return out.flush();
}

function field(out: ByteWriter, number: number, wire: number, value: number): void {
  out.uleb(number * 8 + wire);
  out.uleb(value);
}

function message(
  out: ByteWriter,
  number: number,
  fields: readonly (readonly [number, number, number])[],
): void {
  const body = protobuf((inner) => {
    for (const [id, wire, value] of fields) field(inner, id, wire, value);
  });
  field(out, number, 2, body.length);
  out.append(body);
}

/** A value type, and a sample of one at the location. */
function sampleOf(out: ByteWriter, location: number): void {
  message(out, 1, [[1, 0, 1]]);
  message(out, 2, [
    [1, 0, location],
    [2, 0, 1],
  ]);
}

function strings(out: ByteWriter): void {
  out.append(Uint8Array.of(0x32, 0, 0x32, 1, 0x61));
}
