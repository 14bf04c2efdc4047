import { ToolError } from '../base/tool-error.ts';
import { freePort } from '../platform/loopback.ts';
import type { Workload } from './pgo-config.ts';
import type { PgoRun } from './pgo-run.ts';
import { fillAll, fillPlaceholders, type Placeholders, portNames } from './placeholders.ts';

/** One run of a workload: what is started, and what goes on beside it. */
export interface WorkloadRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | null;
  readonly values: Placeholders;
}

/** Fills in what the workload's texts stand for; ports are free ones, new for each call. */
export async function workloadRun(run: PgoRun, workload: Workload): Promise<WorkloadRun> {
  const values = {
    ...dataValues(run),
    ...(await portValues(workload)),
    growing: growingFile(run, workload),
  };
  return filledRun(workload, values);
}

export function filledRun(workload: Workload, values: Placeholders): WorkloadRun {
  const env = Object.entries(workload.env).map(([name, text]) => [
    name,
    fillPlaceholders(text, values),
  ]);
  return {
    args: fillAll(workload.args, values),
    env: Object.fromEntries(env) as Record<string, string>,
    stdin: workload.stdin === '' ? null : fillPlaceholders(workload.stdin, values),
    values,
  };
}

export function dataValues(run: Pick<PgoRun, 'config' | 'places'>): Record<string, string> {
  return Object.fromEntries(
    run.config.data.map(({ name }) => [`data:${name}`, run.places.data(name)]),
  );
}

export function growingFile(run: Pick<PgoRun, 'places'>, workload: Workload): string {
  return `${run.places.data(workload.name)}.growing`;
}

export function textsOf({ args, env, stdin, server }: Workload): string[] {
  const asked =
    server === null ? [] : [server.ready, server.capture, ...server.requests, ...server.load];
  return [...args, ...Object.values(env), stdin, ...asked];
}

async function portValues(workload: Workload): Promise<Record<string, string>> {
  const ports: Record<string, string> = {};
  for (const name of portNames(textsOf(workload))) ports[`port:${name}`] = String(await freePort());
  return ports;
}

/** Waits for the end or gives up: a program that does not end is stopped, and that is an error. */
export function tooLong(workload: Workload): ToolError {
  return new ToolError(
    'target-failed',
    `workload ${workload.name} did not end within ${workload.timeoutMs / 1000} s`,
    { hint: 'raise its timeout in plateau.toml, or give it an end' },
  );
}
