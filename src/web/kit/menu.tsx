import type { ComponentChildren, JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MenuItem, MenuRequest } from './menu-item.ts';
import './menu.css';

interface MenuProps extends MenuRequest {
  readonly onClose: () => void;
}

/** A menu in front of the page. Focus is inside while it is open, and goes back where it was. */
export function Menu({ label, items, at, onClose }: MenuProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = element.current;
    if (menu === null) return undefined;
    const before = document.activeElement;
    place(menu, at);
    (entries(menu).find((each) => each.ariaChecked === 'true') ?? entries(menu)[0] ?? menu).focus();
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Node && !menu.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside, true);
    window.addEventListener('resize', onClose);
    window.addEventListener('blur', onClose);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      window.removeEventListener('resize', onClose);
      window.removeEventListener('blur', onClose);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      ref={element}
      class="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => onKey(event, onClose)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((item, index) => (
        <MenuLine key={index} item={item} onClose={onClose} />
      ))}
    </div>
  );
}

function MenuLine({ item, onClose }: { item: MenuItem; onClose: () => void }): JSX.Element {
  if (item.kind === 'line') return <hr class="menu-line" />;
  if (item.kind === 'heading') return <div class="menu-head">{item.label}</div>;
  const isChoice = item.isChecked !== undefined;
  return (
    <button
      type="button"
      class="menu-item"
      {...(isChoice
        ? { role: 'menuitemradio', 'aria-checked': item.isChecked === true }
        : { role: 'menuitem' })}
      aria-disabled={item.isDisabled === true}
      tabIndex={-1}
      onClick={() => {
        if (item.isDisabled === true) return;
        // Closed first: what runs may move the focus or open something else.
        onClose();
        queueMicrotask(() => item.run());
      }}
    >
      <i aria-hidden="true">{item.isChecked === true ? '✓' : ''}</i>
      <span>{item.label}</span>
      {item.key !== undefined ? (
        <kbd>{item.key}</kbd>
      ) : (
        <span class="menu-detail">{item.detail ?? ''}</span>
      )}
    </button>
  );
}

interface MenuButtonProps {
  readonly label: string;
  readonly title?: string | undefined;
  readonly class?: string;
  readonly items: () => readonly MenuItem[];
  readonly children: ComponentChildren;
}

/** A button that opens a menu below it. */
export function MenuButton(props: MenuButtonProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={props.class ?? 'button'}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={props.label}
        title={props.title}
        onClick={() => setOpen(!isOpen)}
      >
        {props.children}
      </button>
      {isOpen && button.current !== null ? (
        <Menu
          label={props.label}
          items={props.items()}
          at={button.current}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function entries(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('.menu-item')];
}

/** Beside the point or below the element; it never leaves the window. */
function place(menu: HTMLElement, at: MenuRequest['at']): void {
  const { width, height } = menu.getBoundingClientRect();
  const room = 8;
  const anchor = at instanceof Element ? at.getBoundingClientRect() : undefined;
  const x = anchor?.left ?? (at instanceof Element ? 0 : at.x);
  const below = anchor?.bottom ?? (at instanceof Element ? 0 : at.y);
  const above = (anchor?.top ?? below) - height;
  const fits = below + height + room <= innerHeight;
  const top = fits ? below + (anchor === undefined ? 0 : 2) : Math.max(room, above);
  menu.style.setProperty('left', `${Math.max(room, Math.min(x, innerWidth - width - room))}px`);
  menu.style.setProperty('top', `${Math.min(top, Math.max(room, innerHeight - height - room))}px`);
}

function onKey(event: TargetedKeyboardEvent<HTMLDivElement>, onClose: () => void): void {
  const all = entries(event.currentTarget);
  const at = all.findIndex((each) => each.matches(':focus'));
  const move = moves[event.key];
  if (move !== undefined) all[move(at, all.length)]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') onClose();
  else if (event.key.length === 1 && /\S/.test(event.key)) focusLetter(all, at, event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function focusLetter(all: readonly HTMLElement[], at: number, letter: string): void {
  const ordered = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  const starts = (each: HTMLElement): boolean =>
    (each.querySelector('span')?.textContent ?? '').toLowerCase().startsWith(letter.toLowerCase());
  ordered.find(starts)?.focus();
}
