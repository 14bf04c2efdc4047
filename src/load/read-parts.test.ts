import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { present } from '../base/assert.ts';
import { findFormat } from '../formats/index.ts';
import { findPartFormat } from '../formats/part-registry.ts';
import { FileRanges } from '../platform/file-range.ts';
import { zlibCodec } from '../platform/zlib-codec.ts';
import type { Profile } from '../profile/index.ts';
import { partOf, readPart } from './part-job.ts';
import { readInParts } from './read-parts.ts';

const recordings = fileURLToPath(new URL('../../fixtures/recordings/', import.meta.url));
const format = present(findFormat('perf-script'), 'perf-script');
const parts = present(findPartFormat('perf-script'), 'perf-script parts');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-parts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string | Uint8Array): FileRanges {
  const path = join(folder, 'input.txt');
  writeFileSync(path, text);
  return present(FileRanges.open(path), 'file');
}

async function readInOrder(text: Uint8Array, timeline: boolean): Promise<Profile> {
  const reader = format.read({ timeline, addresses: timeline, codec: zlibCodec });
  reader.push(text);
  return await reader.finish();
}

/** In parts as threads would, but here. */
async function readCut(
  file: FileRanges,
  threads: number,
  timeline: boolean,
): Promise<Profile | undefined> {
  const reader = format.read({ timeline, addresses: timeline, codec: zlibCodec });
  const isRead = await readInParts(file, parts, reader, {
    timeline,
    addresses: timeline,
    threads,
    smallestPart: 1,
    readElsewhere: async (job) => partOf(structuredClone(readPart(job).message)),
  });
  file.close();
  return isRead ? await reader.finish() : undefined;
}

describe('reading in parts', () => {
  it.each([
    'go-build',
    'rust-words',
    'cpp-orders',
    'cpp-orders-srcline',
    'cpp-orders-inlined',
    'rust-words-flat',
    'rust-words-switches',
  ])('gives exactly the profile of %s that reading in order gives', async (name) => {
    const text = gunzipSync(readFileSync(`${recordings}${name}.perf-script.txt.gz`));
    for (const timeline of [true, false]) {
      const whole = await readInOrder(text, timeline);
      for (const threads of [2, 5]) {
        expect(await readCut(fileOf(text), threads, timeline), `${threads}`).toEqual(whole);
      }
    }
  });

  it('does not cut where no sample ends', async () => {
    const text = `app 1 1.0: cycles:\n${'\t10 f (/a)\n'.repeat(1000)}`;
    expect(await readCut(fileOf(text), 2, true)).toBeUndefined();
  });

  it('reports what goes wrong in a part', async () => {
    const answer = readPart({
      path: join(folder, 'gone'),
      format: 'perf-script',
      timeline: false,
      addresses: true,
      start: 0,
      end: 1,
    });
    expect(() => partOf(answer.message)).toThrow('no such file');
  });

  it('cuts after blank lines, also those of Windows', () => {
    const text = new TextEncoder().encode('\t10 f (/a)\r\n\r\napp 1 1.0: x:\r\n');
    expect(parts.findStart(text, 0)).toBe(14);
    expect(parts.findStart(text, 15)).toBe(-1);
  });
});
