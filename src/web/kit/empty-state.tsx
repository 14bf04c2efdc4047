import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import './empty-state.css';

interface EmptyStateProps {
  /** States the fact: "No samples in 2.20–2.25 s". */
  readonly title: string;
  /** Why, and what would change it. */
  readonly text?: string;
  /** A command that records what is missing; it can be copied. */
  readonly command?: string;
  readonly action?: { readonly label: string; run(): void };
  readonly children?: ComponentChildren;
}

/** What a view says when it has nothing to show: what is missing, why, and the next step. */
export function EmptyState(props: EmptyStateProps): JSX.Element {
  const { title, text, command, action, children } = props;
  return (
    <div class="empty-state">
      <h2>{title}</h2>
      {text === undefined ? null : <p>{text}</p>}
      {action === undefined ? null : (
        <div class="empty-state-action">
          <Button look="lined" onPress={() => action.run()}>
            {action.label}
          </Button>
        </div>
      )}
      {command === undefined ? null : <CommandToCopy command={command} />}
      {children}
    </div>
  );
}

/** A command line with a button that copies it. */
export function CommandToCopy({ command }: { readonly command: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    // A page from a disk may have no clipboard: the text can still be selected.
    void navigator.clipboard?.writeText(command).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div class="empty-state-command">
      <code>{command}</code>
      <Button label={`Copy ${command}`} onPress={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
