import { boxMarkup } from '../../render/flame-svg/box-markup.ts';
import { describeBlock, describeFrame } from '../../render/flame-svg/describe.ts';
import { type Boxes, layoutBoxes } from '../../render/flame-svg/layout.ts';
import { margin } from '../../render/flame-svg/options.ts';
import type { FlamePicture } from '../../render/flame-svg/picture.ts';
import type { MeasureText } from '../../render/flame-svg/text-width.ts';
import { setAll, svgElement } from './elements.ts';
import type { Found } from './search.ts';

const selectedId = 'pf-selected';

/** The boxes on screen: draws them for a zoom, a search and a selection, and finds them again. */
export class FlameView {
  readonly element: SVGGElement;
  zoom = 0;
  selected = -1;
  found: Found | null = null;
  /** Rows are only ever added, so that zooming moves nothing. */
  rows = 1;
  readonly #picture: FlamePicture;
  readonly #measure: MeasureText;
  #boxes: Boxes;
  #boxOf = new Map<Element, number>();
  #shaded: Element[] = [];

  constructor(element: SVGGElement, picture: FlamePicture, measure: MeasureText) {
    this.element = element;
    this.#picture = picture;
    this.#measure = measure;
    this.#boxes = layoutBoxes(picture, 0, 1);
    setAll(element, { tabindex: 0, role: 'tree', 'aria-label': 'Frames' });
  }

  draw(width: number, top: number): void {
    const picture = this.#picture;
    const boxes = layoutBoxes(picture, this.zoom, width - 2 * margin);
    this.#boxes = boxes;
    for (const frame of boxes.frame) {
      this.rows = Math.max(this.rows, (picture.depth[frame] as number) + 1);
    }
    const markup = boxMarkup(picture, boxes, {
      left: margin,
      top,
      rows: this.rows,
      measure: this.#measure,
      ancestors: picture.depth[this.zoom] as number,
      mark: (box) => (this.#isMarked(box) ? 'x' : ''),
    });
    // Every text in it went through escapeXml, the same as in the file itself.
    this.element.innerHTML = Array.from(markup).join('');
    this.#boxOf = new Map(Array.from(this.element.children, (child, box) => [child, box]));
    this.#shaded = [];
    this.showSelection();
  }

  #isMarked(box: number): boolean {
    if (this.found === null) return false;
    const frame = this.#boxes.frame[box] as number;
    const joined = this.#boxes.joined[box] as number;
    if (joined === 0) return this.found.isMatch(frame);
    return this.found.hasMatch(frame, this.#endOf(frame, joined));
  }

  #endOf(frame: number, siblings: number): number {
    for (let i = 0; i < siblings; i++) frame = this.#picture.subtreeEnd[frame] as number;
    return frame;
  }

  /** The box an event happened in, or -1. */
  boxAt(target: EventTarget | null): number {
    const group = target instanceof Element ? target.closest('g') : null;
    return (group === null ? undefined : this.#boxOf.get(group)) ?? -1;
  }

  frameOf(box: number): number {
    return this.#boxes.frame[box] as number;
  }

  /** Blocks stand for several frames and are not one themselves. */
  isBlock(box: number): boolean {
    return (
      (this.#boxes.joined[box] as number) > 0 ||
      (this.#picture.key[this.frameOf(box)] as number) < 0
    );
  }

  describe(box: number): string {
    const joined = this.#boxes.joined[box] as number;
    const frame = this.frameOf(box);
    if (joined > 0) return describeBlock(this.#picture, frame, joined);
    return describeFrame(this.#picture, frame);
  }

  /** Whether a frame has a box of its own that is wide enough to be seen. */
  isShown(frame: number): boolean {
    const box = this.#findBox(frame);
    return box >= 0 && (this.#boxes.width[box] as number) >= 3;
  }

  #findBox(frame: number): number {
    const { frame: frames, joined } = this.#boxes;
    for (let box = 0; box < frames.length; box++) {
      if (frames[box] === frame && joined[box] === 0) return box;
    }
    return -1;
  }

  /** Marks the selected box; assistive software follows it. */
  showSelection(): void {
    const before = this.element.querySelector(`#${selectedId}`);
    before?.classList.remove('z');
    before?.removeAttribute('id');
    const box = this.selected < 0 ? -1 : this.#findBox(this.selected);
    const chosen = this.element.children[box];
    if (chosen === undefined) {
      this.element.removeAttribute('aria-activedescendant');
      return;
    }
    chosen.classList.add('z');
    setAll(chosen, {
      id: selectedId,
      role: 'treeitem',
      'aria-level': (this.#picture.depth[this.selected] as number) + 1,
      'aria-selected': 'true',
    });
    this.element.setAttribute('aria-activedescendant', selectedId);
    chosen.scrollIntoView({ block: 'nearest' });
    // Neighbours are drawn later and would cover half of the outline.
    this.element.append(chosen);
    this.element.insertBefore(chosen, this.element.children[box] ?? null);
  }

  /** Shades every box of the function under the pointer. */
  shadeLike(box: number): void {
    for (const element of this.#shaded) element.classList.remove('o');
    this.#shaded = [];
    if (box < 0 || this.isBlock(box)) return;
    const key = this.#picture.key[this.frameOf(box)];
    const { frame, joined } = this.#boxes;
    for (let other = 0; other < frame.length; other++) {
      if (joined[other] !== 0 || this.#picture.key[frame[other] as number] !== key) continue;
      const element = this.element.children[other];
      if (element === undefined) continue;
      element.classList.add('o');
      this.#shaded.push(element);
    }
  }

  static find(root: SVGSVGElement): SVGGElement {
    const found = root.querySelector<SVGGElement>('g.f');
    if (found !== null) return found;
    const made = svgElement('g', { class: 'f' });
    root.append(made);
    return made;
  }
}
