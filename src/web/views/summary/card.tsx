import type { ComponentChildren, JSX } from 'preact';

interface CardProps {
  readonly title: string;
  /** At the right of the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Card({ title, aside, children }: CardProps): JSX.Element {
  return (
    <section class="summary-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span class="summary-aside">{aside}</span>
      </header>
      {children}
    </section>
  );
}
