import { cpus, release, type } from 'node:os';
import type { Machine } from '../base/machine.ts';

/** The machine that this runs on. */
export function readMachine(version: string): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? '',
    processors: processors.length,
    kernel: `${type()} ${release()}`,
    version,
  };
}
