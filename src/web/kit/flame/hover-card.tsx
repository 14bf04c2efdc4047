import type { JSX } from 'preact';
import { lastPartStart } from '../../../render/flame-svg/label.ts';
import { CardTable } from '../card-table.tsx';
import { FamilySwatch } from '../family-swatch.tsx';
import { PointerCard } from '../pointer-card.tsx';
import type { BlockFacts, FrameFacts } from './frame-facts.ts';
import './hover-card.css';

export type CardContent =
  | { readonly kind: 'frame'; readonly facts: FrameFacts }
  | { readonly kind: 'block'; readonly facts: BlockFacts };

export interface HoverCardProps {
  /** Where the pointer is, in the window. */
  readonly x: number;
  readonly y: number;
  readonly content: CardContent;
  readonly hints?: readonly (readonly [key: string, does: string])[];
}

/** Exact numbers beside the pointer. */
export function HoverCard({ x, y, content, hints = [] }: HoverCardProps): JSX.Element {
  return (
    <PointerCard x={x} y={y}>
      {content.kind === 'frame' ? <Frame facts={content.facts} /> : <Block facts={content.facts} />}
      {hints.length === 0 ? null : (
        <div class="hover-card-hints">
          {hints.map(([key, does]) => (
            <span key={does}>
              {key === '' ? null : <kbd>{key}</kbd>} {does}
            </span>
          ))}
        </div>
      )}
    </PointerCard>
  );
}

function Frame({ facts }: { readonly facts: FrameFacts }): JSX.Element {
  const { name, module, family, kinds, place, rows, note } = facts;
  return (
    <>
      <Name name={name} />
      {module === '' && kinds.length === 0 && place === '' ? null : (
        <div class="hover-card-place">
          <FamilySwatch family={family} />
          {[module, ...kinds].filter((each) => each !== '').join(' · ')}
          {place === '' ? null : <code>{place}</code>}
        </div>
      )}
      <CardTable>
        {rows.map(({ title, share, value, samples, isWeak }) => (
          <tr key={title} class={isWeak ? 'hover-card-weak' : undefined}>
            <th scope="row">{title}</th>
            <td class="hover-card-share">{share}</td>
            <td>{value}</td>
            <td class="hover-card-samples">{samples}</td>
          </tr>
        ))}
      </CardTable>
      {note === '' ? null : <div class="hover-card-note">{note}</div>}
    </>
  );
}

/** The path quietly, the last part in full ink. */
function Name({ name }: { readonly name: string }): JSX.Element {
  const shown = name.length > 400 ? `${name.slice(0, 300)}…${name.slice(-90)}` : name;
  const split = lastPartStart(shown);
  return (
    <div class="hover-card-name">
      <span>{shown.slice(0, split)}</span>
      {shown.slice(split)}
    </div>
  );
}

function Block({ facts }: { readonly facts: BlockFacts }): JSX.Element {
  const { title, caller, share, largest, more } = facts;
  return (
    <>
      <div class="hover-card-title">
        {title} · {share}
      </div>
      {caller === '' ? null : <div class="hover-card-place">called by {caller}</div>}
      {largest.length === 0 ? null : (
        <CardTable>
          {largest.map((each) => (
            <tr key={each.name}>
              <th scope="row" class="hover-card-listed">
                {each.name}
              </th>
              <td class="hover-card-share">{each.share}</td>
            </tr>
          ))}
        </CardTable>
      )}
      {more > 0 && largest.length > 0 ? <div class="hover-card-note">and {more} more</div> : null}
    </>
  );
}
