import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  AnyMap,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  sourceContentFor,
  type TraceMap,
} from '@jridgewell/trace-mapping';

/** A place in generated code; lines and columns count from 1, 0 = unknown. */
export interface GeneratedPlace {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface OriginalPlace {
  /** Empty when the map gives none. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Finds original places through source maps: inline ones and files beside the code. */
export class SourceMaps {
  /** Addresses of maps by address of script, where the program said them. */
  readonly #addresses = new Map<string, string>();
  readonly #maps = new Map<string, TraceMap | undefined>();
  readonly #contents = new Map<string, string>();

  addScripts(scripts: Readonly<Record<string, string>>): void {
    for (const [url, map] of Object.entries(scripts)) {
      this.#addresses.set(url.startsWith('file://') ? pathOf(url) : url, map);
    }
  }

  /** Undefined when there is no map or it says nothing of the place. */
  originalOf(place: GeneratedPlace): OriginalPlace | undefined {
    const map = this.#mapOf(place.file);
    if (map === undefined || place.line < 1) return undefined;
    const at = { line: place.line, column: Math.max(0, place.column - 1) };
    const found = originalPositionFor(map, at);
    // A line without its column, or one that begins before its first mapping.
    const position =
      found.line === null ? originalPositionFor(map, { ...at, bias: LEAST_UPPER_BOUND }) : found;
    if (position.line === null || position.source === null) return undefined;
    const file = pathOf(position.source);
    this.#keepContent(map, position.source, file);
    return {
      name: place.column > 0 ? originalName(map, place) : '',
      file,
      line: position.line,
      column: position.column + 1,
    };
  }

  /** The text of an original file, when a map carries it. */
  contentOf(file: string): string | undefined {
    return this.#contents.get(file);
  }

  #keepContent(map: TraceMap, source: string, file: string): void {
    if (this.#contents.has(file)) return;
    const content = sourceContentFor(map, source);
    if (content !== null) this.#contents.set(file, content);
  }

  #mapOf(file: string): TraceMap | undefined {
    if (this.#maps.has(file)) return this.#maps.get(file);
    const map = this.#load(file);
    this.#maps.set(file, map);
    return map;
  }

  #load(file: string): TraceMap | undefined {
    if (!file.startsWith('/')) return undefined;
    try {
      const address = this.#addresses.get(file) ?? addressInText(readFileSync(file, 'utf8'));
      if (address === undefined) return undefined;
      const url = new URL(address, pathToFileURL(file));
      // The map's own sources are relative to it; those of an inline map to the script.
      const base = url.protocol === 'data:' ? pathToFileURL(file) : url;
      const text = url.protocol === 'data:' ? textOfDataUrl(address) : readFileSync(url, 'utf8');
      return new AnyMap(text, base.href);
    } catch {
      // No file, no map or a damaged one: the generated code is what can be shown.
      return undefined;
    }
  }
}

/**
 * V8 places a function at its parameter list, right behind its name; a map that knows the name has a
 * segment there. Arrow functions and maps without names give none.
 */
function originalName(map: TraceMap, place: GeneratedPlace): string {
  const { name } = originalPositionFor(map, {
    line: place.line,
    column: Math.max(0, place.column - 1 - Math.max(1, place.name.length)),
  });
  return name ?? '';
}

/** The last `sourceMappingURL` comment, as the specification of source maps asks. */
function addressInText(text: string): string | undefined {
  const found = text.matchAll(/^[ \t]*\/[/*][#@][ \t]*sourceMappingURL=([^\s'"*]+)/gm);
  return Array.from(found).at(-1)?.[1];
}

function textOfDataUrl(url: string): string {
  const comma = url.indexOf(',');
  const body = url.slice(comma + 1);
  return url.slice(0, comma).endsWith(';base64')
    ? Buffer.from(body, 'base64').toString('utf8')
    : decodeURIComponent(body);
}

function pathOf(source: string): string {
  try {
    return source.startsWith('file://') ? fileURLToPath(source) : source;
  } catch {
    return source;
  }
}
