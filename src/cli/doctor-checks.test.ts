import { describe, expect, it } from 'vitest';
import type { DebugInfoSummary } from '../object/index.ts';
import type { MachineFacts } from '../platform/machine-facts.ts';
import { binaryChecks, type Check, machineChecks } from './doctor-checks.ts';

const laptop: MachineFacts = {
  nodeVersion: '22.4.1',
  platform: 'linux',
  kernelRelease: '6.1.0',
  architecture: 'x64',
  isRoot: false,
  capabilities: 0n,
  perfEventParanoid: 1,
  kptrRestrict: 0,
  kernelAddressesShown: true,
  hardwareCounters: ['cpu'],
  probes: ['uprobe', 'kprobe'],
  maxSampleRate: 100_000,
  tracefs: 'readable',
  hasBtf: true,
  unprivilegedBpfDisabled: 2,
};

function check(facts: Partial<MachineFacts>, id: string): string {
  return oneLine(machineChecks({ ...laptop, ...facts }, { allowed: true, kernel: true }), id);
}

function oneLine(checks: readonly Check[], id: string): string {
  const found = checks.find((each) => each.id === id);
  return found === undefined ? '' : [found.state, found.found, found.fix ?? ''].join(' | ');
}

describe('doctor', () => {
  it('knows the oldest Node', () => {
    expect(check({ nodeVersion: '20.19.0' }, 'node')).toMatch(/^ok/);
    expect(check({ nodeVersion: '20.18.9' }, 'node')).toMatch(/^missing .*install Node 20\.19/);
  });

  it('reads perf_event_paranoid as the kernel does, with and without privilege', () => {
    const fix = 'sudo sysctl kernel.perf_event_paranoid=1';
    expect(check({ perfEventParanoid: 1 }, 'perf-events')).toBe('ok | perf_event_paranoid 1 | ');
    expect(check({ perfEventParanoid: 2 }, 'perf-events')).toBe(
      `limited | perf_event_paranoid 2 | ${fix}`,
    );
    expect(check({ perfEventParanoid: 4 }, 'perf-events')).toBe(
      `missing | perf_event_paranoid 4 | ${fix}`,
    );
    expect(check({ perfEventParanoid: 4, capabilities: 1n << 38n }, 'perf-events')).toMatch(/^ok/);
    expect(check({ perfEventParanoid: undefined }, 'perf-events')).toMatch(/^missing/);
  });

  it('judges kernel names by what is shown, not by the setting', () => {
    expect(check({ kernelAddressesShown: false, kptrRestrict: 1 }, 'kernel-symbols')).toBe(
      'limited | kptr_restrict 1 | sudo sysctl kernel.kptr_restrict=0',
    );
  });

  it('says how to go on without counters, tracefs, types and BPF', () => {
    expect(check({}, 'recorder')).toMatch(/^ok \| cycles, user and kernel, up to 100000 Hz/);
    expect(check({ hardwareCounters: [] }, 'recorder')).toMatch(/^ok \| cpu-clock/);
    const reason = 'perf_event_open is refused (EPERM)';
    const refused = machineChecks(laptop, { allowed: false, reason, fix: '--cap-add PERFMON' });
    expect(oneLine(refused, 'recorder')).toContain(`missing | ${reason}`);
    expect(check({ hardwareCounters: [] }, 'pmu')).toMatch(/^limited \| none/);
    expect(check({ tracefs: 'absent' }, 'tracefs')).toContain('sudo mount -t tracefs');
    expect(check({ tracefs: 'denied' }, 'tracefs')).toMatch(/^limited/);
    expect(check({ hasBtf: false }, 'btf')).toContain('CONFIG_DEBUG_INFO_BTF');
    expect(check({}, 'bpf')).toContain('setcap cap_bpf,cap_perfmon');
    expect(check({ capabilities: (1n << 38n) | (1n << 39n) }, 'bpf')).toMatch(/^ok/);
  });

  it('says what a binary lacks', () => {
    const stripped: DebugInfoSummary = {
      buildId: undefined,
      symbols: 'none',
      machine: 'x86-64',
      dwarf: false,
      lines: false,
      debugLink: undefined,
      alternateLink: undefined,
      compressed: undefined,
      miniDebugInfo: false,
      split: false,
      unwindTables: false,
      go: false,
    };
    const checks = binaryChecks(stripped);
    expect(checks.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'symbols missing',
      'debug-info missing',
      'unwind limited',
      'build-id limited',
    ]);
    expect(checks.every(({ fix }) => fix !== null)).toBe(true);
    const go = binaryChecks({ ...stripped, go: true });
    expect(oneLine(go, 'symbols')).toMatch(/^ok/);
    expect(oneLine(go, 'debug-info')).toContain('-ldflags=-w');
  });
});
