import type { MappingKind, ProfileBuilder, StackIndex } from '../profile/index.ts';
import type { CallFrame } from './v8-call-frame.ts';

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

export function callPlaceOf(frame: Readonly<CallFrame>): CallPlace {
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

/**
 * The stack `above` followed by the place, on a sampled line when one is known. Column 0 marks such
 * a line; the beginning of the function has its column. A line that is the function's first tells
 * nothing more than its beginning, and in minified code less.
 */
export function addPlace(
  builder: ProfileBuilder,
  above: StackIndex,
  place: CallPlace,
  line: number,
): StackIndex {
  const called = builder.addFunction({
    name: builder.string(place.name),
    file: builder.string(place.file),
    startLine: place.line,
  });
  const mapping = builder.addMapping({ file: builder.string(place.module), kind: place.kind });
  const isInside = line > 0 && line !== place.line;
  const where = isInside ? { line, column: 0 } : { line: place.line, column: place.column };
  return builder.addStack(above, builder.addFrame({ function: called, mapping, ...where }));
}

/** Reports take the first image for the program itself: the first script that is not Node's own. */
export function addMainModule(builder: ProfileBuilder, places: readonly CallPlace[]): void {
  const main = places.find(({ module, kind }) => kind === 'jit' && !module.startsWith('node:'));
  if (main !== undefined)
    builder.addMapping({ file: builder.string(main.module), kind: main.kind });
}
