import type { ComponentChildren, JSX } from 'preact';
import { baseName } from '../../../base/base-name.ts';
import {
  type AssemblyPlace,
  type ComparedAssembly,
  NameList,
  shownKinds,
} from '../../../explore/index.ts';
import { ChangeBar } from '../../kit/compare/change-bar.tsx';
import { changeClass } from '../../kit/compare/change-class.ts';
import { changeSentence } from '../../kit/compare/change-text.ts';
import type { GridColumn } from '../../kit/grid/column.ts';
import { MeasureBar } from '../../kit/measure-bar.tsx';
import { formatChange, formatCount, formatShare } from '../../kit/quantity.ts';
import { type AssemblyRow, changedFrom, type ShownAssembly } from './assembly-rows.ts';
import { LoopCell } from './loop-cell.tsx';

interface ColumnChoice {
  readonly hasLoops: boolean;
  readonly hasBytes: boolean;
  /** Costs are changes of a comparison. */
  readonly isChange: boolean;
}

export function assemblyColumns({ hasLoops, hasBytes, isChange }: ColumnChoice): GridColumn[] {
  const wide = 560;
  const whole = 'Share of everything in the scope';
  return [
    { id: 'cost', title: isChange ? 'Change' : 'Cost', width: 88, minimumGridWidth: wide },
    {
      id: 'self',
      title: 'Self',
      width: isChange ? 96 : 72,
      align: 'end',
      tip: isChange ? 'New less base' : whole,
    },
    {
      id: 'total',
      title: 'Total',
      width: isChange ? 96 : 64,
      align: 'end',
      minimumGridWidth: 900,
      tip: isChange ? 'New less base, with what it calls' : 'With what it calls',
    },
    ...(hasLoops
      ? [{ id: 'loop', title: 'Loop', width: 60, tip: 'Loops, the innermost in accent' }]
      : []),
    ...(isChange
      ? []
      : [
          {
            id: 'samples',
            title: 'Samples',
            width: 72,
            align: 'end',
            minimumGridWidth: wide,
          } as const,
        ]),
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
  readonly #answer: ShownAssembly;
  readonly #rows: readonly AssemblyRow[];
  readonly #mnemonics: NameList;
  readonly #operands: NameList;
  readonly #bytes: NameList;
  readonly #callees: NameList;
  readonly #base: ComparedAssembly['base'];
  /** The largest cost or change. */
  readonly #most: number;
  readonly #onTarget: (instruction: number) => void;

  constructor(
    answer: ShownAssembly,
    rows: readonly AssemblyRow[],
    onTarget: (instruction: number) => void,
  ) {
    this.#answer = answer;
    this.#rows = rows;
    this.#mnemonics = new NameList(answer.mnemonic);
    this.#operands = new NameList(answer.operands);
    this.#bytes = new NameList(answer.bytes);
    this.#callees = new NameList(answer.callee);
    this.#base = changedFrom(answer);
    this.#most = largestCost(answer);
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
    if (this.#base !== null && isCost(column)) {
      return this.#change(row, column, this.#base);
    }
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

  #change(row: number, column: 'cost' | 'self' | 'total', base: CostColumns): JSX.Element | null {
    const of = column === 'total' ? 'total' : 'self';
    const [before, now] = [base[of][row] as number, this.#answer[of][row] as number];
    if (before === 0 && now === 0) return null;
    if (column === 'cost') return <ChangeBar share={(now - before) / (this.#most || 1)} isReal />;
    const { unit } = this.#answer;
    return (
      <span class={changeClass(now - before)} title={changeSentence(before, now, unit)}>
        {formatChange(now - before, unit)}
      </span>
    );
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
        {baseName(place.file)}:{place.line}
      </span>
    );
  }
}

type CostColumns = NonNullable<ComparedAssembly['base']>;

function isCost(column: string): column is 'cost' | 'self' | 'total' {
  return column === 'cost' || column === 'self' || column === 'total';
}

function largestCost(answer: ShownAssembly): number {
  const base = changedFrom(answer)?.self;
  return answer.self.reduce(
    (most, value, row) => Math.max(most, Math.abs(value - (base?.[row] ?? 0))),
    0,
  );
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
          {place.text.trim() === '' ? `${baseName(place.file)}:${place.line}` : place.text.trim()}
          {place.inlined.length === 0 ? null : (
            <span class="assembly-inlined"> inlined {place.inlined.at(-1)}</span>
          )}
        </span>
      );
    default:
      return null;
  }
}
