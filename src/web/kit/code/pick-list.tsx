import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { changeClass } from '../compare/change-class.ts';
import { useGridSize } from '../grid/use-grid-size.ts';
import { formatChange, formatShareOrNothing } from '../quantity.ts';
import './pick-list.css';

/** Something with costs that can be chosen. */
export interface PickItem {
  readonly id: string;
  /** As a menu writes it. */
  readonly text: string;
  /** As the list writes it, in so many characters. */
  readonly label: (characters: number) => ComponentChildren;
  readonly tip: string;
  readonly self: PickCost;
  readonly total: PickCost;
}

/** A cost as the list writes it. */
export interface PickCost {
  readonly text: string;
  /** Of a comparison: the class of the change. */
  readonly tone: string;
}

/** A share of everything. */
export function pickShare(share: number): PickCost {
  return { text: formatShareOrNothing(share), tone: '' };
}

/** What became of a cost. */
export function pickChange(base: number, now: number, unit: string): PickCost {
  return { text: formatChange(now - base, unit), tone: changeClass(now - base) };
}

export interface PickGroup {
  readonly title: string;
  readonly items: readonly PickItem[];
}

/** What a name leaves to the numbers beside it, and to gaps: as the style sheet has them. */
const besideShares = 24 + 2 * 46 + 2 * 8;
const besideChanges = 24 + 2 * 64 + 2 * 4;

interface PickListProps {
  /** What is listed: "Hot files". */
  readonly label: string;
  /** One of them: "File". */
  readonly noun: string;
  readonly groups: readonly PickGroup[];
  readonly current: string;
  /** The costs are changes of a comparison. */
  readonly isChange?: boolean;
  readonly onChoose: (id: string) => void;
}

/** Hot things to choose from: a list, or a menu where there is little room. */
export function PickList(props: PickListProps): JSX.Element {
  const { label, noun, groups, current, isChange = false, onChoose } = props;
  const filled = groups.filter(({ items }) => items.length > 0);
  const root = useRef<HTMLElement>(null);
  const { width, characterPx } = useGridSize(root, 'row');
  const characters = Math.floor((width - (isChange ? besideChanges : besideShares)) / characterPx);
  const isListed = filled.some(({ items }) => items.some(({ id }) => id === current));
  return (
    <nav ref={root} class={`pick-list${isChange ? ' pick-list-changes' : ''}`} aria-label={label}>
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
                {`${text}  ${total.text}`}
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
                  characters={characters}
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
  readonly characters: number;
  readonly isCurrent: boolean;
  readonly onChoose: (id: string) => void;
}

function PickRow({ item, characters, isCurrent, onChoose }: PickRowProps): JSX.Element {
  return (
    <li>
      <button
        type="button"
        class="pick-item"
        aria-current={isCurrent ? 'true' : undefined}
        title={item.tip}
        onClick={() => onChoose(item.id)}
      >
        {item.label(characters)}
        <span class={`pick-item-share ${item.self.tone}`}>{item.self.text}</span>
        <span class={`pick-item-share pick-item-total ${item.total.tone}`}>{item.total.text}</span>
      </button>
    </li>
  );
}
