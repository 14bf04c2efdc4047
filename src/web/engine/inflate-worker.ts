import { browserCodec } from './browser-codec.ts';
import type { InflateReply, InflateRequest } from './inflate-port.ts';

/** The part of a worker's global object that is used here; the DOM's types describe windows only. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<MessagePort>) => void): void;
}

/** Unfolds compressed bytes for another worker, which sends them over the port it is given. */
const scope = globalThis as unknown as WorkerScope;
scope.addEventListener('message', ({ data: port }) => {
  port.addEventListener('message', (event: MessageEvent<InflateRequest>) => {
    void inflate(event.data).then(({ reply, transfer }) => port.postMessage(reply, transfer));
  });
  port.start();
});

async function inflate({
  id,
  bytes,
  size,
}: InflateRequest): Promise<{ reply: InflateReply; transfer: ArrayBuffer[] }> {
  try {
    const plain = await browserCodec.inflate(bytes, size);
    return { reply: { id, plain }, transfer: [plain.buffer as ArrayBuffer] };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { reply: { id, problem }, transfer: [] };
  }
}
