import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../src/base/random.ts';
import { ToolError } from '../src/base/tool-error.ts';
import { type Format, formats } from '../src/formats/index.ts';
import { openProfile } from '../src/load/index.ts';
import { processHost } from '../src/platform/host.ts';
import type { Profile } from '../src/profile/index.ts';
import { hostileFiles } from './fuzzing/hostile-table.ts';
import { validInput } from './fuzzing/valid-input.ts';

const host = processHost();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-hostile-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Outcome = { readonly profile: Profile } | { readonly error: ToolError };

/** Opens the bytes as a file. Anything but a profile or a ToolError that names the file fails. */
async function open(bytes: Uint8Array, format?: Format): Promise<Outcome> {
  const path = join(folder, 'input');
  writeFileSync(path, bytes);
  const before = process.resourceUsage().maxRSS;
  const outcome = await openProfile(host, path, {
    timeline: true,
    ...(format === undefined ? {} : { format }),
  }).catch((error: unknown) => error);
  const grownMebibytes = (process.resourceUsage().maxRSS - before) / 1024;
  expect(grownMebibytes).toBeLessThan(300);
  if (!(outcome instanceof Error)) return outcome as { profile: Profile };
  if (!(outcome instanceof ToolError)) throw outcome;
  expect(outcome.file).toBe(path);
  expect(outcome.message).toContain(path);
  if (outcome.code === 'malformed-input') {
    expect(outcome.message).toMatch(/ at 0x[0-9a-f]+: /);
    expect(outcome.offset).toBeTypeOf('number');
  }
  return { error: outcome };
}

async function refusal(bytes: Uint8Array, format?: Format): Promise<ToolError> {
  const outcome = await open(bytes, format);
  if (!('error' in outcome)) expect.fail('a profile came out of it');
  return outcome.error;
}

const randomBytes = (seed: number, length: number): Uint8Array => {
  const random = seededRandom(seed);
  return Uint8Array.from({ length }, () => random() * 256);
};

/** Formats in which every cut is an error: the others end wherever a line or a field ends. */
const wholeOnly = new Set(['cpuprofile', 'heapprofile', 'plateau', 'speedscope']);

describe.each(formats.map((format) => ({ name: format.name, format })))('$name', ({ format }) => {
  it('reads the file all others are made from', async () => {
    expect(await open(await validInput(format))).toHaveProperty('profile');
    expect(await open(await validInput(format), format)).toHaveProperty('profile');
  });

  it('refuses an empty file', async () => {
    await refusal(new Uint8Array(0), format);
  });

  it('takes a file cut at any sixteenth for what it is', async () => {
    const whole = await validInput(format);
    for (let part = 1; part < 16; part++) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 16));
      for (const outcome of [await open(cut, format), await open(cut)]) {
        if (wholeOnly.has(format.name)) expect(outcome, `${part}/16`).toHaveProperty('error');
      }
    }
  });

  it('refuses random bytes', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      await refusal(randomBytes(seed, 2 ** seed * 64), format);
    }
  });

  it('refuses another first byte', async () => {
    const wrong = Uint8Array.from(await validInput(format));
    wrong[0] = 0xf8;
    const outcome = await open(wrong, format);
    if (wholeOnly.has(format.name)) expect(outcome).toHaveProperty('error');
    await open(wrong);
  });

  it('lives through invalid UTF-8 anywhere', async () => {
    const whole = await validInput(format);
    const random = seededRandom(3);
    for (let round = 0; round < 16; round++) {
      const wrong = Uint8Array.from(whole);
      const at = Math.floor(random() * (wrong.length - 3));
      wrong.set([0xff, 0xc3, 0x28], at);
      await open(wrong, format);
    }
  });

  const files = hostileFiles[format.name] ?? [];
  it.each(files)('lives through $what', async ({ bytes, refused }) => {
    const outcome = await open(bytes, format);
    if (refused === true) expect(outcome).toHaveProperty('error');
    await open(bytes);
  });
});

describe('detection', () => {
  it('names no format for random bytes', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      expect((await refusal(randomBytes(seed, 2 ** seed * 64))).code).toBe('unknown-format');
    }
  });

  it('says that an empty file is empty', async () => {
    expect((await refusal(new Uint8Array(0))).message).toContain('the file is empty');
  });
});

/** A zstd frame of runs: each four bytes unfold to 128 KiB. */
function zstdBomb(runs: number): Uint8Array {
  const run = [0x02, 0x00, 0x10, 0x20];
  const last = [0x03, 0x00, 0x10, 0x20];
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
  return Buffer.concat([header, Buffer.alloc(runs * 4, Buffer.from(run)), Buffer.from(last)]);
}

describe('wrappers', () => {
  it('refuse random bytes behind their magic', async () => {
    for (const magic of [
      [0x1f, 0x8b],
      [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3],
      [0x28, 0xb5, 0x2f, 0xfd],
    ]) {
      for (let seed = 1; seed <= 4; seed++) {
        await refusal(Uint8Array.from([...magic, ...randomBytes(seed, 5000)]));
      }
    }
  });

  it('refuse gzip cut at any sixteenth', async () => {
    const format = formats.find(({ name }) => name === 'folded');
    const text = Array.from({ length: 2000 }, (_, at) => `main;f${(at * at) % 1013} ${at + 1}\n`);
    const whole = gzipSync(text.join(''));
    expect(await open(whole)).toHaveProperty('profile');
    for (let part = 1; part < 16; part++) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 16));
      expect((await refusal(cut)).message).toContain('gzip data at 0x');
      expect((await refusal(cut, format)).message).toContain('gzip data at 0x');
    }
  });

  it('refuse gzip with a wrong checksum', async () => {
    const whole = gzipSync('main;a 1\n');
    whole[whole.length - 5] = (whole[whole.length - 5] as number) ^ 1;
    await refusal(whole);
  });

  it('are opened three deep and no deeper', async () => {
    let bytes: Uint8Array = Buffer.from('main;a 1\n');
    for (let depth = 1; depth <= 5; depth++) {
      bytes = gzipSync(bytes);
      const outcome = await open(bytes);
      expect(outcome).toHaveProperty(depth <= 3 ? 'profile' : 'error');
    }
  });

  it.each(formats.map((format) => ({ name: format.name, format })))(
    'stop a bomb for $name',
    async ({ format }) => {
      const head = (await validInput(format)).subarray(0, 200);
      // 128 MiB of blanks in a few hundred bytes, and 256 MiB of runs in 8 KiB.
      const blanks = gzipSync(gzipSync(Buffer.concat([head, Buffer.alloc(2 ** 27, ' ')])));
      const outcomes = [await open(blanks, format), await open(zstdBomb(2 ** 11), format)];
      for (const outcome of outcomes) {
        if (wholeOnly.has(format.name)) expect(outcome).toHaveProperty('error');
      }
      await open(zstdBomb(2 ** 11));
    },
  );
});
