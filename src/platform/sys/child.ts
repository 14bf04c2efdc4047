import { requireKoffi } from './koffi.ts';

/** A program to start. Its signals are as a shell leaves them, and it leads a process group of its own. */
export interface ChildProgram {
  /** With the program first; without a slash it is looked for on PATH. */
  readonly argv: readonly string[];
  /** As NAME=VALUE. */
  readonly env: readonly string[];
  readonly cwd: string;
  /** Files opened for its standard streams; null = Plateau's own. */
  readonly stdin: string | null;
  readonly stdout: string | null;
  readonly stderr: string | null;
}

/**
 * Children that Node does not know of: only so does whoever waits for one learn what it used (`wait4`),
 * and only a thread that blocks in the call sees the end without the event loop in between.
 */
export interface ChildSys {
  /** Process id, or -errno. */
  start(program: ChildProgram): number;
  /** Blocks until the child ends; fills `struct rusage`. Its status as wait(2) has it, or -errno. */
  wait(pid: number, usage: Uint8Array): number;
  /** Whether descendants whose parents end become children of this process; 0, or -errno. */
  adoptOrphans(isOn: boolean): number;
}

/** `struct rusage` on 64-bit Linux. */
export const rusageBytes = 144;

// Opaque structures of the C library, generously: glibc's have 80 and 336 bytes, musl's less.
const actionsBytes = 256;
const attributesBytes = 512;
const signalSetBytes = 128;
const [openRead, openWrite] = [0, 1 | 0o100 | 0o1000];
/** POSIX_SPAWN_SETPGROUP, SETSIGDEF, SETSIGMASK. */
const spawnFlags = 0x02 | 0x04 | 0x08;

export function loadChildSys(): ChildSys {
  const koffi = requireKoffi();
  const libc = koffi.load(null);
  const c = {
    initActions: libc.func('int posix_spawn_file_actions_init(void *)'),
    addOpen: libc.func(
      'int posix_spawn_file_actions_addopen(void *, int, const char *, int, unsigned int)',
    ),
    addChdir: libc.func('int posix_spawn_file_actions_addchdir_np(void *, const char *)'),
    endActions: libc.func('int posix_spawn_file_actions_destroy(void *)'),
    initAttributes: libc.func('int posix_spawnattr_init(void *)'),
    setFlags: libc.func('int posix_spawnattr_setflags(void *, short)'),
    setDefaults: libc.func('int posix_spawnattr_setsigdefault(void *, void *)'),
    setMask: libc.func('int posix_spawnattr_setsigmask(void *, void *)'),
    fillSet: libc.func('int sigfillset(void *)'),
    spawn: libc.func('int posix_spawnp(void *, const char *, void *, void *, char **, char **)'),
    wait4: libc.func('int wait4(int, void *, int, void *)'),
    prctl: libc.func('int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long)'),
  };
  const attributes = new Uint8Array(attributesBytes);
  const allSignals = new Uint8Array(signalSetBytes);
  c.initAttributes(attributes);
  c.fillSet(allSignals);
  // Node ignores SIGPIPE and blocks signals in its threads; a program must not inherit either.
  c.setDefaults(attributes, allSignals);
  c.setMask(attributes, new Uint8Array(signalSetBytes));
  c.setFlags(attributes, spawnFlags);
  return {
    start(program) {
      const actions = new Uint8Array(actionsBytes);
      c.initActions(actions);
      c.addChdir(actions, program.cwd);
      for (const [fd, path] of [program.stdin, program.stdout, program.stderr].entries()) {
        if (path !== null) c.addOpen(actions, fd, path, fd === 0 ? openRead : openWrite, 0o600);
      }
      const pid = new Int32Array(1);
      const argv = [...program.argv, null];
      const env = [...program.env, null];
      const failed = Number(c.spawn(pid, program.argv[0], actions, attributes, argv, env));
      c.endActions(actions);
      return failed === 0 ? (pid[0] ?? 0) : -failed;
    },
    wait(pid, usage) {
      const status = new Int32Array(1);
      for (;;) {
        if (Number(c.wait4(pid, status, 0, usage)) >= 0) return status[0] ?? 0;
        const error = koffi.errno();
        if (error !== interrupted) return -error;
      }
    },
    adoptOrphans(isOn) {
      return Number(c.prctl(setChildSubreaper, isOn ? 1 : 0, 0, 0, 0)) < 0 ? -koffi.errno() : 0;
    },
  };
}

const interrupted = 4;
/** PR_SET_CHILD_SUBREAPER of prctl(2). */
const setChildSubreaper = 36;
