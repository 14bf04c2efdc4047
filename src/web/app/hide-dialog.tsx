import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { hideStep } from '../state/transform-step.ts';
import type { ShellApp } from './create-app.ts';
import './hide-dialog.css';

interface HideDialogProps {
  readonly app: ShellApp;
  readonly onClose: () => void;
}

/** Asks for the expression of "hide": frames that match go, their cost stays with their callers. */
export function HideDialog({ app, onClose }: HideDialogProps): JSX.Element {
  const [text, setText] = useState(app.state.value.search);
  const problem = problemOf(text);
  const hide = (): void => {
    if (text === '' || problem !== '') return;
    onClose();
    app.transform(hideStep(text));
  };
  return (
    <Dialog title="Hide functions" onClose={onClose}>
      <form
        class="hide-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          hide();
        }}
      >
        <input
          type="text"
          aria-label="Regular expression"
          placeholder="^std::|^core::"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p class={problem === '' ? '' : 'hide-dialog-bad'} role="status">
          {problem === ''
            ? 'Functions, files and images that match are hidden; what they cost counts for their callers.'
            : problem}
        </p>
        <div class="hide-dialog-actions">
          <Button look="lined" onPress={onClose}>
            Cancel
          </Button>
          <Button look="main" isDisabled={text === '' || problem !== ''} onPress={hide}>
            Hide
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** '' = it is an expression. */
function problemOf(text: string): string {
  try {
    void new RegExp(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
