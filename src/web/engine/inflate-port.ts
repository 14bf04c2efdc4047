import { ToolError } from '../../base/tool-error.ts';
import type { Codec } from '../../container/index.ts';

export interface InflateRequest {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly size: number;
}

export type InflateReply =
  | { readonly id: number; readonly plain: Uint8Array }
  | { readonly id: number; readonly problem: string };

interface Waiting {
  resolve(plain: Uint8Array): void;
  reject(error: Error): void;
}

/** Less than this is unfolded here before it would be there. */
const leastBytes = 4096;

/** A codec whose unfolding is done by the worker at the other end, on another core. */
export function portCodec(port: MessagePort, own: Codec): Codec {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  port.addEventListener('message', ({ data }: MessageEvent<InflateReply>) => {
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if ('plain' in data) asker?.resolve(data.plain);
    else asker?.reject(new ToolError('malformed-input', data.problem));
  });
  port.start();
  return {
    deflate: (bytes, hint) => own.deflate(bytes, hint),
    inflate(bytes, size) {
      if (size < leastBytes) return own.inflate(bytes, size);
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        // A view would take all of its memory along; what crosses is its part of the file alone.
        const part = bytes.slice();
        port.postMessage({ id, bytes: part, size } satisfies InflateRequest, [part.buffer]);
      });
    },
  };
}
