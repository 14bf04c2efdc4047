import type { ChildGroup } from '../platform/child-group.ts';
import type { Host } from '../platform/host.ts';
import type { CompareSettings, PgoConfig, PgoTarget, Workload } from './pgo-config.ts';
import type { RunPlaces } from './run-places.ts';
import type { RunState } from './run-state.ts';

export interface PgoOptions {
  /** Targets by name; empty = all. */
  readonly targets: readonly string[];
  readonly isQuick: boolean;
  readonly isVerbose: boolean;
  readonly resumes: boolean;
  readonly iterations?: number;
  readonly dataSize?: number;
  readonly profileFolder?: string;
  readonly outputFolder?: string;
}

/** Everything a step of the workflow may use. */
export interface PgoRun {
  readonly host: Host;
  readonly config: PgoConfig;
  readonly options: PgoOptions;
  readonly places: RunPlaces;
  readonly children: ChildGroup;
  readonly state: RunState;
  /** Says what happens now, to whoever watches. */
  tell(line: string): Promise<void>;
}

/** The settings of this run: flags before `--quick`, and `--quick` before the file. */
export interface RunSettings {
  readonly iterations: number;
  readonly dataSize: number;
  readonly compare: CompareSettings;
}

export function runSettings(config: PgoConfig, options: PgoOptions): RunSettings {
  const { quick, compare } = config;
  const usual = options.isQuick ? quick : config;
  return {
    iterations: options.iterations ?? usual.iterations,
    dataSize: options.dataSize ?? usual.dataSize,
    compare: options.isQuick
      ? {
          ...compare,
          leastRuns: quick.leastRuns,
          mostRuns: quick.mostRuns,
          mostTimeMs: quick.mostTimeMs,
        }
      : compare,
  };
}

/** Programs first and servers last: a server that does not start must not cost the others their result. */
export function chosenTargets(config: PgoConfig, names: readonly string[]): PgoTarget[] {
  const chosen = config.targets.filter(({ name }) => names.length === 0 || names.includes(name));
  const isServer = ({ name }: PgoTarget): boolean =>
    config.workloads.some(({ target, server }) => target === name && server !== null);
  return [...chosen.filter((each) => !isServer(each)), ...chosen.filter(isServer)];
}

export function workloadsOf(
  config: PgoConfig,
  target: PgoTarget,
  role: Workload['role'],
): Workload[] {
  return config.workloads.filter((each) => each.target === target.name && each.role === role);
}
