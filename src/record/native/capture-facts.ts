import { cpus, hostname, machine, release, totalmem } from 'node:os';
import process from 'node:process';
import type { FileFacts } from '../../perf/file-writer-features.ts';
import { listOnlineCpus, parseCpuList, readText } from '../../platform/process-files.ts';

const clockMonotonic = 1;

/** What `perf report --header` shows. */
export function readFileFacts(commandLine: readonly string[], version: string): FileFacts {
  const online = listOnlineCpus().length;
  const present = parseCpuList(readText('/sys/devices/system/cpu/present') ?? '').length;
  return {
    hostname: hostname(),
    osRelease: release(),
    version,
    arch: machine(),
    cpusConfigured: Math.max(present, online),
    cpusOnline: online,
    cpuDescription: cpus()[0]?.model.trim() ?? '',
    totalMemoryKb: Math.floor(totalmem() / 1024),
    commandLine,
    clock: {
      clockId: clockMonotonic,
      resolutionNs: 1,
      wallNs: BigInt(Date.now()) * 1_000_000n,
      // Node's clock is CLOCK_MONOTONIC, the clock of the samples.
      clockNs: process.hrtime.bigint(),
    },
  };
}
