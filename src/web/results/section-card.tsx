import type { ComponentChildren, JSX } from 'preact';
import { narrowSpace } from '../kit/quantity.ts';
import './section-card.css';

interface SectionCardProps {
  readonly title: string;
  /** One line below the title: how to read it. */
  readonly text?: string;
  /** At the right of the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the page with its title. */
export function SectionCard({ title, text, actions, children }: SectionCardProps): JSX.Element {
  return (
    <section class="section-card" aria-label={title}>
      <header class="section-card-head">
        <h2>{title}</h2>
        {text === undefined ? null : <p>{text.replaceAll(' %', `${narrowSpace}%`)}</p>}
        {actions === undefined ? null : <div class="section-card-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
