import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { type Format, formats } from '../src/formats/index.ts';
import { type OpenedProfile, openProfile } from '../src/load/index.ts';
import { processHost } from '../src/platform/host.ts';
import { defaultValueType, type Profile, type ValueType } from '../src/profile/index.ts';
import { meaningOf } from './fuzzing/profile-meaning.ts';
import { encoded, smallProfile, writableFormats } from './fuzzing/valid-input.ts';

const recordings = fileURLToPath(new URL('../fixtures/recordings', import.meta.url));
const files = readdirSync(recordings).filter((name) => !name.endsWith('.md'));
const host = processHost();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-round-trip-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function open(path: string): Promise<OpenedProfile> {
  return await openProfile(host, path, { timeline: true });
}

/** Opens bytes under a name that says nothing. */
async function reopen(bytes: Uint8Array): Promise<OpenedProfile> {
  const path = join(folder, 'x');
  writeFileSync(path, bytes);
  return await open(path);
}

function total(profile: Profile, valueType = defaultValueType(profile)): number {
  return profile.samples.values[valueType]?.reduce((sum, value) => sum + value, 0) ?? 0;
}

describe.each(files)('%s', (name) => {
  const path = join(recordings, name);

  it('is the same under a name that says nothing', async () => {
    const meaningless = join(folder, 'y');
    copyFileSync(path, meaningless);
    const [known, unknown] = [await open(path), await open(meaningless)];
    expect(unknown.format).toBe(known.format);
    expect(unknown.profile).toEqual(known.profile);
  });

  it('comes back from its own format', async () => {
    const { profile, format } = await open(path);
    if (format.encode === undefined) return;
    const first = await rewritten(format, profile);
    const again = await reopen(first);
    expect(again.format).toBe(format);
    expect(meaningOf(again.profile)).toEqual(meaningOf(profile));
    expect(Buffer.compare(await rewritten(format, again.profile), first)).toBe(0);
  });

  it('comes back from a .plateau file exactly', async () => {
    const { profile } = await open(path);
    const plateau = formats.find((format) => format.name === 'plateau') as Format;
    expect((await reopen(await encoded(plateau, profile))).profile).toEqual(profile);
  });

  it.each(writableFormats.map((format) => ({ to: format.name, format })))(
    'keeps its total as $to',
    async ({ format }) => {
      const { profile } = await open(path);
      const valueType = defaultValueType(profile);
      const converted = await reopen(await encoded(format, profile, valueType));
      expect(converted.format).toBe(format);
      const { unit } = profile.valueTypes[valueType] as ValueType;
      expectTotal(converted, total(profile, valueType), unit);
    },
  );
});

describe('every format that is written', () => {
  it.each(writableFormats.map((format) => ({ name: format.name, format })))(
    '$name gives the same bytes when what was read is written again',
    async ({ format }) => {
      const first = (await reopen(await encoded(format, smallProfile()))).profile;
      const bytes = await rewritten(format, first);
      const { profile } = await reopen(bytes);
      expect(meaningOf(profile)).toEqual(meaningOf(first));
      expect(latin1(await rewritten(format, profile))).toBe(latin1(bytes));
    },
  );

  const pairs = writableFormats.flatMap((from) =>
    writableFormats.map((to) => ({ pair: `${from.name} to ${to.name}`, from, to })),
  );
  it.each(pairs)('convert from $pair keeps the total', async ({ from, to }) => {
    const there = await reopen(await encoded(from, smallProfile()));
    expectTotal(there, 29, 'count');
    const output = join(folder, 'converted');
    const args = ['convert', there.path, '--to', to.name, '-o', output];
    expect(await runCli({ ...host, args })).toBe(0);
    const back = await open(output);
    expect(back.format).toBe(to);
    const shown = there.profile.valueTypes[defaultValueType(there.profile)] as ValueType;
    expectTotal(back, total(there.profile), shown.unit);
  });
});

async function rewritten(format: Format, profile: Profile): Promise<Uint8Array> {
  return await encoded(format, profile, defaultValueType(profile));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/**
 * A .cpuprofile knows nothing but microseconds: times are rounded to them, and of anything else one
 * is written as a millisecond.
 */
function expectTotal(opened: OpenedProfile, expected: number, unit: string): void {
  const found = total(opened.profile);
  if (opened.format.name !== 'cpuprofile') expect(found).toBe(expected);
  else if (unit !== 'nanoseconds') expect(found).toBe(expected * 1e6);
  else expect(Math.abs(found - expected)).toBeLessThanOrEqual(1000);
}
