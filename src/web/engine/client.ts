import type { AnswerOf, QueryName, RequestOf } from '../../explore/index.ts';
import { type Engine, EngineError, type LoadProgress, type ProfileSource } from './engine.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { ParcelReceiver } from './parcel.ts';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: EngineError): void;
  readonly onProgress: ((progress: LoadProgress) => void) | undefined;
}

/** The engine as the page sees it: each question is a message, each answer one too. */
export function createEngine(worker: Worker): Engine {
  const waiting = new Map<number, Waiting>();
  const receiver = new ParcelReceiver();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    const asker = waiting.get(data.id);
    if (data.kind === 'progress') {
      asker?.onProgress?.(data.progress);
      return;
    }
    waiting.delete(data.id);
    // Unpacked even when nobody waits any more: keys that come with it are not sent again.
    if (data.kind === 'answer') {
      const answer = receiver.unpack(data.parcel);
      asker?.resolve(answer);
    }
    if (data.kind === 'failure') asker?.reject(new EngineError(data.message, data.hint));
  });
  const send = (
    make: (id: number) => ToWorker,
    transfer: Transferable[],
    onProgress?: (progress: LoadProgress) => void,
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject, onProgress });
      worker.postMessage(make(id), transfer);
    });
  return {
    async open(source: ProfileSource, onProgress) {
      const stream = await source.stream();
      const { name, sizeBytes } = source;
      const message = (id: number): ToWorker => ({ kind: 'open', id, name, sizeBytes, stream });
      return (await send(message, [stream], onProgress)) as number;
    },
    async ask<Name extends QueryName>(name: Name, request: RequestOf<Name>) {
      return (await send((id) => ({ kind: 'ask', id, name, request }), [])) as AnswerOf<Name>;
    },
  };
}
