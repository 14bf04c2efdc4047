import { mappingKinds } from '../../../profile/index.ts';
import { diffTint } from '../../../render/palette/diff-colors.ts';
import { diffStep, diffSteps } from '../../../render/palette/diff-step.ts';
import { type KeyFamily, keyFamilies } from '../../../render/palette/key-family.ts';
import { hexOf, mixOklch, type Oklch } from '../../../render/palette/oklch.ts';
import { shadeOfBytes, shades, tintOf } from '../../../render/palette/palette.ts';
import { mixRgb, parseRgb, quietInk, type Rgb, rgbText } from './colour-mix.ts';
import type { FlameTable } from './flame-table.ts';
import type { FlameTheme } from './flame-theme.ts';

export type FlameColour = 'module' | 'kind' | 'self' | 'diff';

/** How a frame stands to what the reader looks for. The order is the numbering of fills. */
const frameStates = ['plain', 'ancestor', 'faded', 'match'] as const;
export type FrameState = (typeof frameStates)[number];

export interface FrameFill {
  readonly fill: string;
  /** Of the last part of the name, and of the path before it. */
  readonly ink: string;
  readonly quietInk: string;
  readonly isHatched: boolean;
}

const selfSteps = 12;
const selfScale: Readonly<Record<'light' | 'dark', readonly [Oklch, Oklch]>> = {
  light: [
    [0.945, 0.012, 70],
    [0.75, 0.14, 56],
  ],
  dark: [
    [0.3, 0.012, 60],
    [0.5, 0.12, 55],
  ],
};

/** Slots: families by shade, the same inlined, then steps of self share, then steps of change, then blocks. */
const familySlots = keyFamilies.length * shades;
const firstInlined = familySlots;
const firstSelf = familySlots * 2;
const firstDiff = firstSelf + selfSteps + 1;
export const blockSlot: number = firstDiff + diffSteps * 2 + 1;
const slotCount = blockSlot + 1;

/** Every fill of a theme, made once: drawing only picks by number. */
export class FlamePalette {
  readonly #fills: readonly FrameFill[];

  constructor(theme: FlameTheme) {
    const fills: FrameFill[] = [];
    for (const state of frameStates) {
      for (let slot = 0; slot < slotCount; slot++) fills.push(fillOf(theme, slot, state));
    }
    this.#fills = fills;
  }

  get length(): number {
    return this.#fills.length;
  }

  /** The number of a fill: equal numbers are drawn together. */
  number(slot: number, state: FrameState): number {
    return frameStates.indexOf(state) * slotCount + slot;
  }

  at(number: number): FrameFill {
    return this.#fills[number] as FrameFill;
  }
}

function fillOf(theme: FlameTheme, slot: number, state: FrameState): FrameFill {
  const isHatched = slot < familySlots * 2 && familyOfSlot(slot) === 'kernel';
  if (state === 'match') {
    const { match, matchInk } = theme;
    return {
      fill: rgbText(match),
      ink: rgbText(matchInk),
      quietInk: rgbText(quietInk(matchInk, match, 0.4)),
      isHatched: false,
    };
  }
  const fill = mixRgb(slotFill(theme, slot), theme.panel, fadeOf(state, theme.name));
  const ink =
    state === 'plain' ? theme.ink : quietInk(theme.ink, fill, state === 'faded' ? 0.4 : 0.2);
  return {
    fill: rgbText(fill),
    ink: rgbText(ink),
    quietInk: rgbText(quietInk(theme.ink, fill, 0.42)),
    isHatched,
  };
}

function fadeOf(state: FrameState, theme: 'light' | 'dark'): number {
  if (state === 'ancestor') return 0.45;
  if (state === 'faded') return theme === 'light' ? 0.68 : 0.62;
  return 0;
}

function slotFill(theme: FlameTheme, slot: number): Rgb {
  const { name, panel } = theme;
  if (slot < familySlots) return parseRgb(tintOf(familyOfSlot(slot), slot % shades)[name]);
  if (slot < firstSelf) return mixRgb(slotFill(theme, slot - firstInlined), panel, 0.32);
  if (slot < firstDiff) {
    const [from, to] = selfScale[name];
    return parseRgb(hexOf(mixOklch(from, to, (slot - firstSelf) / selfSteps)));
  }
  if (slot === blockSlot) return parseRgb(tintOf('neutral', 0)[name]);
  return parseRgb(diffTint('blue-orange', slot - firstDiff - diffSteps)[name]);
}

function familyOfSlot(slot: number): KeyFamily {
  return keyFamilies[Math.floor((slot % familySlots) / shades)] ?? 'neutral';
}

/** Which slot each row has; names are hashed once per key. */
export function slotPicker(table: FlameTable, colour: FlameColour): (row: number) => number {
  const { keys, inlined, self, total, base } = table;
  if (colour === 'diff' && base !== undefined) {
    return (row) =>
      firstDiff + diffSteps + diffStep(base.total[row] as number, total[row] as number);
  }
  if (colour === 'self') {
    return (row) => {
      const share = (self[row] as number) / ((total[row] as number) || 1);
      return firstSelf + Math.round(Math.min(1, Math.max(0, share)) * selfSteps);
    };
  }
  const familyOf = (row: number, key: number): number =>
    colour === 'kind' ? kindFamily(table, row, key) : (keys.family[key] as number);
  const { bytes, start } = keys.names;
  const shadeOfKey = new Int8Array(keys.length).fill(-1);
  return (row) => {
    const key = table.key[row] as number;
    let shade = shadeOfKey[key] as number;
    if (shade < 0)
      shadeOfKey[key] = shade = shadeOfBytes(bytes, start[key] as number, start[key + 1] as number);
    const isPale = inlined[row] === 1 && colour === 'module';
    return (isPale ? firstInlined : 0) + familyOf(row, key) * shades + shade;
  };
}

function kindFamily({ keys, inlined }: FlameTable, row: number, key: number): number {
  return keyFamilies.indexOf(kindFamilyName(keys, key, inlined[row] === 1));
}

function kindFamilyName(keys: FlameTable['keys'], key: number, isInlined: boolean): KeyFamily {
  if (key >= keys.firstOther) return 'neutral';
  const kind = mappingKinds[keys.kind[key] as number];
  if (kind === 'kernel') return 'kernel';
  if (isInlined) return 'runtime';
  return kind === 'jit' ? 'jit' : 'own';
}
