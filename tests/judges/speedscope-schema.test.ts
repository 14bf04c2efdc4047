import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { type Format, findFormat } from '../../src/formats/index.ts';
import { joinChunks } from '../../src/formats/whole-file-reader.ts';
import { zlibCodec } from '../../src/platform/zlib-codec.ts';
import { defaultValueType, type Profile } from '../../src/profile/index.ts';
import { profileFromPicture } from '../../src/profile/testing/picture.ts';

// The schema that the npm package speedscope 1.25.0 (MIT) ships as dist/release/file-format-schema.json.
const schema: object = JSON.parse(
  readFileSync(new URL('testdata/speedscope-file-format-schema.json', import.meta.url), 'utf8'),
);
const recording = new URL('../../fixtures/recordings/node-shares.cpuprofile', import.meta.url);

function formatNamed(name: string): Format {
  const format = findFormat(name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
}

async function written(profile: Profile): Promise<unknown> {
  const options = { valueType: defaultValueType(profile), codec: zlibCodec };
  const chunks: Uint8Array[] = [];
  for await (const chunk of formatNamed('speedscope').encode?.(profile, options) ?? []) {
    chunks.push(chunk);
  }
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return JSON.parse(new TextDecoder().decode(joinChunks(chunks, size)));
}

async function recorded(): Promise<Profile> {
  const reader = formatNamed('cpuprofile').read({ timeline: true, codec: zlibCodec });
  reader.push(readFileSync(recording));
  return await reader.finish();
}

describe("speedscope's published schema", () => {
  const validate = new Ajv({ strict: false }).compile(schema);

  it('accepts what is written', async () => {
    for (const profile of [
      profileFromPicture(`
        main   main
        parse  eval@libc.so
        3      4.5`),
      await recorded(),
    ]) {
      validate(await written(profile));
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  it('refuses what is not speedscope', () => {
    expect(validate({ profiles: [{ type: 'sampled' }] })).toBe(false);
  });
});
