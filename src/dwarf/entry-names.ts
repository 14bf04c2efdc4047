import { roles } from './attribute-table.ts';
import { forms } from './form-table.ts';
import type { Unit } from './unit.ts';

/** What a function is called and where it is declared. */
export interface EntryName {
  /** The linkage name if there is one, not demangled; '' = unknown. */
  readonly name: string;
  readonly line: number; // 0 = unknown
}

/** Long enough for every chain a compiler writes, short enough for one that bites its tail. */
const longestChain = 16;

const unknown: EntryName = { name: '', line: 0 };

/** The name of the entry at an offset of the unit's section, found once. */
export function nameAt(unit: Unit, offset: number): EntryName {
  const { names } = unit.file;
  let found = names.get(offset);
  if (found === undefined) {
    found = resolve(unit, offset);
    names.set(offset, found);
  }
  return found;
}

/** The name of the entry that an attribute refers to. */
export function nameReferred(unit: Unit, form: number, value: number): EntryName {
  const { header } = unit;
  const isLocal = form >= forms.ref1 && form <= forms.refUdata;
  if (isLocal && header.offset + value < header.end) return nameAt(unit, header.offset + value);
  const target = followReference(unit, form, value);
  return target === undefined ? unknown : nameAt(target.unit, target.offset);
}

interface Target {
  readonly unit: Unit;
  readonly offset: number;
}

/** Where a reference leads: into the same unit, another one, or the supplementary file. */
function followReference(unit: Unit, form: number, value: number): Target | undefined {
  const { file, header } = unit;
  const isLocal = form >= forms.ref1 && form <= forms.refUdata;
  if (isLocal) {
    const offset = header.offset + value;
    return offset < header.end ? { unit, offset } : undefined;
  }
  const isOutside = form === forms.refAlt || form === forms.refSup4 || form === forms.refSup8;
  if (!isOutside && form !== forms.refAddr) return undefined;
  const owner = isOutside ? file.supplementary : file;
  const target = owner?.findUnit(value)?.prepare();
  return target === undefined ? undefined : { unit: target, offset: value };
}

/** The first linkage name on the chain counts, else the first plain one. */
function resolve(unit: Unit, offset: number): EntryName {
  let target: Target | undefined = { unit, offset };
  let plain = '';
  let line = 0;
  for (let hops = 0; target !== undefined && hops < longestChain; hops++) {
    const { unit: owner, offset: at } = target;
    const { entry } = owner.file;
    if (!entry.read(owner.abbreviations, at)) break;
    if (line === 0) line = entry.number(roles.declarationLine, 0);
    if (entry.has(roles.linkageName)) {
      return { name: owner.textOf(entry, roles.linkageName), line };
    }
    if (plain === '' && entry.has(roles.name)) plain = owner.textOf(entry, roles.name);
    const role = entry.has(roles.origin) ? roles.origin : roles.specification;
    target = followReference(owner, entry.form[role] as number, entry.value[role] as number);
  }
  return { name: plain, line };
}
