import type { NameList } from '../../../explore/index.ts';
import { formatCounted, formatShare } from '../quantity.ts';
import type { Drawing } from './drawing.ts';
import { changeTexts } from './frame-facts.ts';

/** More rows help nobody: the rest is reached by moving. */
const mostRows = 300;

/** Writes what is on the canvas as the rows of a treegrid, for those who do not see it. */
export function writeMirror(
  grid: HTMLElement,
  drawing: Drawing,
  names: NameList,
  active: number,
): void {
  const rows = mirroredRows(drawing, active);
  const places = new SiblingPlaces(drawing);
  const elements = rows.map((row) => rowElement(grid.id, drawing, names, row, places));
  grid.replaceChildren(...elements);
  for (const element of elements) {
    element.setAttribute('aria-selected', String(element.id === rowId(grid.id, active)));
  }
  markActive(grid, active);
}

/** Whether the mirror of one drawing is that of the other too: colours and search marks are not in it. */
export function isSameMirror(one: Drawing, other: Drawing): boolean {
  const [rows, others] = [one.boxes.row, other.boxes.row];
  if (one.model !== other.model || one.boxes.length !== other.boxes.length) return false;
  if (one.geometry.topDepth !== other.geometry.topDepth) return false;
  for (let box = 0; box < one.boxes.length; box++) if (rows[box] !== others[box]) return false;
  return true;
}

/** Names the row that the keyboard is at. */
export function markActive(grid: HTMLElement, active: number): void {
  const id = rowId(grid.id, active);
  const isThere = active >= 0 && grid.ownerDocument.getElementById(id) !== null;
  if (isThere) grid.setAttribute('aria-activedescendant', id);
  else grid.removeAttribute('aria-activedescendant');
}

function rowId(gridId: string, row: number): string {
  return `${gridId}-${row}`;
}

/** The widest frames on screen, in their order, and always the active one. */
function mirroredRows({ boxes }: Drawing, active: number): number[] {
  const frames: number[] = [];
  for (let box = 0; box < boxes.length; box++) if (boxes.small[box] === 0) frames.push(box);
  if (frames.length > mostRows) {
    const isActive = (box: number): number => (boxes.row[box] === active ? 1 : 0);
    frames.sort(
      (a, b) =>
        isActive(b) - isActive(a) || (boxes.width[b] as number) - (boxes.width[a] as number),
    );
    frames.length = mostRows;
  }
  return frames.map((box) => boxes.row[box] as number).sort((a, b) => a - b);
}

function rowElement(
  gridId: string,
  { model, geometry, boxes }: Drawing,
  names: NameList,
  row: number,
  places: SiblingPlaces,
): HTMLElement {
  const { table, whole } = model;
  const element = document.createElement('div');
  element.id = rowId(gridId, row);
  element.setAttribute('role', 'row');
  const depth = table.depth[row] as number;
  element.setAttribute('aria-level', String(depth - geometry.topDepth + 1));
  const { place, count } = places.of(row);
  element.setAttribute('aria-posinset', String(place));
  element.setAttribute('aria-setsize', String(count));
  const hasChildren = (table.subtreeEnd[row] as number) > row + 1;
  if (hasChildren) element.setAttribute('aria-expanded', String(hasShownChild(boxes, row)));
  const share = formatShare((table.total[row] as number) / (whole || 1));
  const samples = formatCounted(table.totalSamples[row] as number, 'sample');
  const numbers = table.base === undefined ? [share, samples] : changeTexts(table, row);
  const texts = [names.at(table.key[row] as number), ...numbers];
  texts.forEach((text, at) => {
    const cell = document.createElement('span');
    cell.setAttribute('role', at === 0 ? 'rowheader' : 'gridcell');
    cell.textContent = text;
    element.append(cell, ' ');
  });
  return element;
}

/** Its first child stands right behind it. */
function hasShownChild(boxes: Drawing['boxes'], row: number): boolean {
  return boxes.row.includes(row + 1);
}

/** Which of its siblings a row is; those of one caller are counted once. */
class SiblingPlaces {
  readonly #table: Drawing['model']['table'];
  readonly #byCaller = new Map<number, Map<number, number>>();

  constructor({ model }: Drawing) {
    this.#table = model.table;
  }

  of(row: number): { readonly place: number; readonly count: number } {
    const { parent, subtreeEnd } = this.#table;
    const caller = parent[row] as number;
    if (caller < 0) return { place: 1, count: 1 };
    let places = this.#byCaller.get(caller);
    if (places === undefined) {
      places = new Map();
      const end = subtreeEnd[caller] as number;
      for (let at = caller + 1; at < end; at = subtreeEnd[at] as number) {
        places.set(at, places.size + 1);
      }
      this.#byCaller.set(caller, places);
    }
    return { place: places.get(row) ?? 1, count: places.size };
  }
}
