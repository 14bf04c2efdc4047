import { baseName } from '../../base/base-name.ts';
import { NameList, type PackedKeys } from '../../explore/index.ts';
import { mappingKinds } from '../../profile/index.ts';
import { type KeyFamily, keyFamilies } from '../../render/index.ts';
import type { Place } from '../state/view-state.ts';

/** What the keys of an answer are called, decoded when asked for. */
export class KeyFacts {
  readonly keys: PackedKeys;
  readonly #names: NameList;
  readonly #texts: NameList;

  constructor(keys: PackedKeys) {
    this.keys = keys;
    this.#names = new NameList(keys.names);
    this.#texts = new NameList(keys.texts);
  }

  name(key: number): string {
    return this.#names.at(key);
  }

  module(key: number): string {
    return this.#texts.at(this.keys.module[key] ?? -1);
  }

  file(key: number): string {
    return this.#texts.at(this.keys.file[key] ?? -1);
  }

  /** `matcher.rs:37`; '' = unknown. */
  where(key: number): string {
    const file = this.file(key);
    const line = this.keys.line[key] ?? 0;
    const base = baseName(file);
    return line > 0 && base !== '' ? `${base}:${line}` : base;
  }

  family(key: number): KeyFamily {
    return keyFamilies[this.keys.family[key] ?? -1] ?? 'neutral';
  }

  /** The word that stands after a name; '' = ordinary code. */
  kindWord(key: number, isInlined: boolean): string {
    if (isInlined) return 'inlined';
    const kind = mappingKinds[this.keys.kind[key] ?? 0];
    if (kind === 'kernel') return 'kernel';
    return kind === 'jit' ? 'JIT' : '';
  }

  place(key: number): Place {
    return { name: this.name(key), module: this.module(key) };
  }

  isPlace(key: number, { name, module }: Place): boolean {
    return this.name(key) === name && (module === '' || this.module(key) === module);
  }
}
