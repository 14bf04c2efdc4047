import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './dialog.css';

interface DialogProps {
  /** Shown as the heading, unless the dialog is `bare`; always its accessible name. */
  readonly title: string;
  readonly onClose: () => void;
  /** Without a heading and a Close button: the palette is a field and its list. */
  readonly bare?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog: it keeps the focus while it is open and gives it back when it goes. Escape and a
 * click beside it close it. Mount it to open it.
 */
export function Dialog({ title, onClose, bare, class: name, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    // A dialog that asks something begins with the answer.
    dialog?.querySelector<HTMLInputElement>('input:not([type=checkbox])')?.select();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${name ?? ''}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      {bare === true ? (
        children
      ) : (
        <>
          <header class="dialog-head">
            <h2>{title}</h2>
            <button type="button" class="dialog-close" aria-label="Close" onClick={onClose}>
              ×
            </button>
          </header>
          <div class="dialog-body">{children}</div>
        </>
      )}
    </dialog>
  );
}
