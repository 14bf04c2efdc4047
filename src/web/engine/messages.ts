import type { LoadProgress } from './engine.ts';
import type { Parcel } from './parcel.ts';

/** From the page to the worker. */
export type ToWorker =
  | {
      readonly kind: 'open';
      readonly id: number;
      readonly name: string;
      readonly sizeBytes: number | undefined;
      readonly stream: ReadableStream<Uint8Array>;
    }
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly request: unknown };

/** From the worker to the page. */
export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly parcel: Parcel }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly message: string;
      readonly hint: string;
    }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: LoadProgress };
