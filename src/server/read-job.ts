import { ToolError } from '../base/tool-error.ts';
import type { Codec } from '../container/index.ts';
import { encodePlateau } from '../container/index.ts';
import { embedHot } from '../load/embed-hot.ts';
import { openProfile } from '../load/index.ts';
import type { Host, Sink, SymbolChoice } from '../platform/host.ts';
import { imageOpener } from '../platform/image-files.ts';
import { zlibCodec } from '../platform/zlib-codec.ts';
import { type Profile, textAt } from '../profile/index.ts';

/** What a thread is asked to read; plain data, because it crosses to that thread. */
export interface ReadJob {
  readonly path: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly symbols: SymbolChoice;
  /** The profile as a .plateau file, compressed or not; or only the names of source files in it. */
  readonly want: 'packed' | 'plain' | 'source-names';
}

/** What it answers, in this order: progress, pieces of the file, and one of the last two. */
export type ReadMessage =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'done'; readonly formatName: string; readonly sourceNames: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string; readonly hint: string };

/** Nothing is compressed: over the loopback, packing and unpacking take longer than the way. */
const storeOnly: Codec = {
  deflate: (bytes) => Promise.resolve(bytes),
  inflate: (bytes, size) => zlibCodec.inflate(bytes, size),
};

/** Progress more often than this nobody sees. */
const progressMs = 50;

/** Does the job; failures are messages too, because classes do not cross threads. */
export async function runReadJob(
  job: ReadJob,
  post: (message: ReadMessage) => void | Promise<void>,
): Promise<void> {
  try {
    const host = quietHost(job, (bytes) => void post({ kind: 'progress', bytes }));
    const timeline = job.want !== 'source-names';
    const { profile, format } = await openProfile(host, job.path, { timeline });
    if (timeline) {
      const codec = job.want === 'packed' ? zlibCodec : storeOnly;
      for await (const bytes of encodePlateau(withHot(profile), codec)) {
        await post({ kind: 'piece', bytes });
      }
    }
    await post({ kind: 'done', formatName: format.name, sourceNames: sourceNames(profile) });
  } catch (error) {
    await post(failureOf(error));
  }
}

function withHot(profile: Profile): Profile {
  const images = imageOpener();
  try {
    return embedHot(profile, images);
  } finally {
    images[Symbol.dispose]();
  }
}

function sourceNames(profile: Profile): string[] {
  const names = new Set<string>();
  for (const file of new Set(profile.functions.file)) names.add(textAt(profile, file));
  names.delete('');
  return Array.from(names);
}

function failureOf(error: unknown): ReadMessage {
  if (error instanceof ToolError) {
    return { kind: 'failed', message: error.message, hint: error.hint ?? '' };
  }
  const what = error instanceof Error ? error.message : String(error);
  const hint = 'this is a bug in plateau: plateau info FILE --debug prints what a report needs';
  return { kind: 'failed', message: `internal error: ${what}`, hint };
}

/** A thread writes nothing: what there is to say goes to the page. */
function quietHost(job: ReadJob, onRead: (bytes: number) => void): Host {
  const sink: Sink = { isTerminal: false, columns: 80, write: () => Promise.resolve() };
  let nextMs = 0;
  return {
    args: [],
    env: job.env,
    cwd: job.cwd,
    stdout: sink,
    stderr: sink,
    now: () => performance.now(),
    async *stdin() {},
    quiet: true,
    symbols: job.symbols,
    progress: {
      advance(_path, bytes) {
        const nowMs = performance.now();
        if (nowMs < nextMs) return;
        nextMs = nowMs + progressMs;
        onRead(bytes);
      },
      done: () => undefined,
    },
  };
}
