import type { NameList } from '../../../explore/index.ts';
import { formatCounted, formatShare } from '../quantity.ts';
import type { Drawing } from './drawing.ts';
import { changeTexts } from './frame-facts.ts';

/** More rows help nobody: the rest is reached by moving. */
const mostRows = 300;

/**
 * Writes what is on the canvas as the rows of a treegrid, for those who do not see it. Rows that the mirror of
 * `previous` has already stay where they are: elements cost the browser more than the canvas does.
 */
export function writeMirror(
  grid: HTMLElement,
  drawing: Drawing,
  names: NameList,
  active: number,
  previous: Drawing | null,
): void {
  const isSameGraph =
    previous?.model === drawing.model && previous.geometry.topDepth === drawing.geometry.topDepth;
  if (!isSameGraph) grid.replaceChildren();
  const known = new Map(Array.from(grid.children, (element) => [element.id, element]));
  const shown = new Set<number>(drawing.boxes.row);
  const places = new SiblingPlaces(drawing);
  let next = grid.firstElementChild;
  for (const row of mirroredRows(drawing, active)) {
    const id = rowId(grid.id, row);
    const element = known.get(id) ?? rowElement(id, drawing, names, row, places);
    known.delete(id);
    // Its first child stands right behind it.
    const hasChildren = (drawing.model.table.subtreeEnd[row] as number) > row + 1;
    if (hasChildren) setIfOther(element, 'aria-expanded', String(shown.has(row + 1)));
    setIfOther(element, 'aria-selected', String(row === active));
    if (element === next) next = next.nextElementSibling;
    else grid.insertBefore(element, next);
  }
  for (const element of known.values()) element.remove();
  markActive(grid, active);
}

function setIfOther(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
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
  id: string,
  { model, geometry }: Drawing,
  names: NameList,
  row: number,
  places: SiblingPlaces,
): HTMLElement {
  const { table, whole } = model;
  const element = document.createElement('div');
  element.id = id;
  element.setAttribute('role', 'row');
  const depth = table.depth[row] as number;
  element.setAttribute('aria-level', String(depth - geometry.topDepth + 1));
  const { place, count } = places.of(row);
  element.setAttribute('aria-posinset', String(place));
  element.setAttribute('aria-setsize', String(count));
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
