import { isCharacterKey, keyName } from '../state/key-name.ts';
import { views } from '../views/view-table.ts';
import type { ShellApp } from './create-app.ts';
import { commandsIn } from './shell-commands.ts';

/**
 * The one place where keys become commands. A part that has the focus and handles a key itself calls
 * `preventDefault`; what stands in front of the page takes all keys.
 */
export function dispatchKeys(app: ShellApp): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || app.layer.value.kind !== 'none') return;
    if (event.target instanceof Element && event.target.closest('dialog, [role="menu"]')) return;
    const name = keyName(event);
    if (isTyping(event.target) && !name.startsWith('Ctrl+') && name !== 'Escape') return;
    // Undo belongs to the text while there is a text.
    if (isTyping(event.target) && /^Ctrl\+(Shift\+)?[zy]$/.test(name)) return;
    if (isCharacterKey(name) && /[a-zA-Z]/.test(name) && !app.areLettersOn.value) return;
    const view = views.find((each) => each.name === app.state.value.view);
    const command = commandsIn(view).find(
      ({ keys, where }) => where !== 'panel' && keys.includes(name),
    );
    if (command === undefined) return;
    event.preventDefault();
    if (command.isAvailable?.(app) === false) app.announce(`${command.title}: not possible now`);
    else command.run(app);
  });
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}

const notTyped: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'button', 'file']);
