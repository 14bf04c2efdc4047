import type { DebugInfoSummary } from '../object/index.ts';
import type { MachineFacts } from '../platform/machine-facts.ts';
import type { ToolVersion } from '../platform/tool-versions.ts';
import type { SamplingRight } from '../record/native/sampling-right.ts';

/** `limited`: works with less; `missing`: does not work until it is fixed. */
export type CheckState = 'ok' | 'limited' | 'missing';

/** One thing looked at: what was found, what that means, and the command that changes it. */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly state: CheckState;
  readonly found: string;
  readonly meaning: string;
  readonly fix: string | null;
}

/** Bits of the capability set, from linux/capability.h. */
const capability = { sysAdmin: 21n, syslog: 34n, perfmon: 38n, bpf: 39n } as const;

const oldestNode = [20, 19] as const;

export function machineChecks(facts: MachineFacts, right: SamplingRight): Check[] {
  return [
    nodeCheck(facts),
    kernelCheck(facts),
    perfEventsCheck(facts),
    recorderCheck(facts, right),
    kernelSymbolsCheck(facts),
    hardwareCountersCheck(facts),
    tracefsCheck(facts),
    btfCheck(facts),
    bpfCheck(facts),
  ];
}

function can(facts: MachineFacts, ...bits: bigint[]): boolean {
  return bits.some((bit) => ((facts.capabilities >> bit) & 1n) === 1n);
}

function nodeCheck({ nodeVersion }: MachineFacts): Check {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const enough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return {
    id: 'node',
    title: 'Node',
    state: enough ? 'ok' : 'missing',
    found: nodeVersion,
    meaning: enough ? 'Node programs are recorded without privileges' : 'too old',
    fix: enough ? null : `install Node ${oldestNode.join('.')} or newer: https://nodejs.org`,
  };
}

function kernelCheck(facts: MachineFacts): Check {
  const linux = facts.platform === 'linux';
  return {
    id: 'kernel',
    title: 'kernel',
    state: linux ? 'ok' : 'limited',
    found: `${facts.platform} ${facts.kernelRelease} ${facts.architecture}`,
    meaning: linux ? 'supported' : 'files can be read; native recording needs Linux',
    fix: null,
  };
}

/** Documentation/admin-guide/perf-security.rst; levels above 2 are patches of distributions. */
function perfEventsCheck(facts: MachineFacts): Check {
  const level = facts.perfEventParanoid;
  const base = { id: 'perf-events', title: 'sampling' };
  if (level === undefined) {
    const meaning = 'this kernel has no perf events: native code cannot be sampled';
    const fix = 'boot a kernel with CONFIG_PERF_EVENTS';
    return { ...base, state: 'missing', found: 'no perf_event_paranoid', meaning, fix };
  }
  const found = `perf_event_paranoid ${level}`;
  if (can(facts, capability.perfmon, capability.sysAdmin)) {
    const meaning = 'any process and the kernel, by privilege';
    return { ...base, state: 'ok', found, meaning, fix: null };
  }
  const fix = 'sudo sysctl kernel.perf_event_paranoid=1';
  if (level >= 3) {
    return { ...base, state: 'missing', found, meaning: 'not allowed for this user', fix };
  }
  if (level === 2) {
    const meaning = 'own processes, user code only; no kernel frames';
    return { ...base, state: 'limited', found, meaning, fix };
  }
  return { ...base, state: 'ok', found, meaning: 'own processes, user and kernel', fix: null };
}

/** Not what the settings say but what the kernel answers: containers refuse what settings allow. */
function recorderCheck(facts: MachineFacts, right: SamplingRight): Check {
  const base = { id: 'recorder', title: 'recorder' };
  if (!right.allowed) {
    const meaning = "Node programs only, by V8's own profiler";
    return { ...base, state: 'missing', found: right.reason, meaning, fix: right.fix };
  }
  const event = facts.hardwareCounters.length > 0 ? 'cycles' : 'cpu-clock';
  const traced = facts.tracefs === 'readable' ? ', tracepoints' : '';
  // Probes of user code trap in the kernel: they need the same right.
  const some = right.kernel && facts.probes.length > 0;
  const probes = some ? `, ${facts.probes.join('s, ')}s` : '';
  const scope = right.kernel ? 'user and kernel' : 'user code only';
  const found = `${event}, ${scope}, up to ${facts.maxSampleRate} Hz`;
  const meaning = `plateau record works; software events${traced}${probes}`;
  const fix = right.kernel ? null : 'sudo sysctl kernel.perf_event_paranoid=1';
  return { ...base, state: right.kernel ? 'ok' : 'limited', found, meaning, fix };
}

function kernelSymbolsCheck(facts: MachineFacts): Check {
  const shown = facts.kernelAddressesShown;
  return {
    id: 'kernel-symbols',
    title: 'kernel symbols',
    state: shown ? 'ok' : 'limited',
    found: `kptr_restrict ${facts.kptrRestrict ?? 'unknown'}`,
    meaning: shown ? 'kernel functions have names' : 'kernel frames stay addresses',
    fix: shown ? null : `sudo sysctl kernel.${kernelAddressSetting(facts)}`,
  };
}

/** With kptr_restrict 0 it is perf_event_paranoid that hides addresses from those without CAP_SYSLOG. */
function kernelAddressSetting({ kptrRestrict }: MachineFacts): string {
  return kptrRestrict === 0 ? 'perf_event_paranoid=1' : 'kptr_restrict=0';
}

