import type { ComponentChildren, JSX } from 'preact';
import { formatShare, formatShareOrNothing } from '../quantity.ts';
import './pick-list.css';

/** Something with costs that can be chosen. */
export interface PickItem {
  readonly id: string;
  /** As a menu writes it. */
  readonly text: string;
  /** As the list writes it. */
  readonly label: ComponentChildren;
  readonly tip: string;
  /** Of everything, 0…1. */
  readonly self: number;
  readonly total: number;
}

export interface PickGroup {
  readonly title: string;
  readonly items: readonly PickItem[];
}

interface PickListProps {
  /** What is listed: "Hot files". */
  readonly label: string;
  /** One of them: "File". */
  readonly noun: string;
  readonly groups: readonly PickGroup[];
  readonly current: string;
  readonly onChoose: (id: string) => void;
}

/** Hot things to choose from: a list, or a menu where there is little room. */
export function PickList({ label, noun, groups, current, onChoose }: PickListProps): JSX.Element {
  const filled = groups.filter(({ items }) => items.length > 0);
  const isListed = filled.some(({ items }) => items.some(({ id }) => id === current));
  return (
    <nav class="pick-list" aria-label={label}>
      <select
        class="pick-list-menu"
        aria-label={noun}
        value={current}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {isListed ? null : <option value={current}>{label}</option>}
        {filled.map(({ title, items }) => (
          <optgroup key={title} label={title}>
            {items.map(({ id, text, total }) => (
              <option key={id} value={id} selected={id === current}>
                {`${text}  ${formatShare(total)}`}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <div class="pick-list-groups">
        {filled.map(({ title, items }) => (
          <section key={title}>
            <h2>
              <span>{title}</span>
              <span>self</span>
              <span>total</span>
            </h2>
            <ul>
              {items.map((item) => (
                <PickRow
                  key={item.id}
                  item={item}
                  isCurrent={item.id === current}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

interface PickRowProps {
  readonly item: PickItem;
  readonly isCurrent: boolean;
  readonly onChoose: (id: string) => void;
}

function PickRow({ item, isCurrent, onChoose }: PickRowProps): JSX.Element {
  return (
    <li>
      <button
        type="button"
        class="pick-item"
        aria-current={isCurrent ? 'true' : undefined}
        title={item.tip}
        onClick={() => onChoose(item.id)}
      >
        {item.label}
        <span class="pick-item-share">{formatShareOrNothing(item.self)}</span>
        <span class="pick-item-share pick-item-total">{formatShare(item.total)}</span>
      </button>
    </li>
  );
}
