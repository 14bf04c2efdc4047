import { malformed } from '../base/tool-error.ts';
import { detectBytes } from './format.ts';
import { deepestWrapping, type Wrapper, wrapperOf } from './wrapper.ts';

/** Input whose first bytes are known before any of it is taken. */
export interface PeekedInput {
  readonly head: Uint8Array;
  /** Everything, the head included. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface UnwrappedInput {
  readonly input: PeekedInput;
  /** What was looked through, the outermost first. */
  readonly wrappers: readonly Wrapper[];
}

/** Looks through all compression around a file; the shell says how each kind is undone. */
export async function unwrapAll(
  source: AsyncIterable<Uint8Array>,
  unwrap: (wrapper: Wrapper, chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): Promise<UnwrappedInput> {
  let input = await peek(source);
  const wrappers: Wrapper[] = [];
  for (;;) {
    const wrapper = wrapperOf(input.head);
    if (wrapper === undefined) return { input, wrappers };
    if (wrappers.push(wrapper) > deepestWrapping) {
      throw malformed('compressed data', 0, `compressed more than ${deepestWrapping} times over`);
    }
    input = await peek(unwrap(wrapper, input.chunks));
  }
}

async function peek(chunks: AsyncIterable<Uint8Array>): Promise<PeekedInput> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let size = 0;
  while (size < detectBytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    seen.push(next.value);
    size += next.value.length;
  }
  const head = new Uint8Array(Math.min(size, detectBytes));
  let at = 0;
  for (const chunk of seen) {
    head.set(chunk.subarray(0, head.length - at), at);
    at += Math.min(chunk.length, head.length - at);
  }
  return { head, chunks: resume(seen, iterator) };
}

async function* resume(
  seen: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* seen;
  for (;;) {
    const next = await rest.next();
    if (next.done === true) return;
    yield next.value;
  }
}
