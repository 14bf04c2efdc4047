import { Exploration } from '../../explore/index.ts';
import { browserCodec } from './browser-codec.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { WorkQueue } from './work-queue.ts';

/** The part of a worker's global object that is used here; the DOM's types describe windows only. */
interface WorkerScope {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const queue = new WorkQueue(new Exploration(browserCodec), (message, transfer) =>
  scope.postMessage(message, transfer),
);
scope.addEventListener('message', ({ data }) => queue.take(data));
