import { signal as createSignal, type Signal } from '@preact/signals';
import type { AnswerOf, QueryName, RequestOf } from '../../explore/index.ts';
import { type Engine, EngineError, type LoadProgress, type ProfileSource } from './engine.ts';
import type { FromWorker, SourceMessage, ToWorker } from './messages.ts';
import { ParcelReceiver } from './parcel.ts';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  readonly onProgress: ((progress: LoadProgress) => void) | undefined;
}

/** The engine as the page sees it: each question is a message, each answer one too. */
export function createEngine(worker: Worker): Engine {
  const desk = new Desk(worker);
  return {
    lost: desk.lost,
    async open(source, onProgress, signal) {
      await source.prepare?.((progress) => onProgress?.(progress), signal);
      signal?.throwIfAborted();
      const { message, transfer } = await sourceMessage(source);
      const { name, sizeBytes } = source;
      const formatName = source.formatName?.() ?? '';
      const open = (id: number): ToWorker => ({
        kind: 'open',
        id,
        name,
        sizeBytes,
        formatName,
        source: message,
      });
      return (await desk.send(open, { transfer, onProgress, signal })) as number;
    },
    close: (file) => worker.postMessage({ kind: 'close', file } satisfies ToWorker),
    async ask<Name extends QueryName>(name: Name, request: RequestOf<Name>, signal?: AbortSignal) {
      signal?.throwIfAborted();
      const ask = (id: number): ToWorker => ({ kind: 'ask', id, name, request });
      return (await desk.send(ask, { signal })) as AnswerOf<Name>;
    },
  };
}

async function sourceMessage(
  source: ProfileSource,
): Promise<{ readonly message: SourceMessage; readonly transfer: Transferable[] }> {
  const { blob, url } = source;
  if (blob !== undefined) return { message: { blob }, transfer: [] };
  // The worker's own address is a blob's, from which no other is relative.
  if (url !== undefined)
    return { message: { url: new URL(url, location.href).href }, transfer: [] };
  const stream = await source.stream();
  return { message: { stream }, transfer: [stream] };
}

interface SendOptions {
  readonly transfer?: Transferable[];
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Who waits for which answer. */
class Desk {
  readonly lost: Signal<EngineError | null> = createSignal<EngineError | null>(null);
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #receiver = new ParcelReceiver();
  #lastId = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#take(data));
    worker.addEventListener('error', (event) => this.#lose(event.message));
    worker.addEventListener('messageerror', () => this.#lose('an answer could not be read'));
  }

  send(make: (id: number) => ToWorker, options: SendOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.lost.value !== null) {
        reject(this.lost.value);
        return;
      }
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject, onProgress: options.onProgress });
      this.#worker.postMessage(make(id), options.transfer ?? []);
      options.signal?.addEventListener('abort', () => this.#cancel(id), { once: true });
    });
  }

  #cancel(id: number): void {
    const asker = this.#waiting.get(id);
    if (asker === undefined) return;
    this.#waiting.delete(id);
    this.#worker.postMessage({ kind: 'cancel', id } satisfies ToWorker);
    asker.reject(new DOMException('no longer asked', 'AbortError'));
  }

  #take(data: FromWorker): void {
    const asker = this.#waiting.get(data.id);
    if (data.kind === 'progress') {
      asker?.onProgress?.(data.progress);
      return;
    }
    this.#waiting.delete(data.id);
    if (data.kind === 'failure') {
      asker?.reject(new EngineError(data.message, data.hint, data.readBytes));
      return;
    }
    // Unpacked even when nobody waits any more: keys that come with it are not sent again.
    const answer = this.#receiver.unpack(data.parcel);
    asker?.resolve(answer);
  }

  #lose(reason: string): void {
    const error = new EngineError(`The analysis stopped: ${reason}`, 'Reload keeps your view.');
    this.lost.value = error;
    for (const asker of this.#waiting.values()) asker.reject(error);
    this.#waiting.clear();
  }
}
