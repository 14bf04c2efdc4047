import type { ComponentChildren, JSX } from 'preact';
import {
  type AssemblyAnswer,
  type AssemblyPlace,
  NameList,
  shownKinds,
} from '../../../explore/index.ts';
import type { GridColumn } from '../../kit/grid/column.ts';
import { MeasureBar } from '../../kit/measure-bar.tsx';
import { formatCount, formatShare } from '../../kit/quantity.ts';
import type { AssemblyRow } from './assembly-rows.ts';
import { LoopCell } from './loop-cell.tsx';

/** Names of a file without its folder. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function assemblyColumns(hasLoops: boolean, hasBytes: boolean): GridColumn[] {
  const wide = 560;
  return [
    { id: 'cost', title: 'Cost', width: 88, minimumGridWidth: wide },
    { id: 'self', title: 'Self', width: 72, align: 'end', tip: 'Share of everything in the scope' },
    {
      id: 'total',
      title: 'Total',
      width: 64,
      align: 'end',
      minimumGridWidth: 900,
      tip: 'With what it calls',
    },
    ...(hasLoops
      ? [{ id: 'loop', title: 'Loop', width: 60, tip: 'Loops, the innermost in accent' }]
      : []),
    { id: 'samples', title: 'Samples', width: 72, align: 'end', minimumGridWidth: wide },
    { id: 'address', title: 'Address', width: 92 },
    ...(hasBytes ? [{ id: 'bytes', title: 'Bytes', width: 232, minimumGridWidth: wide }] : []),
    { id: 'instruction', title: 'Instruction', isRowHeader: true },
    { id: 'source', title: 'Source', width: 160, align: 'end', minimumGridWidth: 800 },
  ];
}

/** A space after commas between operands, not after those inside an address. */
function spaced(operands: string): string {
  return operands.replace(/,(?![^(]*\))/g, ', ');
}

/** Writes the cells of one answer. */
export class AssemblyCells {
  readonly #answer: AssemblyAnswer;
  readonly #rows: readonly AssemblyRow[];
  readonly #mnemonics: NameList;
  readonly #operands: NameList;
  readonly #bytes: NameList;
  readonly #callees: NameList;
  readonly #most: number;
  readonly #onTarget: (instruction: number) => void;

  constructor(
    answer: AssemblyAnswer,
    rows: readonly AssemblyRow[],
    onTarget: (instruction: number) => void,
  ) {
    this.#answer = answer;
    this.#rows = rows;
    this.#mnemonics = new NameList(answer.mnemonic);
    this.#operands = new NameList(answer.operands);
    this.#bytes = new NameList(answer.bytes);
    this.#callees = new NameList(answer.callee);
    this.#most = Math.max(...answer.self, 0);
    this.#onTarget = onTarget;
  }

  text(row: number): string {
    const { instruction = 0, place = -1 } = this.#rows[row] ?? {};
    if (place >= 0) return this.#answer.places[place]?.text ?? '';
    const address = (this.#answer.address[instruction] as number).toString(16);
    return `${address}  ${this.#mnemonics.at(instruction)} ${this.#operands.at(instruction)}`;
  }

  render(row: number, column: string, selected: number): ComponentChildren {
    const at = this.#rows[row];
    if (at === undefined) return null;
    const { instruction, place } = at;
    if (column === 'loop') {
      return (
        <LoopCell
          answer={this.#answer}
          instruction={instruction}
          isBetween={place >= 0}
          selected={selected}
        />
      );
    }
    const line = place < 0 ? undefined : this.#answer.places[place];
    return line === undefined ? this.#cell(instruction, column) : sourceCell(line, column);
  }

  #cell(row: number, column: string): ComponentChildren {
    const { self, total, selfSamples, address, whole } = this.#answer;
    const all = total[row] as number;
    const cost = self[row] as number;
    switch (column) {
      case 'cost':
        return <MeasureBar total={0} self={this.#most === 0 ? 0 : cost / this.#most} />;
      case 'self':
        return cost === 0 ? null : (
          <Share share={cost / whole.value} isMost={cost === this.#most} />
        );
      case 'total':
        return all === 0 ? null : (
          <span class="assembly-quiet">{formatShare(all / whole.value)}</span>
        );
      case 'samples':
        return cost === 0 ? null : (
          <span class="assembly-quiet">{formatCount(selfSamples[row] as number)}</span>
        );
      case 'address':
        return (
          <span class="assembly-code assembly-quiet">
            0x{(address[row] as number).toString(16)}
          </span>
        );
      case 'bytes':
        return <span class="assembly-code assembly-quiet">{this.#bytes.at(row)}</span>;
      case 'instruction':
        return this.#instruction(row);
      default:
        return this.#source(row);
    }
  }

  #instruction(row: number): JSX.Element {
    const kind = shownKinds[this.#answer.kind[row] as number] ?? 'other';
    const target = this.#answer.targetRow[row] as number;
    const operands = spaced(this.#operands.at(row));
    const callee = this.#callees.at(row);
    return (
      <span class={`assembly-code assembly-kind-${kind}`}>
        <span class="assembly-mnemonic">{this.#mnemonics.at(row)} </span>
        {target < 0 ? (
          operands
        ) : (
          <button
            type="button"
            class="assembly-target"
            tabIndex={-1}
            title="Go there"
            onClick={(event) => {
              // The row under it would select itself.
              event.stopPropagation();
              this.#onTarget(target);
            }}
          >
            {operands}
          </button>
        )}
        {callee === '' ? null : <span class="assembly-callee"> {callee}</span>}
      </span>
    );
  }

  #source(row: number): JSX.Element | null {
    const place = this.#answer.places[this.#answer.place[row] as number];
    if (place === undefined) return null;
    const inlined = place.inlined.map((name) => `inlined: ${name}`);
    return (
      <span class="assembly-code assembly-quiet" title={[place.file, ...inlined].join('\n')}>
        {fileName(place.file)}:{place.line}
      </span>
    );
  }
}

function Share({
  share,
  isMost,
}: {
  readonly share: number;
  readonly isMost: boolean;
}): JSX.Element {
  return <span class={isMost || share >= 0.1 ? 'assembly-strong' : ''}>{formatShare(share)}</span>;
}

function sourceCell(place: AssemblyPlace, column: string): ComponentChildren {
  switch (column) {
    case 'address':
      return <span class="assembly-code assembly-line assembly-quiet">{place.line}</span>;
    case 'instruction':
      return (
        <span class="assembly-code assembly-source" title={place.file}>
          {place.text.trim() === '' ? `${fileName(place.file)}:${place.line}` : place.text.trim()}
          {place.inlined.length === 0 ? null : (
            <span class="assembly-inlined"> inlined {place.inlined.at(-1)}</span>
          )}
        </span>
      );
    default:
      return null;
  }
}
