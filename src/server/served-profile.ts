import { isPlateau } from '../container/index.ts';
import { FileRanges } from '../platform/file-range.ts';
import { fileSize, readInputFile } from '../platform/input-file.ts';
import type { ServedFile } from './api.ts';
import type { ReadJob } from './read-job.ts';
import type { ReadElsewhere, ReadResult } from './reading-thread.ts';

/** The bytes of a .plateau file; `chunks` may be asked for more than once. */
export interface ProfileContent {
  readonly sizeBytes: number;
  chunks(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A file on its way to the page. */
export interface ServedProfile {
  facts(): Promise<ServedFile>;
  /** Waits until the file is read; a .plateau file is there at once, as it is. */
  content(): Promise<ProfileContent>;
  /** The source files that the profile names. */
  sourceNames(): Promise<ReadonlySet<string>>;
}

export interface ServedOptions {
  /** How the page calls it. */
  readonly name: string;
  readonly path: string;
  readonly job: Omit<ReadJob, 'path' | 'want'>;
  readonly readElsewhere: ReadElsewhere;
  readonly stopped: AbortSignal;
}

export function serveProfile(options: ServedOptions): ServedProfile {
  const { name, path, job, stopped } = options;
  let state: ServedFile['state'] = 'waiting';
  let readBytes = 0;
  let formatName = '';
  const onProgress = (bytes: number): void => {
    readBytes = bytes;
  };
  const read = (want: ReadJob['want']): Promise<ReadResult> =>
    options.readElsewhere({ ...job, path, want }, onProgress, stopped);
  const load = async (): Promise<ProfileContent> => {
    state = 'reading';
    try {
      const { content, format } = (await storedContent(path)) ?? (await readContent(read));
      state = 'ready';
      formatName = format;
      return content;
    } catch (error) {
      state = 'failed';
      throw error;
    }
  };
  const content = once(load);
  return {
    async facts() {
      const sizeBytes = (await fileSize(path)) ?? null;
      return { name, formatName, sizeBytes, state, readBytes };
    },
    content,
    sourceNames: once(async () => new Set((await read('source-names')).sourceNames)),
  };
}

/** A .plateau file needs nothing of this machine: it goes out as it lies on the disk. */
async function storedContent(
  path: string,
): Promise<{ content: ProfileContent; format: string } | undefined> {
  const file = FileRanges.open(path);
  if (file === undefined) return undefined;
  const { size } = file;
  const head = file.bytes(0, 64);
  file.close();
  if (!isPlateau(head)) return undefined;
  return {
    content: { sizeBytes: size, chunks: () => readInputFile(path) },
    format: 'plateau',
  };
}

async function readContent(
  read: (want: ReadJob['want']) => Promise<ReadResult>,
): Promise<{ content: ProfileContent; format: string }> {
  const { pieces, formatName } = await read('plain');
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { content: { sizeBytes, chunks: () => pieces }, format: formatName };
}

/** The same answer for everybody who asks; the work is done when the first one does. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let started: Promise<Result> | undefined;
  return () => {
    if (started === undefined) {
      started = work();
      // Who waits hears of it; nobody has to wait.
      started.catch(() => undefined);
    }
    return started;
  };
}
