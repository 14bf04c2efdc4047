import { setTimeout as sleep } from 'node:timers/promises';
import { shellLine } from '../base/shell-word.ts';
import { ToolError } from '../base/tool-error.ts';
import type { WorkloadRun } from './accompaniment.ts';
import { beginGrowing, growFile } from './growing-file.ts';
import { lastWords } from './last-words.ts';
import type { FollowSettings, ServerSettings, Workload } from './pgo-config.ts';
import type { PgoRun } from './pgo-run.ts';
import { fillAll, fillPlaceholders } from './placeholders.ts';
import {
  findRefusal,
  loadServer,
  probeRequests,
  requireUnusedPorts,
  waitUntilReady,
} from './server-load.ts';

/** A program that runs while something happens around it. */
export interface Accompanied {
  readonly isOver: () => boolean;
  readonly stop: (signal: 'SIGINT' | 'SIGTERM') => void;
  /** Takes the profile of a server under load; null = the run is timed. */
  readonly capture: (() => Promise<void>) | null;
}

/** What must be so before the program starts. */
export async function prepareRun(workload: Workload, { values }: WorkloadRun): Promise<void> {
  const { follow, server } = workload;
  if (follow !== null) await beginGrowing(values['growing'] ?? '');
  if (server === null) return;
  const asked = [server.ready, ...server.requests].filter((text) => text !== '');
  await requireUnusedPorts(fillAll(asked, values));
}

/** Goes on beside the program; gives a hash of what a server answered, '' for other programs. */
export async function accompany(
  run: PgoRun,
  workload: Workload,
  filled: WorkloadRun,
  program: Accompanied,
): Promise<string> {
  const { follow, server } = workload;
  if (follow !== null) await feedFollower(run, follow, filled, program);
  return server === null ? '' : await useServer(run, server, filled, program);
}

/** The follower gets the chance to read the last lines. */
const settleMs = 300;

async function feedFollower(
  run: PgoRun,
  follow: FollowSettings,
  { values }: WorkloadRun,
  program: Accompanied,
): Promise<void> {
  const path = values['growing'] ?? '';
  await growFile(path, run.places.data(follow.data), follow.durationMs, program.isOver);
  if (follow.stop === '') return;
  await sleep(settleMs);
  program.stop(follow.stop);
}

async function useServer(
  run: PgoRun,
  server: ServerSettings,
  { values }: WorkloadRun,
  program: Accompanied,
): Promise<string> {
  const ready = fillPlaceholders(server.ready, values);
  await waitUntilReady(ready, server.readyTimeoutMs, program.isOver);
  const { capture } = program;
  const note = { isDone: capture === null };
  const goesOn = (begun: number): boolean =>
    capture === null ? begun < server.count : !note.isDone && !program.isOver();
  const load = applyLoad(run, server, values, goesOn);
  // Should the load fail, that is the reason to tell, and not that the capture was cut short.
  const captured = (capture?.() ?? Promise.resolve()).finally(() => {
    note.isDone = true;
  });
  const [answers] = await Promise.all([load, captured]);
  program.stop(server.stop);
  return answers;
}

async function applyLoad(
  run: PgoRun,
  server: ServerSettings,
  values: WorkloadRun['values'],
  goesOn: (begun: number) => boolean,
): Promise<string> {
  if (server.load.length === 0) {
    return await loadServer({
      addresses: fillAll(server.requests, values),
      workers: server.workers,
      goesOn,
    });
  }
  await probeRequests(fillAll(server.requests, values));
  const argv = fillAll(server.load, { ...values, count: String(server.count) });
  let said = '';
  do {
    const end = await run.children.run(
      { argv, cwd: run.config.folder, env: run.host.env },
      loadTimeoutMs,
    );
    if (end.status !== 0) {
      throw new ToolError(
        'target-failed',
        `the load command ended with status ${end.status}: ${lastWords(end.stderr)}`,
        { hint: `run it by itself: ${shellLine(argv)}` },
      );
    }
    said = end.stdout.toString();
    const refusal = findRefusal(`${said}\n${end.stderr}`);
    if (refusal !== undefined) {
      throw new ToolError(
        'target-failed',
        `the load command was refused by the server: it says "${refusal}"`,
        { hint: 'let it log in, or switch authentication off while training' },
      );
    }
    // A command sends all its requests at once: a timed run needs one of it.
  } while (goesOn(server.count));
  return said;
}

const loadTimeoutMs = 120_000;
