import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../base/tool-error.ts';
import { zlibCodec } from '../platform/zlib-codec.ts';
import { ChunkedBytes } from './chunked-bytes.ts';
import { encodeHeader } from './frame.ts';
import { expansion, freeBytes } from './layout-table.ts';
import { isKnownSection, profileSections } from './profile-sections.ts';
import { type Contents, parseContainer, type ReadColumn } from './read-container.ts';
import type { Section } from './section.ts';
import { profileWithEveryTable } from './testing/every-table.ts';
import { joined, plateauBytes, plateauProfile } from './testing/file-bytes.ts';
import { type Upgrader, upgradeContents, upgraders } from './upgraders.ts';
import { encodeContainer } from './write-container.ts';

const profile = profileWithEveryTable();

/** A file made of the profile's sections after a change. */
async function changed(change: (sections: Section[]) => Section[]): Promise<Uint8Array> {
  return await joined(encodeContainer(change([...profileSections(profile)]), zlibCodec));
}

function replaced(name: string, data: Section['data']): (sections: Section[]) => Section[] {
  return (sections) => sections.map((each) => (each.name === name ? { ...each, data } : each));
}

async function failure(bytes: Uint8Array): Promise<ToolError> {
  const error: unknown = await plateauProfile(bytes).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ToolError);
  return error as ToolError;
}

/** An upgrader that leaves a trace of itself. */
function upgraderFrom(from: number): Upgrader {
  const trace: ReadColumn = { kind: 'u8', data: new Uint8Array(0), blocks: [] };
  return (old) => ({ ...old, columns: new Map(old.columns).set(`from ${from}`, trace) });
}

describe('versions of the .plateau file', () => {
  it('1: the kept file gives the profile it was made from', async () => {
    const kept = readFileSync(new URL('testdata/version-1.plateau', import.meta.url));
    expect(await plateauProfile(kept)).toEqual(profile);
  });

  it('skips and counts sections and facts of a later minor version', async () => {
    const extra: Section = { name: 'samples.mood', kind: 'i32', data: Int32Array.of(1, 2, 3, 4) };
    const meta = JSON.stringify({ ...JSON.parse(metaText()), weather: 'fine' });
    const bytes = await changed((sections) =>
      [...sections, extra].map((each) =>
        each.name === 'meta' ? { ...each, data: new TextEncoder().encode(meta) } : each,
      ),
    );
    const read = await plateauProfile(bytes);
    expect(read.meta.health.diagnostics.find((each) => each.code === 'unknown-section')).toEqual({
      code: 'unknown-section',
      message: 'section samples.mood is from a newer Plateau',
      count: 2,
    });
    expect({ ...read, meta: 0 }).toEqual({ ...profile, meta: 0 });
  });

  it('refuses a later major version with advice', async () => {
    const bytes = await plateauBytes(profile);
    bytes.set(encodeHeader({ major: 2, minor: 0 }));
    const error = await failure(bytes);
    expect(error.code).toBe('unsupported-input');
    expect(error.message).toContain('written by a newer Plateau (version 2.0');
    expect(error.hint).toContain('update Plateau');
  });

  it('upgrades one major version after the other', () => {
    const contents: Contents = {
      version: { major: 1, minor: 4 },
      columns: new Map(),
      directoryOffset: 0,
      diagnostics: [],
    };
    const table = new Map([1, 2].map((from) => [from, upgraderFrom(from)]));
    const upgraded = upgradeContents(contents, table, 3);
    expect([...upgraded.columns.keys()]).toEqual(['from 1', 'from 2']);
    expect(upgraded.version).toEqual({ major: 3, minor: 0 });
    expect(upgradeContents(contents, upgraders)).toBe(contents);
  });

  it('refuses a version that never was', async () => {
    const bytes = await plateauBytes(profile);
    bytes.set(encodeHeader({ major: 0, minor: 9 }));
    expect((await failure(bytes)).message).toContain('there is no version 0');
  });
});

describe('a .plateau file with valid checksums that lies', () => {
  it.each([
    ['stacks.parent', Int32Array.of(-1, 2, 0), 'row 1: parent 2 does not stand before it'],
    ['frames.function', Int32Array.of(0, 99, 0), 'row 1: 99 is outside'],
    ['strings.length', new Int32Array(21).fill(1 << 30), 'text 0 is cut'],
    ['strings.bytes', new Uint8Array(200).fill(0xff), 'not UTF-8'],
    ['mappings.kind', Uint8Array.of(0, 77), 'unknown kind in row 1'],
    ['code.length', Int32Array.of(2), 'bytes that belong to no row'],
    ['meta', new TextEncoder().encode('{"meta":3}'), 'an object is expected'],
    ['meta', new TextEncoder().encode('{"meta":'), 'not JSON'],
    ['samples.cpu', new Int32Array(3), 'rows where 4 are expected'],
  ])('%s', async (name, data, what) => {
    const error = await failure(await changed(replaced(name, data)));
    expect(error.message).toContain(what);
    expect(error.message).toMatch(/^[a-zA-Z.]+ at 0x[0-9a-f]+: /);
  });

  it('by a missing section', async () => {
    const bytes = await changed((sections) =>
      sections.filter((each) => each.name !== 'frames.line'),
    );
    expect((await failure(bytes)).message).toMatch(/^directory at 0x.*no section frames\.line/);
  });

  it('by columns of another kind', async () => {
    const bytes = await changed((sections) =>
      sections.map((each) =>
        each.name === 'samples.stack' ? { ...each, kind: 'f64', data: Float64Array.of(0) } : each,
      ),
    );
    expect((await failure(bytes)).message).toContain('a f64 column, not i32');
  });
});

describe('the size rule', () => {
  it('is kept by padding where columns are all alike', async () => {
    const rows = (freeBytes + 64 * 2 ** 20) / 8;
    const sections: Section[] = [{ name: 'meta', kind: 'f64', data: new Float64Array(rows) }];
    const bytes = await joined(encodeContainer(sections, zlibCodec));
    expect(rows * 8).toBeLessThanOrEqual(freeBytes + expansion * bytes.length);
    expect(bytes.length).toBeLessThan((rows * 8) / 200);
    const file = new ChunkedBytes();
    file.push(bytes);
    const contents = await parseContainer(file, zlibCodec, isKnownSection);
    expect(contents.columns.get('meta')?.data.length).toBe(rows);
    expect(contents.diagnostics).toEqual([]);
  });
});

function metaText(): string {
  const meta = [...profileSections(profile)].find((each) => each.name === 'meta');
  return new TextDecoder().decode(meta?.data);
}
