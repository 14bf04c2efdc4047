import type { FrameKeys } from '../analysis/index.ts';
import { mappingKinds } from '../profile/index.ts';
import { frameFamily, type KeyFamily, keyFamilies } from '../render/index.ts';
import { type PackedNames, packNames } from './packed-names.ts';

/**
 * What the rows of tables and the frames of graphs are named after: one key per function (or module,
 * file, line). Columns are aligned; `module` and `file` are rows of `texts`.
 */
export interface PackedKeys {
  readonly length: number;
  /** Keys from here on are no code: the root, processes, threads. */
  readonly firstOther: number;
  readonly names: PackedNames;
  readonly texts: PackedNames;
  readonly module: Int32Array;
  readonly file: Int32Array;
  /** 0 = unknown. */
  readonly line: Int32Array;
  /** Index into `mappingKinds`. */
  readonly kind: Uint8Array;
  /** Whose code it is: index into `keyFamilies`. */
  readonly family: Uint8Array;
}

export function packKeys(keys: FrameKeys): PackedKeys {
  const texts: string[] = [];
  const rows = new Map<string, number>();
  const rowOf = (text: string): number => {
    const known = rows.get(text) ?? texts.push(text) - 1;
    rows.set(text, known);
    return known;
  };
  const module = Int32Array.from(keys.module, rowOf);
  const file = Int32Array.from(keys.file, rowOf);
  return {
    length: keys.length,
    firstOther: keys.firstOther,
    names: packNames(keys.name),
    texts: packNames(texts),
    module,
    file,
    line: keys.line.slice(),
    kind: keys.kind.slice(),
    family: familiesOf(keys),
  };
}

function familiesOf(keys: FrameKeys): Uint8Array {
  const family = new Uint8Array(keys.length);
  for (let key = 0; key < keys.length; key++) {
    const owner: KeyFamily =
      key >= keys.firstOther
        ? 'neutral'
        : frameFamily({
            name: keys.name[key] ?? '',
            module: keys.module[key] ?? '',
            file: keys.file[key] ?? '',
            kind: mappingKinds[keys.kind[key] as number] ?? 'unmapped',
          });
    family[key] = keyFamilies.indexOf(owner);
  }
  return family;
}
