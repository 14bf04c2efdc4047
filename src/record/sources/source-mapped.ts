import {
  type FunctionIndex,
  mappingKinds,
  type Profile,
  TableExtension,
  textAt,
} from '../../profile/index.ts';
import type { SourceMaps } from './source-maps.ts';

interface MappedFunction {
  readonly function: FunctionIndex;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The profile with scripts named by what they were made from: TypeScript instead of the JavaScript
 * that ran. A frame with a column stands for its whole function, as V8 names one by its place; one
 * without stands on a line.
 */
export function throughSourceMaps(profile: Profile, maps: SourceMaps): Profile {
  const { frames, functions, mappings } = profile;
  const extension = new TableExtension(profile);
  const mapped = new Map<string, MappedFunction | undefined>();
  const changed = {
    function: frames.function.slice(),
    line: frames.line.slice(),
    column: frames.column.slice(),
  };
  let isChanged = false;
  for (let row = 0; row < frames.length; row++) {
    const kind = mappingKinds[mappings.kind[frames.mapping[row] as number] ?? 0];
    const called = frames.function[row] as number;
    const column = frames.column[row] as number;
    if (kind !== 'jit' || called < 0 || column === 0) continue;
    const key = `${called},${column}`;
    if (!mapped.has(key)) mapped.set(key, mapFunction(called, column));
    const found = mapped.get(key);
    if (found === undefined) continue;
    isChanged = true;
    changed.function[row] = found.function;
    changed.line[row] = found.line;
    changed.column[row] = found.column;
  }
  if (!isChanged) return profile;
  const tables = extension.tables();
  return Object.freeze({ ...profile, ...tables, frames: { ...tables.frames, ...changed } });

  function mapFunction(called: number, column: number): MappedFunction | undefined {
    const name = textAt(profile, functions.name[called] as number);
    const file = textAt(profile, functions.file[called] as number);
    const line = functions.startLine[called] as number;
    const original = maps.originalOf({ name, file, line, column });
    if (original === undefined) return undefined;
    const added = extension.addFunction({
      name: extension.string(original.name === '' ? name : original.name),
      linkageName: extension.string(textAt(profile, functions.linkageName[called] as number)),
      file: extension.string(original.file),
      startLine: original.line,
    });
    return { ...original, function: added };
  }
}
