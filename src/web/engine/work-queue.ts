import { ToolError } from '../../base/tool-error.ts';
import type { Codec } from '../../container/index.ts';
import {
  type Exploration,
  type QueryName,
  queryTable,
  type RequestOf,
} from '../../explore/index.ts';
import { browserCodec } from './browser-codec.ts';
import { chunksOf } from './byte-chunks.ts';
import { portCodec } from './inflate-port.ts';
import type { AskMessage, FromWorker, OpenMessage, ToWorker } from './messages.ts';
import { ParcelSender } from './parcel.ts';
import { readProfile } from './read-profile.ts';
import { Rehearsal } from './rehearsal.ts';

/** What frames every view asks beside it; the view itself comes first. */
const asides: ReadonlySet<string> = new Set<QueryName>(['missing', 'strip']);
/** What is asked before there is a view. */
const beginnings: ReadonlySet<string> = new Set<QueryName>(['facts', 'warm']);

type Post = (message: FromWorker, transfer: Transferable[]) => void;

/** Progress more often than this cannot be seen. */
const progressMs = 50;
/** So long a new file waits for the first question of a view before asides are answered … */
const asideMs = 500;
/** … and so long for that answer to be drawn. */
const drawMs = 150;
/** What takes time and is not asked for yet is done when nothing was asked for so long. */
const idleMs = 300;

/**
 * The questions that wait in the worker. One is answered at a time, and before the next one all messages
 * that came meanwhile are taken: what was cancelled is then never begun. Files are read beside that.
 */
export class WorkQueue {
  readonly #exploration: Exploration;
  readonly #post: Post;
  readonly #sender: ParcelSender;
  #codec: Codec = browserCodec;
  readonly #waiting = new Map<number, AskMessage>();
  readonly #reading = new Map<number, AbortController>();
  readonly #rehearsal = new Rehearsal();
  readonly #turns = new MessageChannel();
  #isBusy = false;
  /** Whether a view has its answer: until then what frames it would only make it late. */
  #isViewServed = false;
  #asideTimer: ReturnType<typeof setTimeout> | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(exploration: Exploration, post: Post) {
    this.#exploration = exploration;
    this.#post = post;
    this.#sender = new ParcelSender((keys) => exploration.isShared(keys));
    this.#turns.port1.addEventListener('message', () => void this.#answerNext());
    this.#turns.port1.start();
  }

  take(message: ToWorker): void {
    clearTimeout(this.#idleTimer);
    switch (message.kind) {
      case 'ask':
        this.#waiting.set(message.id, message);
        this.#nextTurn();
        return;
      case 'open':
        void this.#open(message);
        return;
      case 'close':
        this.#rehearsal.forget(message.file);
        this.#exploration.close(message.file);
        return;
      case 'inflate':
        this.#codec = portCodec(message.port, this.#codec);
        return;
      case 'cancel':
        this.#waiting.delete(message.id);
        this.#reading.get(message.id)?.abort();
    }
  }

  /** By way of a message to itself, which stands behind those that have come already. */
  #nextTurn(): void {
    if (this.#isBusy || this.#waiting.size === 0) return;
    this.#isBusy = true;
    this.#turns.port2.postMessage(null);
  }

  async #answerNext(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    const own = waiting.find(({ name }) => !asides.has(name));
    const next = own ?? (this.#isViewServed ? waiting[0] : undefined);
    if (next !== undefined) await this.#answer(next);
    if (own !== undefined && !beginnings.has(own.name)) this.#serveAsidesIn(drawMs);
    this.#isBusy = false;
    if (next === undefined && this.#asideTimer === undefined) this.#serveAsidesIn(asideMs);
    if (next !== undefined) this.#nextTurn();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#prepare(), idleMs);
  }

  #serveAsidesIn(milliseconds: number): void {
    if (this.#isViewServed) return;
    clearTimeout(this.#asideTimer);
    this.#asideTimer = setTimeout(() => {
      this.#isViewServed = true;
      this.#asideTimer = undefined;
      this.#nextTurn();
    }, milliseconds);
  }

  async #answer({ id, name, request }: AskMessage): Promise<void> {
    this.#waiting.delete(id);
    try {
      const query = queryTable[name as QueryName] as
        | ((on: Exploration, request: unknown) => unknown)
        | undefined;
      if (query === undefined) throw new ToolError('usage', `no question named ${name}`);
      this.#send(id, await query(this.#exploration, request));
      if (name === 'tree') this.#rehearsal.note(request as RequestOf<'tree'>);
    } catch (cause) {
      this.#fail(id, cause, undefined);
    }
  }

  async #open({ id, name, sizeBytes, source, formatName }: OpenMessage): Promise<void> {
    const stop = new AbortController();
    this.#reading.set(id, stop);
    let readBytes = 0;
    let told = 0;
    try {
      const chunks = chunksOf(source, stop.signal);
      const opened = await readProfile(chunks, this.#codec, (phase, bytes) => {
        readBytes = bytes;
        const now = performance.now();
        if (phase === 'reading' && now - told < progressMs) return;
        told = now;
        this.#post({ kind: 'progress', id, progress: { phase, bytes, totalBytes: sizeBytes } }, []);
      });
      stop.signal.throwIfAborted();
      const known = { ...opened, formatName: formatName || opened.formatName };
      const index = this.#exploration.add({ name, ...known });
      if (index === 0) this.#isViewServed = false;
      this.#send(id, index);
    } catch (cause) {
      if (!stop.signal.aborted) this.#fail(id, inFile(cause, name), readBytes);
    } finally {
      this.#reading.delete(id);
    }
  }

  /** While nobody asks: a little of what the next questions would wait for, and again soon. */
  #prepare(): void {
    if (this.#isBusy || this.#reading.size > 0) return;
    if (!this.#exploration.prepareStep() && !this.#rehearsal.step(this.#exploration)) return;
    this.#idleTimer = setTimeout(() => this.#prepare());
  }

  #send(id: number, answer: unknown): void {
    const { parcel, transfer } = this.#sender.pack(answer);
    this.#post({ kind: 'answer', id, parcel }, transfer);
  }

  #fail(id: number, cause: unknown, readBytes: number | undefined): void {
    const error = asToolError(cause);
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof ToolError ? (error.hint ?? '') : '';
    this.#post({ kind: 'failure', id, message, hint, readBytes }, []);
  }
}

function inFile(cause: unknown, name: string): unknown {
  const error = asToolError(cause);
  return error instanceof ToolError ? error.inFile(name) : error;
}

/** Memory that runs out is the input's size and not a bug. */
function asToolError(cause: unknown): unknown {
  const isMemory =
    cause instanceof RangeError && /allocation|Invalid (typed )?array|length/i.test(cause.message);
  if (!isMemory) return cause;
  return new ToolError('too-large', 'too large for the memory of a browser', {
    cause,
    hint: 'record a shorter time, or fewer samples a second (plateau record -F 99)',
  });
}
