import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

interface SandwichFrameProps {
  /** Of the function in the middle. */
  readonly name: string;
  /** The list of functions; it closes where it covers the rest. */
  readonly list: (close: () => void) => ComponentChildren;
  readonly children: ComponentChildren;
}

/** The list of functions beside the sandwich, or over it where there is little room. */
export function SandwichFrame({ name, list, children }: SandwichFrameProps): JSX.Element {
  const isListOpen = useSignal(false);
  const close = (): void => {
    isListOpen.value = false;
  };
  return (
    <div class="sandwich" data-list={isListOpen.value ? 'open' : 'closed'}>
      <div class="sandwich-list">{list(close)}</div>
      <div class="sandwich-main">
        <button
          type="button"
          class="sandwich-choose"
          aria-expanded={isListOpen.value}
          onClick={() => {
            isListOpen.value = !isListOpen.value;
          }}
        >
          Function: <code>{name}</code>
        </button>
        {children}
      </div>
    </div>
  );
}
