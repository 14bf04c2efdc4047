import type { LoadProgress } from './engine.ts';
import type { Parcel } from './parcel.ts';

/** Bytes in the form that crosses to the worker most cheaply. */
export type SourceMessage =
  | { readonly blob: Blob }
  | { readonly url: string }
  | { readonly stream: ReadableStream<Uint8Array> };

export interface OpenMessage {
  readonly kind: 'open';
  readonly id: number;
  readonly name: string;
  readonly sizeBytes: number | undefined;
  /** '' = what the bytes are. */
  readonly formatName: string;
  readonly source: SourceMessage;
}

export interface AskMessage {
  readonly kind: 'ask';
  readonly id: number;
  readonly name: string;
  readonly request: unknown;
}

/** From the page to the worker. Every answer carries the number of its question. */
export type ToWorker =
  | OpenMessage
  | AskMessage
  /** A file is not looked at any more: its memory is given back. There is no answer. */
  | { readonly kind: 'close'; readonly file: number }
  /** Another worker unfolds compressed bytes that are sent there. */
  | { readonly kind: 'inflate'; readonly port: MessagePort }
  /** Nobody waits for this answer any more. */
  | { readonly kind: 'cancel'; readonly id: number };

export interface FailureMessage {
  readonly kind: 'failure';
  readonly id: number;
  readonly message: string;
  readonly hint: string;
  /** How much of a file had been read; undefined for questions. */
  readonly readBytes: number | undefined;
}

/** From the worker to the page. */
export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly parcel: Parcel }
  | FailureMessage
  | { readonly kind: 'progress'; readonly id: number; readonly progress: LoadProgress };
