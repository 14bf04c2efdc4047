import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { listedCacheEvents } from '../../src/record/native/events/cache-events-table.ts';
import { machineEventSources } from '../../src/record/native/events/event-sources.ts';
import {
  hardwareEvents,
  softwareEvents,
} from '../../src/record/native/events/named-events-table.ts';
import { resolveEvents } from '../../src/record/native/events/resolve-events.ts';
import { requires } from './requires.ts';

const sources = machineEventSources({ cwd: '/', path: process.env['PATH'] ?? '' });
const folder = mkdtempSync(join(tmpdir(), 'plateau-events-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `type:config excludes` of every perf_event_attr that `perf stat -vv` asks the kernel for. */
function perfAttrs(events: readonly string[]): string[] {
  const { stderr } = spawnSync('perf', ['stat', '-vv', '-e', events.join(','), 'true'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const attrs = stderr.split('perf_event_attr:').slice(1);
  return attrs.map((text) => {
    const field = (name: string): string =>
      new RegExp(`^\\s+${name}\\s+(\\S+)`, 'm').exec(text)?.[1] ?? '0';
    const config = BigInt(field('config')).toString(16);
    return `${field('type')}:${config} ${field('exclude_user')}${field('exclude_kernel')}`;
  });
}

function ourAttrs(events: readonly string[]): string[] {
  return resolveEvents(events, sources).map((event) => {
    const excluded = [event.excludeUser, event.excludeKernel].map((each) =>
      each === true ? 1 : 0,
    );
    return `${event.type}:${event.config.toString(16)} ${excluded.join('')}`;
  });
}

const named = [...hardwareEvents, ...softwareEvents].flatMap(({ names }) => names);
const further = ['r1c2', 'r01c2:u', 'cycles:u', 'instructions:k', 'faults:uk', 'LLC-misses'];

requires('perf')('means by every name what perf means', () => {
  // perf does not count these two.
  const asked = [...named, ...listedCacheEvents, ...further].filter(
    (name) => name !== 'dummy' && name !== 'bpf-output',
  );
  expect(ourAttrs(asked)).toEqual(perfAttrs(asked));
});

/** What <sys/sdt.h> makes of DTRACE_PROBE(shop, order), written out. */
const probed = `
int noinline_work(int x) { return x * 3; }
unsigned short shop_order_semaphore __attribute__((section(".probes"))) = 0;
int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    __asm__ volatile(
      "990: nop\\n"
      ".pushsection .note.stapsdt,\\"\\",\\"note\\"\\n.balign 4\\n"
      ".4byte 992f-991f, 994f-993f, 3\\n991: .asciz \\"stapsdt\\"\\n992: .balign 4\\n"
      "993: .8byte 990b\\n.8byte _.stapsdt.base\\n.8byte shop_order_semaphore\\n"
      ".asciz \\"shop\\"\\n.asciz \\"order\\"\\n.asciz \\"\\"\\n994: .balign 4\\n.popsection\\n"
      ".ifndef _.stapsdt.base\\n"
      ".pushsection .stapsdt.base,\\"aG\\",\\"progbits\\",.stapsdt.base,comdat\\n"
      ".weak _.stapsdt.base\\n.hidden _.stapsdt.base\\n_.stapsdt.base: .space 1\\n"
      ".size _.stapsdt.base, 1\\n.popsection\\n.endif\\n");
  }
  return noinline_work(argc) == 0;
}`;

requires(
  'cc',
  'nm',
  'readelf',
)('finds the file offset of functions and USDT sites', () => {
  writeFileSync(join(folder, 'probed.c'), probed);
  const binary = join(folder, 'probed');
  execFileSync('cc', ['-O1', '-o', binary, join(folder, 'probed.c')]);
  const address = /^([0-9a-f]+) T noinline_work$/m.exec(
    execFileSync('nm', [binary], { encoding: 'utf8' }),
  )?.[1];
  const loads = execFileSync('readelf', ['-lW', binary], { encoding: 'utf8' });
  const toOffset = (svma: bigint): bigint => {
    const rows = [...loads.matchAll(/LOAD\s+(0x\w+) (0x\w+) 0x\w+ (0x\w+)/g)];
    for (const [, offset = '0', start = '0', size = '0'] of rows) {
      const at = svma - BigInt(start);
      if (at >= 0n && at < BigInt(size)) return at + BigInt(offset);
    }
    throw new Error('not loaded');
  };
  const svma = BigInt(`0x${address ?? '0'}`);
  const [probe] = resolveEvents([`uprobe:${binary}:noinline_work+0x2`], sources);
  expect(probe).toMatchObject({ config: 0n, config2: toOffset(svma + 2n), probedFile: binary });
  const [atReturn] = resolveEvents([`uretprobe:${binary}:noinline_work`], sources);
  expect(atReturn).toMatchObject({ config: 1n, config2: toOffset(svma) });

  const notes = execFileSync('readelf', ['-nW', binary], { encoding: 'utf8' });
  const [, location = '0', semaphore = '0'] =
    /Location: (0x\w+), Base: 0x\w+, Semaphore: (0x\w+)/.exec(notes) ?? [];
  const [site] = resolveEvents([`usdt:${binary}:shop:order`], sources);
  expect(BigInt(semaphore)).toBeGreaterThan(0n);
  expect(site).toMatchObject({
    config: toOffset(BigInt(semaphore)) << 32n,
    config2: toOffset(BigInt(location)),
  });
  expect(() => resolveEvents([`usdt:${binary}:shop:oder`], sources)).toThrow('no USDT probe');
  expect(() => resolveEvents([`uprobe:${binary}:noinline_wrk`], sources)).toThrow('no function');
});
