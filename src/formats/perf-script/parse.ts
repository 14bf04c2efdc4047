import type { ProfileReader, ReadOptions } from '../format.ts';
import { Assembly } from './assemble.ts';
import { ScriptPart } from './part.ts';
import type { DetachedScan } from './scanner.ts';

export function perfScriptReader(options: ReadOptions): ProfileReader {
  const part = new ScriptPart(options);
  const assembly = new Assembly(part.scanner);
  return {
    push: (chunk) => part.push(chunk),
    prepare() {
      part.end();
      assembly.prepare();
    },
    absorb(following) {
      part.end();
      part.scanner.absorb(following as DetachedScan);
    },
    finish() {
      part.end();
      return assembly.finish();
    },
  };
}
