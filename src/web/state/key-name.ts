/** The part of a keyboard event that names a key. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * A key as commands write it: `f`, `F`, `Ctrl+k`, `Shift+ArrowLeft`. Command on a Mac counts as
 * Ctrl. Shift is only written where the key does not show it already.
 */
export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const isCharacter = isCharacterKey(key);
  const held = ctrlKey || metaKey;
  const bare = held && isCharacter ? key.toLowerCase() : key;
  const shift = shiftKey && (!isCharacter || held);
  return `${held ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${bare}`;
}

const shown: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  ' ': 'Space',
  '-': '−',
};

/** A key as the sheet, menus and tooltips write it: `Ctrl K`, `Shift ←`. */
export function keyLabel(name: string): string {
  const parts = name === '+' ? ['+'] : name.split(/\+(?!$)/);
  return parts
    .map((part, index) => {
      const isLetterWithCtrl = index > 0 && part.length === 1;
      return shown[part] ?? (isLetterWithCtrl ? part.toUpperCase() : part);
    })
    .join(' ');
}

/** Whether the key is a plain character: such keys do nothing while text is typed. */
export function isCharacterKey(name: string): boolean {
  return /^.$/su.test(name);
}
