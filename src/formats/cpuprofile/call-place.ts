import type { MappingKind } from '../../profile/index.ts';
import type { CallFrame } from './raw-profile.ts';

/** A function of a script, in the model's terms: lines and columns count from 1, 0 = unknown. */
export interface CallPlace {
  readonly name: string;
  /** A path, or the address of the script where it has no path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly module: string;
  readonly kind: MappingKind;
}

export const anonymousName = '(anonymous)';

/** The image of everything V8 gives no script for: the VM itself and native bindings. */
const nativeModule = 'native';

export function callPlaceOf(frame: CallFrame): CallPlace {
  const file = pathOfUrl(frame.url);
  return {
    name: frame.functionName === '' ? anonymousName : frame.functionName,
    file,
    line: frame.lineNumber + 1,
    column: frame.columnNumber + 1,
    module: moduleOf(file),
    kind: file === '' ? 'user' : 'jit',
  };
}

/** Scripts are their own images; Node's own are grouped as `node:fs`, `node:internal`. */
export function moduleOf(file: string): string {
  if (file === '') return nativeModule;
  return /^node:[^/]*/.exec(file)?.[0] ?? file;
}

/** `file:///a%20b.js` is `/a b.js`; any other address stays as it is. */
export function pathOfUrl(url: string): string {
  if (!url.startsWith('file:///')) return url;
  try {
    return decodeURIComponent(url.slice('file://'.length));
  } catch {
    return url;
  }
}

export function urlOfPath(file: string): string {
  if (!file.startsWith('/')) return file;
  return `file://${encodeURI(file).replace(/[?#]/g, encodeURIComponent)}`;
}
