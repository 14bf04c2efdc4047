// The code in this file runs inside the recorded program, not in Plateau: `agentSource` writes these
// functions as text into a CommonJS file that NODE_OPTIONS makes every Node process and every worker
// thread load first. So they use nothing but their arguments, each other and what Node itself has,
// and they take what they need of it at the start, before the program can replace anything.

/** Where and how to record; becomes part of the agent's text. */
export interface AgentConfig {
  readonly folder: string;
  readonly intervalUs: number;
  readonly checkpointMs: number;
  /** How long the end of a thread may wait for its workers to hand over their samples. */
  readonly patienceMs: number;
  readonly signals: Readonly<Record<string, number>>;
}

interface Agent {
  /** Writes what was sampled so far and goes on. */
  checkpoint(): void;
  /** Writes the rest and stops. */
  finish(): void;
}

/** Handed to the watcher: how many listeners the program has for each signal. */
interface WatcherData {
  readonly plateau: 'watcher';
  readonly listeners: Int32Array;
}

export interface ThreadFiles {
  writeFacts(isMainThread: boolean): void;
  writeChunk(profile: object): void;
  writeScripts(session: import('node:inspector').Session, post: Post): void;
  writeFinishing(): void;
  writeDone(): void;
}

type Post = (method: string, params?: object) => void;

/** The entry: every thread records itself, but for the watcher, which records nothing. */
export function startAgent(require: NodeJS.Require, config: AgentConfig, file: string): void {
  const { workerData } = require('node:worker_threads') as typeof import('node:worker_threads');
  const data = workerData as WatcherData | null | undefined;
  if (data?.plateau === 'watcher') watchSignals(require, config, data.listeners);
  else recordThread(require, config, file);
}

/** Samples the thread it is called in until the thread ends. */
export function recordThread(require: NodeJS.Require, config: AgentConfig, file: string): void {
  const { Session } = require('node:inspector') as typeof import('node:inspector');
  const { isMainThread, threadId } =
    require('node:worker_threads') as typeof import('node:worker_threads');
  const session = new Session();
  session.connect();
  const post: Post = (method, params) => session.post(method, params);
  const files = recordingFiles(require, config.folder, threadId);
  const sampler = startSampler(session, post, config.intervalUs, (profile) =>
    files.writeChunk(profile),
  );
  files.writeFacts(isMainThread);
  const workers = isMainThread ? workerSessions(require, config, session, post) : undefined;
  let isDone = false;
  const agent: Agent = {
    checkpoint() {
      if (!isDone) sampler.next();
    },
    finish() {
      if (isDone) return;
      isDone = true;
      files.writeFinishing();
      workers?.finishAll();
      sampler.end();
      files.writeScripts(session, post);
      files.writeDone();
      session.disconnect();
    },
  };
  Object.defineProperty(globalThis, Symbol.for('plateau.agent'), { value: agent });
  process.on('exit', () => agent.finish());
  if (isMainThread) startWatcher(require, file, Object.keys(config.signals));
  else setInterval(() => agent.checkpoint(), config.checkpointMs).unref();
}

/**
 * V8's sampler. `Profiler.start` walks the whole heap, a second per half gigabyte, so it cannot be
 * stopped and started at a checkpoint. Profiles of the console share one sampler and may overlap:
 * the next is begun before the last is ended, and the reader drops what both hold.
 */
export function startSampler(
  session: import('node:inspector').Session,
  post: Post,
  intervalUs: number,
  write: (profile: object) => void,
): { next(): void; end(): void } {
  const { profile: begin, profileEnd: end } = console;
  let current = 0;
  const title = (further: number): string => `plateau ${current + further}`;
  session.on('Profiler.consoleProfileFinished', ({ params }) => {
    if (params.title?.startsWith('plateau ') === true) write(params.profile);
  });
  post('Profiler.enable');
  post('Profiler.setSamplingInterval', { interval: intervalUs });
  begin(title(0));
  return {
    next() {
      begin(title(1));
      end(title(0));
      current++;
    },
    end: () => end(title(0)),
  };
}

/** Files of one thread, whole or absent. The functions of fs are taken before a test can mock them. */
export function recordingFiles(
  require: NodeJS.Require,
  folder: string,
  threadId: number,
): ThreadFiles {
  const { writeFileSync, renameSync } = require('node:fs') as typeof import('node:fs');
  const { stringify } = JSON;
  const prefix = `${folder}/${process.pid}-${threadId}`;
  let chunks = 0;
  const save = (name: string, value: object): void => {
    try {
      writeFileSync(`${name}.partial`, stringify(value));
      renameSync(`${name}.partial`, name);
    } catch (error) {
      process.stderr.write(`plateau: samples of pid ${process.pid} are lost: ${String(error)}\n`);
    }
  };
  return {
    writeFacts(isMainThread: boolean): void {
      const { pid, ppid, argv, version } = process;
      const clock = { epochMs: Date.now(), monotonicUs: Number(process.hrtime.bigint() / 1000n) };
      save(`${prefix}.thread.json`, { pid, ppid, threadId, isMainThread, argv, version, ...clock });
    },
    writeChunk(profile: object): void {
      const { startTime } = profile as { startTime: number };
      save(`${prefix}-${chunks++}-${startTime}.cpuprofile`, profile);
    },
    /** The source maps of scripts: code compiled in memory has them nowhere else. */
    writeScripts(session: import('node:inspector').Session, post: Post): void {
      const maps: Record<string, string> = {};
      session.on('Debugger.scriptParsed', ({ params: { url, sourceMapURL } }) => {
        if (sourceMapURL !== undefined && sourceMapURL !== '') maps[url] = sourceMapURL;
      });
      post('Debugger.enable');
      post('Debugger.disable');
      save(`${prefix}.scripts.json`, maps);
    },
    writeFinishing: () => save(`${prefix}.finishing.json`, {}),
    writeDone: () => save(`${prefix}.done.json`, {}),
  };
}