function hardwareCountersCheck(facts: MachineFacts): Check {
  const some = facts.hardwareCounters.length > 0;
  return {
    id: 'pmu',
    title: 'hardware counters',
    state: some ? 'ok' : 'limited',
    found: some ? facts.hardwareCounters.join(', ') : 'none',
    meaning: some
      ? 'cycles, instructions, cache misses'
      : 'sampled by time; cycles and cache misses are not counted',
    fix: some ? null : 'let the hypervisor pass them on (KVM: -cpu host,pmu=on)',
  };
}

function tracefsCheck(facts: MachineFacts): Check {
  const absent = facts.tracefs === 'absent';
  const ok = facts.tracefs === 'readable';
  const mount = 'sudo mount -t tracefs tracefs /sys/kernel/tracing';
  return {
    id: 'tracefs',
    title: 'tracefs',
    state: ok ? 'ok' : absent ? 'missing' : 'limited',
    found: facts.tracefs,
    meaning: ok ? 'tracepoints can be listed' : 'tracepoints cannot be listed',
    fix: ok ? null : absent ? mount : 'sudo chmod -R a+rX /sys/kernel/tracing, or run as root',
  };
}

function btfCheck({ hasBtf }: MachineFacts): Check {
  return {
    id: 'btf',
    title: 'kernel types',
    state: hasBtf ? 'ok' : 'missing',
    found: hasBtf ? 'BTF' : 'no BTF',
    meaning: hasBtf ? 'traces can name kernel fields' : 'traces cannot name kernel fields',
    fix: hasBtf ? null : 'boot a kernel with CONFIG_DEBUG_INFO_BTF',
  };
}

function bpfCheck(facts: MachineFacts): Check {
  const able =
    can(facts, capability.sysAdmin) ||
    (can(facts, capability.bpf) && can(facts, capability.perfmon));
  const level = facts.unprivilegedBpfDisabled;
  return {
    id: 'bpf',
    title: 'BPF',
    state: able ? 'ok' : 'missing',
    found: level === undefined ? 'no bpf(2)' : `unprivileged_bpf_disabled ${level}`,
    meaning: able ? 'programs can be loaded, by privilege' : 'tracing programs are refused',
    fix: able ? null : 'run as root, or: sudo setcap cap_bpf,cap_perfmon+ep "$(command -v node)"',
  };
}

/** Compilers and tools are extras: nothing of Plateau needs them, so none is ever `missing`. */
export function toolCheck(
  id: string,
  title: string,
  versions: readonly ToolVersion[],
  purpose: string,
): Check {
  const there = versions.filter(({ version }) => version !== undefined);
  const absent = versions.filter(({ version }) => version === undefined);
  const found = there.map(({ tool, version }) => `${tool} ${version}`).join(', ');
  const without = absent.map(({ tool }) => tool).join(', ');
  return {
    id,
    title,
    state: there.length > 0 ? 'ok' : 'limited',
    found: found === '' ? 'none' : found,
    meaning: without === '' ? purpose : `${purpose}; not found: ${without}`,
    fix: there.length > 0 ? null : `sudo apt install ${absent[0]?.tool ?? 'gcc'}`,
  };
}

export function binaryChecks(facts: DebugInfoSummary): Check[] {
  return [symbolsCheck(facts), debugInfoCheck(facts), unwindCheck(facts), buildIdCheck(facts)];
}

function symbolsCheck({ symbols, go }: DebugInfoSummary): Check {
  const named = symbols === 'full' || go;
  return {
    id: 'symbols',
    title: 'symbols',
    state: named ? 'ok' : symbols === 'none' ? 'missing' : 'limited',
    found: go ? `${symbols}, Go function table` : symbols,
    meaning: named ? 'functions have names' : 'functions stay addresses',
    fix: named ? null : 'link without -s and do not strip (Cargo: strip = false)',
  };
}

function debugInfoCheck({ dwarf, lines, debugLink, go }: DebugInfoSummary): Check {
  const whole = dwarf && lines;
  const apart = debugLink !== undefined ? 'in a separate file' : 'none';
  const rebuild = 'build with -g (Cargo: CARGO_PROFILE_RELEASE_DEBUG=line-tables-only)';
  const install = 'install the package that holds it (Debian: …-dbgsym)';
  const fix = debugLink !== undefined ? install : go ? 'build without -ldflags=-w' : rebuild;
  return {
    id: 'debug-info',
    title: 'debug info',
    state: whole ? 'ok' : go || debugLink !== undefined ? 'limited' : 'missing',
    found: whole ? 'DWARF with lines' : dwarf ? 'DWARF without lines' : apart,
    meaning: whole ? 'source lines and inlined functions' : 'no source lines, no inlined functions',
    fix: whole ? null : fix,
  };
}

function unwindCheck({ unwindTables, go }: DebugInfoSummary): Check {
  const walkable = unwindTables || go;
  const pointers = go ? 'frame pointers (Go)' : 'none';
  return {
    id: 'unwind',
    title: 'unwind tables',
    state: walkable ? 'ok' : 'limited',
    found: unwindTables ? '.eh_frame' : pointers,
    meaning: walkable ? 'stacks can be walked' : 'stacks can be walked by frame pointers alone',
    fix: walkable ? null : 'build with -fasynchronous-unwind-tables or -fno-omit-frame-pointer',
  };
}

function buildIdCheck({ buildId }: DebugInfoSummary): Check {
  return {
    id: 'build-id',
    title: 'build id',
    state: buildId === undefined ? 'limited' : 'ok',
    found: buildId ?? 'none',
    meaning: buildId === undefined ? 'matched by path only' : 'matched for certain',
    fix: buildId === undefined ? 'link with -Wl,--build-id' : null,
  };
}
