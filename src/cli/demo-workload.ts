import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import type { Profile } from '../profile/index.ts';
import { findProgram, samplingRight } from '../record/index.ts';
import { type DemoProgram, demoPrograms } from './demo-findings-table.ts';
import type { SamplingFlags } from './record-flags.ts';
import { recordProfile } from './record-profile.ts';

/** The slow program, run and recorded. */
export interface RecordedWorkload {
  readonly profile: Profile;
  readonly program: DemoProgram;
  /** What runs it; `--fixed` behind it leaves the mistakes out. */
  readonly command: readonly string[];
  readonly engine: string;
  /** Why it is not the first choice; one sentence per choice passed over. */
  readonly passedOver: readonly string[];
}

const sampling: SamplingFlags = {
  engine: 'perf',
  inherit: true,
  source: true,
  // libc keeps no frame pointers, and one of the mistakes is spent in it.
  callGraph: { mode: 'dwarf', stackBytes: 8192 },
};

/**
 * Builds the program in the first language that this machine can build and record, from the one asked for
 * on, and records it.
 */
export async function recordWorkload(
  host: Host,
  base: string,
  asked: string | undefined,
): Promise<RecordedWorkload> {
  const first = Math.max(
    0,
    demoPrograms.findIndex(({ word }) => word === asked),
  );
  const passedOver: string[] = [];
  const right = samplingRight();
  if (!right.allowed && asked !== 'js') {
    passedOver.push(`cannot sample native programs: ${right.reason} (try: ${right.fix})`);
  }
  for (const program of demoPrograms.slice(first)) {
    if (program.compiler === undefined) return await recordNode(host, program, passedOver);
    if (!right.allowed) continue;
    const built = build(host, program, base);
    if (typeof built === 'string') passedOver.push(built);
    else {
      const recorded = await tryNative(host, built.path, base);
      if (typeof recorded !== 'string') {
        const engine = 'the kernel’s sampler';
        return { profile: recorded, program, command: [built.path], engine, passedOver };
      }
      passedOver.push(recorded);
    }
  }
  throw new ToolError('no-data', 'no demo program could be recorded', { hint: 'plateau doctor' });
}

/** The program it built, or why it did not. */
function build(host: Host, program: DemoProgram, output: string): { path: string } | string {
  const { language, source, compiler } = program;
  if (compiler === undefined) return `${language} needs no building`;
  const { tool, flags } = compiler;
  if (findProgram(tool, { cwd: host.cwd, path: host.env['PATH'] ?? '' }) === undefined) {
    return `no ${tool} to build the ${language} program with`;
  }
  const path = output.startsWith('/') ? output : `./${output}`;
  const { status, stderr } = spawnSync(tool, [...flags, '-o', path, demoFile(source)], {
    cwd: host.cwd,
    env: host.env,
    encoding: 'utf8',
  });
  if (status === 0) return { path };
  return `${tool} could not build the ${language} program (${stderr.trim().split('\n')[0] ?? ''})`;
}

/** The profile, or why there is none. */
async function tryNative(host: Host, path: string, base: string): Promise<Profile | string> {
  try {
    const recorded = await recordProfile(host, [path], sampling, base);
    recorded.discard();
    const { profile, status } = recorded;
    return status === 0 ? profile : `the program ended with status ${status}`;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return `could not record it natively: ${error.message}`;
  }
}

async function recordNode(
  host: Host,
  program: DemoProgram,
  passedOver: readonly string[],
): Promise<RecordedWorkload> {
  const command = ['node', demoFile(program.source)];
  const flags: SamplingFlags = { engine: 'v8', inherit: true, source: true };
  const { profile, status } = await recordProfile(host, command, flags, '');
  if (status !== 0) {
    throw new ToolError('target-failed', `the workload ended with status ${status}`, {
      hint: `${command.join(' ')} --print shows why`,
    });
  }
  return { profile, program, command, engine: 'V8’s own profiler', passedOver };
}

/** Relative to this file, so that it is found in a clone and in an installed package alike. */
function demoFile(name: string): string {
  return fileURLToPath(new URL(`../../demo/${name}`, import.meta.url));
}
