import { malformed } from '../../base/tool-error.ts';
import { noLabels, none, ProfileBuilder, type StackIndex } from '../../profile/index.ts';
import type { ProfileReader, ReadOptions } from '../format.ts';
import { joinChunks } from '../whole-file-reader.ts';

/** First version: complete lines of each chunk as text. */
export function foldedReader(_options: ReadOptions): ProfileReader {
  const builder = new ProfileBuilder({ aggregate: true });
  const type = builder.addValueType('samples', 'count');
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    push(chunk) {
      chunks.push(chunk);
      size += chunk.length;
    },
    finish() {
      const text = new TextDecoder().decode(joinChunks(chunks, size));
      let offset = 0;
      for (const line of text.split('\n')) {
        const split = line.lastIndexOf(' ');
        if (line !== '') {
          const value = Number(line.slice(split + 1));
          if (split < 0 || Number.isNaN(value)) throw malformed('folded line', offset, 'no count');
          let stack: StackIndex = none;
          for (const name of line.slice(0, split).split(';')) {
            const called = builder.addFunction({ name: builder.string(name) });
            stack = builder.addStack(stack, builder.addFrame({ function: called }));
          }
          const row = builder.addSample(stack, none, noLabels);
          builder.samples.addValue(row, type, value);
          builder.samples.addCount(row, value - 1);
        }
        offset += line.length + 1;
      }
      return builder.finish();
    },
  };
}
