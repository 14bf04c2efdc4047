import { ToolError } from '../../base/tool-error.ts';
import { Exploration, type QueryName, queryTable } from '../../explore/index.ts';
import { browserCodec } from './browser-codec.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { ParcelSender } from './parcel.ts';
import { readProfile } from './read-profile.ts';

/** The part of a worker's global object that is used here; the DOM's types describe windows only. */
interface WorkerScope {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}

const exploration = new Exploration(browserCodec);
const sender = new ParcelSender((keys) => exploration.isShared(keys));
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data }) => {
  void answer(data).catch((cause: unknown) => scope.postMessage(failure(data.id, cause), []));
});

async function answer(message: ToWorker): Promise<void> {
  const { id } = message;
  const result =
    message.kind === 'open' ? await open(message) : await ask(message.name, message.request);
  const { parcel, transfer } = sender.pack(result);
  scope.postMessage({ kind: 'answer', id, parcel }, transfer);
}

async function open(message: ToWorker & { kind: 'open' }): Promise<number> {
  const { id, name, sizeBytes, stream } = message;
  const opened = await readProfile(stream, (phase, bytes) => {
    const progress = { phase, bytes, totalBytes: sizeBytes };
    scope.postMessage({ kind: 'progress', id, progress }, []);
  });
  return exploration.add({ name, ...opened });
}

function ask(name: string, request: unknown): unknown {
  const query = queryTable[name as QueryName] as (on: Exploration, request: unknown) => unknown;
  return query(exploration, request);
}

function failure(id: number, cause: unknown): FromWorker {
  const message = cause instanceof Error ? cause.message : String(cause);
  const hint = cause instanceof ToolError ? (cause.hint ?? '') : '';
  return { kind: 'failure', id, message, hint };
}
