import { setAll, svgElement } from './elements.ts';

const keys: readonly (readonly [string, string])[] = [
  ['Click, Enter', 'zoom into a frame'],
  ['Esc', 'clear the search, zoom out one frame'],
  ['Home', 'reset the zoom'],
  ['Arrows', 'to the caller, the callee, the neighbours'],
  ['/ or Ctrl F', 'search by regular expression'],
  ['n, N', 'next, previous match'],
  ['v', 'root above or below'],
  ['?', 'this list'],
];

/** The list of keys, over the graph. */
export class Help {
  readonly #panel = svgElement('g', { role: 'dialog', 'aria-label': 'Keys', visibility: 'hidden' });
  readonly #width = 380;

  constructor(root: SVGSVGElement) {
    const height = 34 + keys.length * 22;
    this.#panel.append(
      svgElement('rect', { class: 'panel', width: this.#width, height, rx: 10 }),
      ...keys.flatMap(([key, does], row) => [
        svgElement('text', { x: 20, y: 34 + row * 22, 'font-weight': 600 }, key),
        svgElement('text', { x: 130, y: 34 + row * 22 }, does),
      ]),
    );
    this.#panel.addEventListener('click', () => this.close());
    root.append(this.#panel);
  }

  get isOpen(): boolean {
    return this.#panel.getAttribute('visibility') === 'visible';
  }

  toggle(width: number, top: number): void {
    const x = Math.max(8, width - this.#width - 10);
    setAll(this.#panel, {
      transform: `translate(${x} ${top})`,
      visibility: this.isOpen ? 'hidden' : 'visible',
    });
  }

  close(): void {
    this.#panel.setAttribute('visibility', 'hidden');
  }
}
