import { constants } from 'node:os';
import { assert } from '../../base/assert.ts';
import { ToolError } from '../../base/tool-error.ts';
import type { Host } from '../../platform/host.ts';
import { runTarget, type TargetEnd } from '../../platform/run-target.ts';
import type { Profile } from '../../profile/index.ts';
import { assembleProfile, type RecordingMeta } from './assemble-profile.ts';
import { requireNodeTarget } from './node-target.ts';
import { RecordingFolder } from './recording-folder.ts';

export type V8Options = Omit<RecordingMeta, 'checkpointMs'>;

export interface V8Recording {
  readonly profile: Profile;
  readonly end: TargetEnd;
  readonly processes: number;
  readonly threads: number;
  /** Threads that ended without handing over their last samples. */
  readonly cutShort: number;
}

/** How much a program killed outright can lose. */
export const checkpointMs = 5000;
const patienceMs = 500;
const watched = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

/** Runs a Node program to its end under V8's CPU profiler, in all its threads and child processes. */
export async function recordV8(host: Host, options: V8Options): Promise<V8Recording> {
  const [command, ...args] = options.command;
  assert(command !== undefined, 'a command to record');
  requireNodeTarget(command, { cwd: host.cwd, path: host.env['PATH'] ?? '' });
  const folder = new RecordingFolder();
  try {
    folder.writeAgent({
      intervalUs: Math.max(1, Math.round(1e6 / options.frequencyHz)),
      checkpointMs,
      patienceMs,
      signals: Object.fromEntries(watched.map((name) => [name, constants.signals[name]])),
    });
    const end = await runTarget({
      command,
      args,
      cwd: host.cwd,
      targetFiles: host.targetFiles,
      env: { ...host.env, NODE_OPTIONS: nodeOptions(host.env['NODE_OPTIONS'], folder.agentPath) },
      hasSeen: (signal, sinceMs) => folder.hasSeen(signal, sinceMs),
    });
    const threads = folder.threads();
    if (threads.length === 0) throw nothingRecorded(command, end);
    return {
      profile: await assembleProfile(threads, folder.agentPath, { ...options, checkpointMs }),
      end,
      processes: new Set(threads.map(({ facts }) => facts.pid)).size,
      threads: threads.length,
      cutShort: threads.filter(({ isWhole }) => !isWhole).length,
    };
  } finally {
    folder.remove();
  }
}

/** Node splits its options at spaces; quotes and backslashes inside quotes are escaped. */
function nodeOptions(own: string | undefined, agentPath: string): string {
  const quoted = `"${agentPath.replace(/["\\]/g, '\\$&')}"`;
  return `${own === undefined || own === '' ? '' : `${own} `}--require ${quoted}`;
}

function nothingRecorded(command: string, end: TargetEnd): ToolError {
  return new ToolError(
    'no-data',
    `${command} ended with status ${end.status} and started no Node program, so there is nothing to save`,
    { hint: 'plateau record -- node script.js' },
  );
}
