import { describe, expect, it } from 'vitest';
import { keyLabel, keyName } from '../state/key-name.ts';
import { views } from '../views/view-table.ts';
import { commandsIn } from './shell-commands.ts';

const press = (key: string, held: { ctrl?: boolean; shift?: boolean } = {}): string =>
  keyName({
    key,
    ctrlKey: held.ctrl === true,
    shiftKey: held.shift === true,
    metaKey: false,
    altKey: false,
  });

describe('keys', () => {
  it('have one meaning in each view', () => {
    for (const view of views) {
      const taken = new Map<string, string>();
      for (const { id, keys } of commandsIn(view)) {
        for (const key of keys) {
          expect(taken.get(key), `${key} in ${view.title}: ${id}`).toBeUndefined();
          taken.set(key, id);
        }
      }
    }
  });

  it('belong to commands with names of their own', () => {
    for (const view of views) {
      const ids = commandsIn(view).map(({ id }) => id);
      expect(new Set(ids).size, view.title).toBe(ids.length);
    }
  });

  it('are those that people were promised', () => {
    const known = new Set(commandsIn(undefined).flatMap(({ keys }) => keys));
    const promised = ['/', '?', 'f', 'F', 'm', 'd', 'r', 'c', 'o', 's', 'e', 'a', 'n', 'N', 'p'];
    for (const key of [...promised, 'Backspace', 'Ctrl+k', 'Ctrl+z', 'Ctrl+y', 'Escape']) {
      expect(known.has(key), key).toBe(true);
    }
    for (const { key } of views) expect(known.has(key), key).toBe(true);
  });

  it('are named by what they type', () => {
    expect(press('f')).toBe('f');
    expect(press('F', { shift: true })).toBe('F');
    expect(press('K', { ctrl: true })).toBe('Ctrl+k');
    expect(press('Z', { ctrl: true, shift: true })).toBe('Ctrl+Shift+z');
    expect(press('ArrowLeft', { shift: true })).toBe('Shift+ArrowLeft');
    expect(['Ctrl+k', 'Shift+ArrowLeft', '+', '-', '?'].map(keyLabel)).toEqual([
      'Ctrl K',
      'Shift ←',
      '+',
      '−',
      '?',
    ]);
  });
});
