import { statSync, unlinkSync } from 'node:fs';
import { Diagnostics } from '../../base/diagnostics.ts';
import { ToolError } from '../../base/tool-error.ts';
import { openProfile } from '../../load/index.ts';
import type { Host } from '../../platform/host.ts';
import { ImageFiles, imageOpener } from '../../platform/image-files.ts';
import { searchFolders } from '../../platform/image-places.ts';
import { removePerfMaps } from '../../platform/jit-files.ts';
import { closeRoots } from '../../platform/perf-events/other-roots.ts';
import type { Profile } from '../../profile/index.ts';
import { describeCallGraph } from './call-graph-choice.ts';
import { type CaptureOptions, capture } from './capture.ts';
import { finishProfile } from './finish-profile.ts';
import type { Captured, RecordingPlan } from './recording-plan.ts';

export interface NativeOptions extends CaptureOptions {
  readonly plan: RecordingPlan;
  readonly producer: string;
  /** Put source text and instructions of hot functions into the profile. */
  readonly sources: boolean;
  /** Called between recording and reading. */
  readonly onCaptured?: () => void;
  /** Why stacks are walked this way; undefined = the user said so. */
  readonly callGraphWhy: string | undefined;
}

export interface NativeRecording {
  readonly profile: Profile;
  readonly captured: Captured;
}

/**
 * Captures into `plan.output` and reads it back as a profile. The file stays: whoever asked removes it
 * when the profile is safe. When it cannot be read, the error names it, so that nothing is lost.
 */
export async function recordNative(host: Host, options: NativeOptions): Promise<NativeRecording> {
  const captured = await capture(host, options.plan, options);
  options.onCaptured?.();
  const roots = captured.roots.map((fd) => `/proc/self/fd/${fd}`);
  try {
    const inside = withFolders(host, roots);
    const { profile } = await openProfile(inside, captured.path, { timeline: true });
    const images = imageOpener(new ImageFiles(searchFolders({}, roots)));
    try {
      const finished = finishProfile(profile, { sources: options.sources, openImage: images });
      return { profile: withFacts(finished, captured, options), captured };
    } finally {
      images[Symbol.dispose]();
    }
  } catch (error) {
    throw keptFile(error, captured.path);
  } finally {
    closeRoots(captured.roots);
  }
}

/** Where images of containers are found. The user's own folders come first. */
function withFolders(host: Host, folders: readonly string[]): Host {
  const { symbols } = host;
  if (symbols === false || folders.length === 0) return host;
  return { ...host, symbols: { folders: [...(symbols?.folders ?? []), ...folders] } };
}

/** For any failure after the capture: the samples are there, and this is where. */
export function keptFile(error: unknown, path: string): unknown {
  if (!(error instanceof ToolError)) return error;
  return new ToolError(error.code, `${error.message}; what was recorded is kept in ${path}`, {
    hint: error.hint ?? `plateau top ${path}, or perf report -i ${path}`,
    cause: error,
  });
}

/**
 * Once the profile is safe. With the spool go the maps that launched runtimes wrote because we asked
 * for them, and V8's logs in `cwd`: reading the spool again would need them. A file that is already gone is no failure.
 */
export function removeSpool(
  path: string,
  target: RecordingPlan['target'],
  profile: Profile,
  cwd: string,
): void {
  try {
    const { birthtimeMs } = statSync(path);
    unlinkSync(path);
    const asked = target.kind === 'launch' ? Object.keys(target.environment ?? {}) : [];
    if (asked.some((name) => mapVariables.includes(name))) {
      removePerfMaps(profile.threads.pid, birthtimeMs, cwd);
    }
  } catch {
    // It takes room and nothing else.
  }
}

/** Set for the target by `runtimeTarget`. */
const mapVariables = ['NODE_OPTIONS', 'PYTHONPERFSUPPORT', 'JDK_JAVA_OPTIONS'];

/** What only the recorder knows stays with the profile, for whoever opens it later. */
function withFacts(profile: Profile, captured: Captured, options: NativeOptions): Profile {
  const { meta } = profile;
  const { plan, callGraphWhy, producer } = options;
  const diagnostics = new Diagnostics();
  diagnostics.addAll(meta.health.diagnostics);
  for (const event of captured.events) {
    if (event.name === event.planned) continue;
    const why = 'this machine does not count it';
    diagnostics.count(
      `event-fallback:${event.planned}`,
      `${event.planned} sampled as ${event.name}: ${why}`,
    );
  }
  const stacks = describeCallGraph(plan.callGraph);
  const how = callGraphWhy === undefined ? stacks : `${stacks}, because ${callGraphWhy}`;
  const command = plan.target.kind === 'launch' ? plan.target.command.join(' ') : meta.command;
  return {
    ...profile,
    meta: {
      ...meta,
      producer,
      command,
      durationNs: meta.durationNs > 0 ? meta.durationNs : captured.durationNs,
      comments: [...meta.comments, `stacks: ${how}`, ...captured.notes],
      health: { ...meta.health, diagnostics: diagnostics.list() },
    },
  };
}
