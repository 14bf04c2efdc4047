import type { ReadonlySignal } from '@preact/signals';
import type { AnswerOf, QueryName, RequestOf } from '../../explore/index.ts';

/** Where the bytes of a profile come from. */
export interface ProfileSource {
  readonly name: string;
  /** undefined = not known in advance. */
  readonly sizeBytes: number | undefined;
  /** The format before somebody else made a .plateau of it, once it is prepared; '' = the bytes say it. */
  readonly formatName?: () => string;
  /** A dropped or chosen file: the worker reads it itself, with no copy in between. */
  readonly blob?: Blob;
  /** An address on the page's own server: the worker fetches it itself. */
  readonly url?: string;
  /** Where the page's server gives the text of source files that this profile names. */
  readonly sourceUrl?: string;
  /** Waits for who makes the bytes, and tells how far that has come. Without it they are there. */
  prepare?(onProgress: (progress: LoadProgress) => void, signal?: AbortSignal): Promise<void>;
  /** Asked only where there is neither. */
  stream(): Promise<ReadableStream<Uint8Array>>;
}

export interface LoadProgress {
  readonly phase: 'reading' | 'opening';
  readonly bytes: number;
  readonly totalBytes: number | undefined;
}

/** Answers questions about open profiles, in another thread. */
export interface Engine {
  /** Reads a profile; gives its index. When the signal says stop, it fails with an `AbortError`. */
  open(
    source: ProfileSource,
    onProgress?: (progress: LoadProgress) => void,
    signal?: AbortSignal,
  ): Promise<number>;
  /** Lets go of a profile; nothing can be asked about it any more, and no other gets its index. */
  close(file: number): void;
  /** A question that has not been begun when the signal says stop is not answered. */
  ask<Name extends QueryName>(
    name: Name,
    request: RequestOf<Name>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Name>>;
  /** Why nothing is answered any more; null while all is well. */
  readonly lost: ReadonlySignal<EngineError | null>;
}

/** What went wrong in the other thread, with the next step. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly hint: string;
  /** How much of a file had been read when it went wrong. */
  readonly readBytes: number | undefined;

  constructor(message: string, hint: string, readBytes?: number) {
    super(message);
    this.hint = hint;
    this.readBytes = readBytes;
  }
}

/** An error of any kind as one that a page can show. */
export function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  return new EngineError(error instanceof Error ? error.message : String(error), '');
}