/**
 * The workers of the main thread. A worker that is terminated, or whose main thread exits, runs no
 * code of its own any more; it is asked through its inspector, which interrupts even a busy loop.
 * The answer must be waited for: ending a thread inside such a call is ignored by V8, and a main
 * thread that then joins it waits for ever.
 */
export function workerSessions(
  require: NodeJS.Require,
  config: AgentConfig,
  session: import('node:inspector').Session,
  post: Post,
): { finishAll(): void } {
  const { Worker } = require('node:worker_threads') as typeof import('node:worker_threads');
  const { existsSync } = require('node:fs') as typeof import('node:fs');
  const sessions = new Map<string, string>();
  const unanswered = new Set<string>();
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  const has = (id: string, kind: string): boolean =>
    existsSync(`${config.folder}/${process.pid}-${id}.${kind}.json`);
  const ask = (id: string): void => {
    const expression = "globalThis[Symbol.for('plateau.agent')]?.finish()";
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
    unanswered.add(sessions.get(id) ?? '');
    post('NodeWorker.sendMessageToWorker', { sessionId: sessions.get(id), message });
  };
  const isOpen = (id: string): boolean => unanswered.has(sessions.get(id) ?? '');
  const finish = (ids: readonly string[]): void => {
    const asked = ids.filter((id) => has(id, 'thread') && !has(id, 'done'));
    for (const id of asked) ask(id);
    // One in a native call does not begin to answer; one that has begun will end.
    const start = Date.now();
    const isWorthWaiting = (id: string): boolean =>
      isOpen(id) &&
      Date.now() - start < (has(id, 'finishing') ? config.patienceMs * 60 : config.patienceMs);
    // Answers arrive as interrupts of this loop.
    while (asked.some(isWorthWaiting)) Atomics.wait(sleep, 0, 0, 1);
  };
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    unanswered.delete(params.sessionId);
  });
  session.on('NodeWorker.attachedToWorker', ({ params }) => {
    sessions.set(params.workerInfo.workerId, params.sessionId);
  });
  session.on('NodeWorker.detachedFromWorker', ({ params }) => {
    unanswered.delete(params.sessionId);
    for (const [id, known] of sessions) if (known === params.sessionId) sessions.delete(id);
  });
  post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  const terminate = Reflect.get(Worker.prototype, 'terminate');
  Worker.prototype.terminate = function (this: InstanceType<typeof Worker>) {
    finish([String(this.threadId)].filter((id) => sessions.has(id)));
    return terminate.call(this);
  };
  return { finishAll: () => finish([...sessions.keys()]) };
}

/** Starts the thread that sees signals while the main thread is busy. */
export function startWatcher(
  require: NodeJS.Require,
  file: string,
  signals: readonly string[],
): void {
  const { Worker } = require('node:worker_threads') as typeof import('node:worker_threads');
  const listeners = new Int32Array(new SharedArrayBuffer(4 * signals.length));
  const count = (name: string | symbol, change: number): void => {
    const row = signals.indexOf(String(name));
    if (row >= 0) Atomics.add(listeners, row, change);
  };
  process.on('newListener', (name) => count(name, 1));
  process.on('removeListener', (name) => count(name, -1));
  const { NODE_OPTIONS: _, ...env } = process.env;
  const workerData: WatcherData = { plateau: 'watcher', listeners };
  // The door to Node's own binding of signals, in the watcher and nowhere else.
  const execArgv = ['--expose-internals', '--no-warnings'];
  new Worker(file, { workerData, execArgv, env }).unref();
}

/**
 * Runs in a thread of its own. A program that does not handle a signal ends by it at once, and its
 * samples with it; here the signal is caught, the main thread is interrupted wherever it is to hand
 * over its samples, and then the signal is raised again with its default action.
 */
export function watchSignals(
  require: NodeJS.Require,
  config: AgentConfig,
  listeners: Int32Array,
): void {
  const { Session } = require('node:inspector') as typeof import('node:inspector');
  const { writeFileSync } = require('node:fs') as typeof import('node:fs');
  // Connected only while asking: Node does not end in silence while a session is open.
  const ask = (call: string, answered: () => void): void => {
    const session = new Session();
    session.connectToMainThread();
    const expression = `globalThis[Symbol.for('plateau.agent')]?.${call}`;
    session.post('Runtime.evaluate', { expression }, () => {
      session.disconnect();
      answered();
    });
  };
  setInterval(() => ask('checkpoint()', () => undefined), config.checkpointMs);
  // Listeners of `process` work in the main thread only; the binding below them works in any.
  const internals = require('internal/test/binding') as InternalBindings;
  const { Signal } = internals.internalBinding('signal_wrap');
  for (const [row, [name, number]] of Object.entries(config.signals).entries()) {
    const handle = new Signal();
    handle.unref();
    handle.onsignal = () => {
      writeFileSync(`${config.folder}/${process.pid}.${name}.signal`, '');
      if (Atomics.load(listeners, row) > 0) return;
      const raise = (): void => {
        handle.close();
        process.kill(process.pid, name);
      };
      // A main thread inside a native call does not answer.
      const giveUp = setTimeout(raise, config.patienceMs * 4);
      ask('finish()', () => {
        clearTimeout(giveUp);
        raise();
      });
    };
    handle.start(number);
  }
}

interface InternalBindings {
  internalBinding(name: 'signal_wrap'): {
    readonly Signal: new () => {
      onsignal: () => void;
      start(number: number): void;
      unref(): void;
      close(): void;
    };
  };
}
