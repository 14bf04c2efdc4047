import type { ProfileReader, ReadOptions } from '../format.ts';
import { Assembly } from './assemble.ts';
import { absorbScan, type DetachedScan } from './detached-scan.ts';
import { ScriptPart } from './part.ts';

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
      absorbScan(part.scanner, following as DetachedScan);
    },
    finish() {
      part.end();
      return assembly.finish();
    },
  };
}
