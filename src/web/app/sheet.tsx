import type { JSX } from 'preact';
import { Dialog } from '../kit/dialog.tsx';
import { commandGroups } from '../state/command.ts';
import { keyLabel } from '../state/key-name.ts';
import { views } from '../views/view-table.ts';
import type { ShellApp } from './create-app.ts';
import { commandsIn } from './shell-commands.ts';
import './sheet.css';

interface SheetProps {
  readonly app: ShellApp;
  readonly onClose: () => void;
}

/** Every key of the shown view. It is made of the commands that are dispatched, so it cannot lie. */
export function Sheet({ app, onClose }: SheetProps): JSX.Element {
  const view = views.find(({ name }) => name === app.state.value.view);
  const commands = commandsIn(view).filter(({ keys }) => keys.length > 0);
  return (
    <Dialog title="Keyboard shortcuts" class="sheet" onClose={onClose}>
      <div class="sheet-columns">
        {commandGroups.map((group) => {
          const lines = commands.filter((command) => command.group === group);
          return lines.length === 0 ? null : (
            <section key={group} class="sheet-group" aria-label={group}>
              <h3>{group}</h3>
              <dl>
                {lines.map(({ id, title, keys }) => (
                  <div key={id} class="sheet-line">
                    <dt>
                      {keys.map((key) => (
                        <kbd key={key}>{keyLabel(key)}</kbd>
                      ))}
                    </dt>
                    <dd>{title}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      <label class="sheet-letters">
        <input
          type="checkbox"
          checked={app.areLettersOn.value}
          onChange={(event) => app.setLetters(event.currentTarget.checked)}
        />
        Letters are commands. They never are while text is typed.
      </label>
    </Dialog>
  );
}
