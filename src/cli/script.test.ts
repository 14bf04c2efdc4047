import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { perfScript } from '../formats/perf-script/index.ts';
import { readText } from '../formats/testing/read-text.ts';
import { frameName, framesOf, type Profile, type StackIndex, textAt } from '../profile/index.ts';
import { runCli } from './run-cli.ts';
import { fakeHost } from './testing/fake-host.ts';

const recordings = fileURLToPath(new URL('../../fixtures/recordings/', import.meta.url));
const text = `app 7/7 [001] 10.000000: 100 cycles:
\t          401010 leaf (inlined)
\t          401010 work+0x10 (/bin/app)
\t          402000 main+0x4 (/bin/app)

worker 7/8 [000] 10.500000: 300 cycles:
\tffffffff81000010 do_idle (/usr/lib/debug/vmlinux)
\t    7f0000001000 [unknown] ([unknown])

`;

async function script(input: string | Uint8Array, ...args: string[]): Promise<string> {
  const host = fakeHost(['script', '-', ...args], { stdin: input });
  expect(await runCli(host), host.written.err).toBe(0);
  return host.written.out;
}

/** A line per sample: thread, event, period and names, the leaf first. */
function samplesOf(profile: Profile): string[] {
  const { samples, threads, valueTypes } = profile;
  return Array.from({ length: samples.length }, (_, row) => {
    const stack = samples.stack[row] as number;
    const frames = stack < 0 ? [] : framesOf(profile, stack as StackIndex);
    const thread = samples.thread?.[row] ?? -1;
    const values = valueTypes.map(({ name }, at) => `${name}=${samples.values[at]?.[row]}`);
    const image = (frame: number): string =>
      textAt(profile, profile.mappings.file[profile.frames.mapping[frame] as number] ?? 0);
    return [
      `${textAt(profile, threads.threadName[thread] ?? 0)} ${threads.pid[thread]}/${threads.tid[thread]}`,
      ...values,
      ...frames.map((frame) => `${frameName(profile, frame)} ${image(frame)}`),
    ].join(';');
  });
}

describe('script', () => {
  it('prints samples as perf does', async () => {
    expect(await script(text)).toBe(`             app 7/7 [001] 0.000000:        100 cycles: 
\t          401010 leaf (inlined)
\t          401010 work (/bin/app)
\t          402000 main (/bin/app)

          worker 7/8 [000] 0.500000:        300 cycles: 
\tffffffff81000010 do_idle (/usr/lib/debug/vmlinux)
\t    7f0000001000 [unknown] ([unknown])

`);
  });

  it('prints the fields asked for, and no inlined functions when they are not wanted', async () => {
    expect(await script(text, '--no-inline', '-F', 'comm,tid,ip,sym', '--tid', '7')).toBe(
      '             app 7\n\t          401010 work\n\t          402000 main\n\n',
    );
    expect(await script(text, '-F', '-comm,-cpu,-ip,-dso', '--ns', '--comm', 'worker')).toBe(
      '7/8 0.500000000:        300 cycles: \n\tdo_idle\n\t[unknown]\n\n',
    );
  });

  it('refuses fields that it does not know', async () => {
    const host = fakeHost(['script', '-', '-F', 'weather'], { stdin: text });
    expect(await runCli(host)).toBe(2);
    expect(host.written.err).toContain('weather is none of comm, pid');
  });

  it('takes other profiles for samples of their default value', async () => {
    expect(await script('main;parse 3\n')).toContain('3 samples: \n\t               0 parse');
  });

  it.each([
    'go-build',
    'rust-words',
    'rust-words-flat',
    'rust-words-switches',
    'cpp-orders',
    'cpp-orders-inlined',
    'node-router',
  ])('is read back to the same samples: %s', async (name) => {
    const original = gunzipSync(readFileSync(`${recordings}${name}.perf-script.txt.gz`));
    const before = await readText(perfScript, original);
    const after = await readText(perfScript, await script(original));
    const lines = samplesOf(before);
    expect(samplesOf(after)).toEqual(lines);
    expect(lines.length).toBeGreaterThan(40);
  });
});
