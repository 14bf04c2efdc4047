import { findTarget, type Lookup } from '../v8/node-target.ts';

/** What a program about to be launched runs on, as far as that matters for names. */
export interface RuntimeTarget {
  /** `maybe-node`: something that may start it, as a shell does. */
  readonly runtime: 'node' | 'maybe-node' | 'python' | 'java' | 'none';
  /** To be added to the target's environment, so that its children have it too. */
  readonly environment: Readonly<Record<string, string>>;
  /** The runtime's code keeps frame pointers and has no other way to be unwound. */
  readonly framePointers: boolean;
  /** What the user should know of it. */
  readonly note?: string;
}

/**
 * Writes names of compiled and of interpreted functions to /tmp/perf-PID.map. The second gives each
 * interpreted function a stub of its own: otherwise all of them show as the interpreter.
 */
const nodeFlags = ['--perf-basic-prof', '--interpreted-frames-native-stack'];
/** The perf trampoline came with 3.12; older ones do not know the variable. */
const pythonWithTrampoline = [3, 12] as const;

/**
 * A perf map at the end (JDK 17; older ones pass over what they do not know, and Java 8 over the variable),
 * and a frame pointer in compiled code, which has no other way to be unwound.
 */
const javaFlags = [
  '-XX:+IgnoreUnrecognizedVMOptions',
  '-XX:+UnlockDiagnosticVMOptions',
  '-XX:+DumpPerfMapAtExit',
  '-XX:+PreserveFramePointer',
];

export function runtimeTarget(
  command: readonly string[],
  host: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): RuntimeTarget {
  const lookup: Lookup = { cwd: host.cwd, path: host.env['PATH'] ?? '' };
  const target = findTarget(command[0] ?? '', lookup);
  if (target === undefined) return none;
  const python = target.programs.map(pythonVersion).find((version) => version !== undefined);
  if (python !== undefined && isAtLeast(python, pythonWithTrampoline)) {
    return { runtime: 'python', environment: { PYTHONPERFSUPPORT: '1' }, framePointers: true };
  }
  if (target.programs.includes('java')) return javaTarget(host.env['JDK_JAVA_OPTIONS'] ?? '');
  const note = python === undefined ? {} : { note: oldPython(python) };
  if (target.kind === 'other') return { ...none, ...note };
  return {
    ...note,
    runtime: target.kind === 'node' ? 'node' : 'maybe-node',
    environment: { NODE_OPTIONS: withFlags(host.env['NODE_OPTIONS'] ?? '', nodeFlags) },
    framePointers: target.kind === 'node',
  };
}

const none: RuntimeTarget = { runtime: 'none', environment: {}, framePointers: false };

function oldPython(version: readonly number[]): string {
  const [old, wanted] = [version.join('.'), pythonWithTrampoline.join('.')];
  return `functions of Python ${old} have no names in a recording: Python ${wanted} or newer gives them`;
}

function javaTarget(own: string): RuntimeTarget {
  const environment = { JDK_JAVA_OPTIONS: withFlags(own, javaFlags) };
  return { runtime: 'java', environment, framePointers: false };
}

/** The user's own options stay; Node refuses none that is given twice. */
function withFlags(own: string, flags: readonly string[]): string {
  const words = own.split(' ').filter((word) => word !== '');
  return [...words, ...flags.filter((flag) => !words.includes(flag))].join(' ');
}

/** `python3.12` and its like: links end at a file that has the version in its name. */
function pythonVersion(program: string): readonly [number, number] | undefined {
  const found = /^python(\d+)\.(\d+)/.exec(program);
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

function isAtLeast(
  [major, minor]: readonly [number, number],
  [wantedMajor, wantedMinor]: readonly [number, number],
): boolean {
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
