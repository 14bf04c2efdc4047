import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './pointer-card.css';

interface PointerCardProps {
  /** Where the pointer is, in the window. */
  readonly x: number;
  readonly y: number;
  readonly children: ComponentChildren;
}

const gap = 14;
const margin = 6;

/** Follows the pointer, flips at the edges of the window and never catches the pointer. */
export function PointerCard({ x, y, children }: PointerCardProps): JSX.Element {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null) return;
    const { width, height } = element.getBoundingClientRect();
    const isRight = x + gap + width + margin <= innerWidth;
    const left = isRight ? x + gap : Math.max(margin, x - gap - width);
    const isBelow = y + gap + height + margin <= innerHeight;
    const top = isBelow ? y + gap : Math.max(margin, y - gap - height);
    element.style.setProperty('translate', `${Math.round(left)}px ${Math.round(top)}px`);
  });
  return (
    <div ref={card} class="pointer-card" aria-hidden="true">
      {children}
    </div>
  );
}
