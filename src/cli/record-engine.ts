import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { type RuntimeTarget, runtimeTarget } from '../record/native/runtime-target.ts';
import { type SamplingRight, samplingRight } from '../record/native/sampling-right.ts';
import { requireProgram } from '../record/v8/node-target.ts';
import type { SamplingFlags } from './record-flags.ts';

export type EngineChoice =
  | { readonly engine: 'perf'; readonly maySeeKernel: boolean; readonly runtime: RuntimeTarget }
  /** `why` is set when the user did not ask for it: never silently. */
  | { readonly engine: 'v8'; readonly why: string | undefined };

/** Flags that only the kernel's sampler has. */
const perfOnly = {
  count: '-c',
  event: '-e',
  callGraph: '--call-graph',
  pid: '-p',
  tid: '-t',
  allCpus: '-a',
  cpus: '-C',
  cgroup: '--cgroup',
  delay: '--delay',
  duration: '--duration',
  mmapPages: '-m',
  offCpu: '--off-cpu',
  latency: '--latency',
} as const;

/** The kernel's sampler where it is allowed; V8's own for Node programs where it is not. */
export function chooseEngine(
  host: Host,
  words: readonly string[],
  flags: SamplingFlags,
  askKernel: () => SamplingRight = samplingRight,
): EngineChoice {
  const [program] = words;
  if (program !== undefined) {
    requireProgram(program, { cwd: host.cwd, path: host.env['PATH'] ?? '' });
  }
  const runtime = runtimeTarget(words, host);
  const isNode = runtime.runtime === 'node';
  const asked = Object.entries(perfOnly).find(
    ([name]) => flags[name as keyof typeof perfOnly] !== undefined,
  )?.[1];
  if (flags.engine === 'v8') {
    if (asked !== undefined) throw notForV8(asked);
    return { engine: 'v8', why: undefined };
  }
  const right = askKernel();
  if (right.allowed) return { engine: 'perf', maySeeKernel: right.kernel, runtime };
  if (flags.engine === 'auto' && isNode && asked === undefined) {
    const why = `the kernel's sampler is not to be had (${right.reason}), so V8's own profiler records JavaScript only`;
    return { engine: 'v8', why: `${why}; for native frames: ${right.fix}` };
  }
  const what = words.length > 0 ? (words[0] ?? '') : 'running programs';
  throw new ToolError('denied', `cannot sample ${what}: ${right.reason}`, {
    hint: isNode ? `${right.fix}; or --engine v8 without ${asked ?? 'it'}` : right.fix,
  });
}

function notForV8(flag: string): ToolError {
  return new ToolError('usage', `the v8 engine samples time in one program and has no ${flag}`, {
    hint: `leave ${flag} out, or use --engine perf`,
  });
}
