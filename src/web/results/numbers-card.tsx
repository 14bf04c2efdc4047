import type { JSX } from 'preact';
import { CardTable } from '../kit/card-table.tsx';
import { PointerCard } from '../kit/pointer-card.tsx';
import './numbers-card.css';

interface NumbersCardProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly title: string;
  readonly rows: readonly (readonly [title: string, value: string])[];
  readonly note?: string;
}

/** Exact numbers beside the pointer. */
export function NumbersCard({ at, title, rows, note = '' }: NumbersCardProps): JSX.Element {
  return (
    <PointerCard x={at.x} y={at.y}>
      <div class="numbers-card-title">{title}</div>
      <CardTable>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </CardTable>
      {note === '' ? null : <div class="numbers-card-note">{note}</div>}
    </PointerCard>
  );
}
