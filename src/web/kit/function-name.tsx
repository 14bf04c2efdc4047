import type { JSX } from 'preact';
import { fitLabel, labelForms, plainName } from '../../render/index.ts';
import './function-name.css';

/**
 * A name as its room allows: the path quiet, the last part in full ink, the whole
 * name in the tooltip. `characters` is what fits of the monospace type; without it the name is whole.
 * `isShort` starts with the type and the method, for lists that are read at a glance.
 */
export function FunctionName({
  name,
  characters = Number.POSITIVE_INFINITY,
  isShort = false,
}: {
  readonly name: string;
  readonly characters?: number;
  readonly isShort?: boolean;
}): JSX.Element {
  const plain = plainName(name);
  const shown = fitName(plain, characters, isShort);
  const [path, last, rest] = splitName(shown);
  return (
    <span class="function-name" title={plain}>
      {path === '' ? null : <span class="function-name-path">{path}</span>}
      <span class="function-name-last">{last}</span>
      {rest === '' ? null : <span class="function-name-path">{rest}</span>}
    </span>
  );
}

function fitName(name: string, characters: number, isShort: boolean): string {
  const from = isShort ? (labelForms(name).at(-2) ?? name) : name;
  if (characters === Number.POSITIVE_INFINITY) return from;
  return fitLabel(from, Math.max(characters, 4) * unit, (text) => text.length * unit);
}

/** `fitLabel` thinks in pixels and shows nothing below 18 of them: a character counts as 7. */
const unit = 7;

/** Path, last part, and what follows it (arguments). */
export function splitName(name: string): readonly [string, string, string] {
  const last = labelForms(name).at(-1) ?? name;
  const at = name.lastIndexOf(last);
  if (at < 0) return ['', name, ''];
  return [name.slice(0, at), last, name.slice(at + last.length)];
}
