import { formatShare } from '../../base/quantity.ts';
import { nameOf, numbersOf, valueText } from '../../render/flame-svg/describe.ts';
import { fitLabel } from '../../render/flame-svg/label.ts';
import { margin } from '../../render/flame-svg/options.ts';
import type { FlamePicture } from '../../render/flame-svg/picture.ts';
import type { MeasureText } from '../../render/flame-svg/text-width.ts';
import { setAll, svgElement } from './elements.ts';

/** The line below the graph: what the pointer or the selection is on. */
export class Details {
  readonly #line: Element;
  readonly #rest: string;
  readonly #legend: Element | null;
  readonly #legendWidth: number;
  readonly #picture: FlamePicture;
  readonly #measure: MeasureText;
  #room = 0;

  constructor(foot: Element, picture: FlamePicture, measure: MeasureText) {
    this.#picture = picture;
    this.#measure = measure;
    this.#line = foot.querySelector('.d') ?? foot.appendChild(svgElement('text', { class: 'd' }));
    setAll(this.#line, { role: 'status', 'aria-live': 'polite' });
    this.#rest = this.#line.textContent ?? '';
    this.#legend = foot.querySelector('.legend');
    const box = this.#legend instanceof SVGGraphicsElement ? this.#legend.getBBox() : undefined;
    this.#legendWidth = box?.width ?? 0;
  }

  layout(width: number): void {
    const whole = width - 2 * margin;
    const beside = whole > this.#legendWidth + 320;
    this.#legend?.setAttribute('visibility', beside ? 'visible' : 'hidden');
    const shift = width - this.#picture.facts.width;
    this.#legend?.setAttribute('transform', `translate(${shift} 0)`);
    this.#room = beside ? whole - this.#legendWidth - 20 : whole;
  }

  clear(): void {
    this.#line.setAttribute('class', 'q d');
    this.#line.textContent = this.#rest;
  }

  showText(text: string): void {
    this.#line.setAttribute('class', 'd');
    this.#line.textContent = text;
  }

  /** Numbers in full; the name and then its origin get what room is left. */
  showFrame(frame: number): void {
    const picture = this.#picture;
    const numbers = ` (${numbersOf(picture, frame)})${this.#more(frame)}`;
    const about = picture.about[picture.key[frame] as number] ?? '';
    const room = this.#room - this.#measure(numbers);
    const name = fitLabel(nameOf(picture, frame), room, this.#measure);
    const left = room - this.#measure(name) - 20;
    const origin = about === '' ? '' : fitLabel(about, left, this.#measure);
    this.showText(`${name}${numbers}${origin === '' ? '' : ` · ${origin}`}`);
  }

  #more(frame: number): string {
    const picture = this.#picture;
    if (picture.base !== null) return '';
    const self = picture.self[frame] as number;
    const parent = picture.parent[frame] as number;
    const own = self === 0 ? '' : `, self ${valueText(picture, self)}`;
    if (parent <= 0) return own;
    const above = Math.max(picture.value[parent] as number, Number.MIN_VALUE);
    return `${own}, ${formatShare((picture.value[frame] as number) / above)} of its caller`;
  }
}
