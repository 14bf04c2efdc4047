import type { ProfileReader, ReadOptions } from '../format.ts';
import { assembleProfile } from './assemble.ts';
import { ScriptPart } from './part.ts';
import type { DetachedScan } from './scanner.ts';

export function perfScriptReader(options: ReadOptions): ProfileReader {
  const part = new ScriptPart(options.timeline);
  return {
    push: (chunk) => part.push(chunk),
    absorb(following) {
      part.end();
      part.scanner.absorb(following as DetachedScan);
    },
    finish() {
      part.end();
      return assembleProfile(part.scanner);
    },
  };
}
