import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { arch, platform, release } from 'node:os';
import process from 'node:process';

/** What this machine lets a profiler do, as the kernel states it. Undefined = it does not say. */
export interface MachineFacts {
  readonly nodeVersion: string;
  readonly platform: string;
  readonly kernelRelease: string;
  readonly architecture: string;
  readonly isRoot: boolean;
  /** Effective capabilities as a bit set, from /proc/self/status. */
  readonly capabilities: bigint;
  readonly perfEventParanoid: number | undefined;
  readonly kptrRestrict: number | undefined;
  /** Whether /proc/kallsyms shows real addresses, which is what kptr_restrict is about. */
  readonly kernelAddressesShown: boolean;
  /** Names below /sys/bus/event_source/devices that are hardware counters. */
  readonly hardwareCounters: readonly string[];
  /** `uprobe`, `kprobe`: probes that need no other tool. */
  readonly probes: readonly string[];
  readonly maxSampleRate: number;
  readonly tracefs: 'readable' | 'denied' | 'absent';
  readonly hasBtf: boolean;
  readonly unprivilegedBpfDisabled: number | undefined;
}

export function readMachineFacts(): MachineFacts {
  return {
    nodeVersion: process.versions.node,
    platform: platform(),
    kernelRelease: release(),
    architecture: arch(),
    isRoot: isRoot(),
    capabilities: readCapabilities(),
    perfEventParanoid: perfEventParanoid(),
    kptrRestrict: readNumber('/proc/sys/kernel/kptr_restrict'),
    kernelAddressesShown: readsKernelAddresses(),
    hardwareCounters: findHardwareCounters(),
    probes: ['uprobe', 'kprobe'].filter((name) => existsSync(`${eventSources}/${name}`)),
    maxSampleRate: maxSampleRate(),
    tracefs: tracefsState(),
    hasBtf: existsSync('/sys/kernel/btf/vmlinux'),
    unprivilegedBpfDisabled: readNumber('/proc/sys/kernel/unprivileged_bpf_disabled'),
  };
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

export function perfEventParanoid(): number | undefined {
  return readNumber('/proc/sys/kernel/perf_event_paranoid');
}

/** The highest `-F`; the kernel lowers it by itself when sampling takes too much time. */
export function maxSampleRate(): number {
  return readNumber('/proc/sys/kernel/perf_event_max_sample_rate') ?? 100_000;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function readNumber(path: string): number | undefined {
  const text = readText(path)?.trim();
  return text === undefined || text === '' ? undefined : Number(text);
}

function readCapabilities(): bigint {
  const hex = /^CapEff:\s*([0-9a-f]+)$/m.exec(readText('/proc/self/status') ?? '')?.[1];
  return hex === undefined ? 0n : BigInt(`0x${hex}`);
}

/** Without the right, every address reads as zero. The first page is enough: the file is megabytes. */
function readsKernelAddresses(): boolean {
  let file = -1;
  try {
    file = openSync('/proc/kallsyms', 'r');
    const head = Buffer.alloc(4096);
    const length = readSync(file, head);
    return /^(?!0+ )[0-9a-f]+ /m.test(head.toString('latin1', 0, length));
  } catch {
    return false;
  } finally {
    if (file >= 0) closeSync(file);
  }
}

const eventSources = '/sys/bus/event_source/devices';

/** `cpu` on x86, `cpu_core` and `cpu_atom` on hybrids, `armv8_…` on ARM; the rest counts in software. */
function findHardwareCounters(): string[] {
  try {
    const devices = readdirSync(eventSources);
    return devices.filter((name) => /^(cpu|cpu_core|cpu_atom|armv\w+)$/.test(name));
  } catch {
    return [];
  }
}

function tracefsState(): MachineFacts['tracefs'] {
  const mounts = ['/sys/kernel/tracing', '/sys/kernel/debug/tracing'];
  const states = mounts.map((path) => {
    try {
      return readdirSync(path).includes('events') ? 'readable' : 'absent';
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EACCES'
        ? 'denied'
        : 'absent';
    }
  });
  return states.find((state) => state === 'readable') ?? states[0] ?? 'absent';
}
