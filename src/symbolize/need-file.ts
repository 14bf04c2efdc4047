import type { ByteSource } from '../object/byte-source.ts';
import type { ImageName } from '../object/image-name.ts';

/** What symbolization asks for: per file, never per address. */
export type NeedFile =
  | { readonly kind: 'image'; readonly name: ImageName }
  | {
      /** The file that has the debug information of an image without. */
      readonly kind: 'debug';
      readonly image: string;
      readonly buildId: string;
      readonly link: { readonly name: string; readonly crc: number } | undefined;
    }
  | {
      /** What dwz moved out of the file `from`. */
      readonly kind: 'supplementary';
      readonly from: string;
      readonly path: string;
      readonly buildId: string;
    }
  /** `.dwp` beside an image. */
  | { readonly kind: 'package'; readonly image: string }
  | { readonly kind: 'kernel'; readonly buildId: string };

/** `gone`: there is nothing; `replaced`: another build is at its place; `denied`: may not be read. */
export type FileProblem = 'gone' | 'replaced' | 'denied';

export type FileReply =
  | {
      readonly path: string;
      readonly source: ByteSource;
      /** Answers at once, in the middle of a lookup: which `.dwo` files are needed shows only there. */
      split?(name: string, folder: string): ByteSource | undefined;
    }
  | { readonly problem: FileProblem };
