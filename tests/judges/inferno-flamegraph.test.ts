import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { buildCallTree } from '../../src/analysis/index.ts';
import { findFormat } from '../../src/formats/index.ts';
import { zlibCodec } from '../../src/platform/zlib-codec.ts';
import type { Profile } from '../../src/profile/index.ts';
import { renderFlameSvg } from '../../src/render/index.ts';
import { findTool, requires } from './requires.ts';

const itWithInferno = requires('inferno-flamegraph');
const recordings = new URL('../../fixtures/recordings/', import.meta.url);

async function read(name: string, bytes: Uint8Array): Promise<Profile> {
  const reader = findFormat(name)?.read({ timeline: false, codec: zlibCodec });
  reader?.push(bytes);
  return (await reader?.finish()) as Profile;
}

async function foldedOf(profile: Profile): Promise<string> {
  const chunks: Uint8Array[] = [];
  const encoded = findFormat('folded')?.encode?.(profile, { valueType: 0, codec: zlibCodec }) ?? [];
  for await (const chunk of encoded) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/**
 * Per name the sum over its frames. Not frame by frame: inferno sorts whole lines, so `f2` comes between
 * `f` and `f;g` and splits the frame of `f` in two; a call tree does not.
 */
function countsOf(svg: string): Record<string, number> {
  const counts: Record<string, number> = {};
  const titles = svg.matchAll(/<title>([^<]*) \(([\d,]+) samples?, [^)]*%\)<\/title>/g);
  for (const [, name = '', count = ''] of titles) {
    counts[name] = (counts[name] ?? 0) + Number(count.replaceAll(',', ''));
  }
  return counts;
}

describe('flame graphs beside those of inferno', () => {
  for (const [file, format] of [
    ['go-cpu.pb.gz', 'pprof'],
    ['go-compile.pb.gz', 'pprof'],
    ['rust-words.perf-script.txt.gz', 'perf-script'],
  ] as const) {
    itWithInferno(`count the same for every function: ${file}`, async () => {
      const profile = await read(format, gunzipSync(readFileSync(new URL(file, recordings))));
      const folded = (await foldedOf(profile)).replace(/_\[[kjiwp]\]/g, '');
      // So wide that both keep and draw everything.
      const again = await read('folded', Buffer.from(folded));
      const ours = renderFlameSvg(buildCallTree(again), { width: 1_000_000, minWidth: 0 });
      const theirs = execFileSync(findTool('inferno-flamegraph') ?? '', ['--minwidth', '0'], {
        input: folded,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      const mine = countsOf(Array.from(ours.chunks).join(''));
      const other = countsOf(theirs);
      expect(Object.keys(mine).length).toBeGreaterThan(20);
      expect(mine).toEqual(other);
    });
  }
});
