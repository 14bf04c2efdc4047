import type { AnswerOf, QueryName, RequestOf } from '../../explore/index.ts';

/** Where the bytes of a profile come from. */
export interface ProfileSource {
  readonly name: string;
  /** undefined = not known in advance. */
  readonly sizeBytes: number | undefined;
  stream(): Promise<ReadableStream<Uint8Array>>;
}

export interface LoadProgress {
  readonly phase: 'reading' | 'opening';
  readonly bytes: number;
  readonly totalBytes: number | undefined;
}

/** Answers questions about open profiles, in another thread. */
export interface Engine {
  /** Reads a profile; gives its index. */
  open(source: ProfileSource, onProgress?: (progress: LoadProgress) => void): Promise<number>;
  ask<Name extends QueryName>(name: Name, request: RequestOf<Name>): Promise<AnswerOf<Name>>;
}

/** What went wrong in the other thread, with the next step. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
