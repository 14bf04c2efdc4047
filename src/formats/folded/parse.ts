import { LineCutter } from '../../base/line-cutter.ts';
import { detectBytes, type ProfileReader, type ReadOptions } from '../format.ts';
import { joinChunks } from '../whole-file-reader.ts';
import { type DetachedStacks, FoldedScanner, isDifference } from './scanner.ts';
import { textStart, utf16Transcoder } from './text-encoding.ts';

/**
 * Reads folded stacks in pieces. Whether the file is a difference is decided from its first
 * 64 KiB, however small the pieces are: a number may also end a frame's name.
 */
export function foldedReader({ timeline }: ReadOptions): ProfileReader {
  const head: Uint8Array[] = [];
  let headSize = 0;
  let rest: ((chunk: Uint8Array) => void) | undefined;
  let scanner: FoldedScanner | undefined;
  let cutter: LineCutter | undefined;

  const start = (): void => {
    const bytes = joinChunks(head.splice(0), headSize);
    const { encoding, markBytes } = textStart(bytes);
    const transcode = encoding === 'utf-8' ? undefined : utf16Transcoder(encoding);
    const lines = new LineCutter('folded stacks', (piece, from, to) => {
      // The first lines decide: all of those in the head come in one piece.
      const until = Math.min(to, from + detectBytes);
      scanner ??= new FoldedScanner(isDifference(piece, from, until), timeline);
      scanner.scan(piece, from, to);
    });
    cutter = lines;
    rest = (chunk) => lines.push(transcode === undefined ? chunk : transcode(chunk));
    rest(bytes.subarray(markBytes));
  };

  return {
    push(chunk) {
      if (rest !== undefined) {
        rest(chunk);
        return;
      }
      // A caller may reuse its buffer, so what is kept is copied.
      head.push(chunk.slice());
      headSize += chunk.length;
      if (headSize >= detectBytes) start();
    },
    absorb(part) {
      if (rest === undefined) start();
      cutter?.finish();
      scanner ??= new FoldedScanner(false, timeline);
      scanner.absorb(part as DetachedStacks);
    },
    finish() {
      if (rest === undefined) start();
      cutter?.finish();
      return (scanner ?? new FoldedScanner(false, timeline)).finish();
    },
  };
}
