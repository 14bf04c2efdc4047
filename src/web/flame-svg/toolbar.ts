import { formatShare } from '../../base/quantity.ts';
import { fitLabel, fitText } from '../../render/flame-svg/label.ts';
import { margin } from '../../render/flame-svg/options.ts';
import type { FlamePicture } from '../../render/flame-svg/picture.ts';
import type { MeasureText } from '../../render/flame-svg/text-width.ts';
import { htmlElement, setAll, svgElement, textButton } from './elements.ts';
import type { Found } from './search.ts';

export interface ToolbarActions {
  zoom(frame: number): void;
  search(query: string): void;
  step(by: 1 | -1): void;
  help(): void;
  /** Back to the graph. */
  leave(): void;
}

const widestInput = 300;
const secondLine = 46;

/** The lines above the graph: search and help, the path of the zoom, what matched. */
export class Toolbar {
  readonly #head: Element;
  readonly #picture: FlamePicture;
  readonly #measure: MeasureText;
  readonly #actions: ToolbarActions;
  readonly #field = svgElement('foreignObject', { y: 7, height: 30 });
  readonly #input = htmlElement('input', {
    type: 'search',
    placeholder: 'Search, regular expression  ( / )',
    'aria-label': 'Search functions',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  readonly #help: SVGTextElement;
  readonly #path = svgElement('g', { role: 'navigation', 'aria-label': 'Zoom' });
  readonly #matched = svgElement('text', {
    class: 'q',
    y: secondLine,
    'text-anchor': 'end',
    role: 'status',
    'aria-live': 'polite',
  });
  readonly #subtitle: Element | null;
  #width = 0;

  constructor(head: Element, picture: FlamePicture, measure: MeasureText, actions: ToolbarActions) {
    this.#head = head;
    this.#picture = picture;
    this.#measure = measure;
    this.#actions = actions;
    this.#subtitle = head.querySelector('.q');
    this.#help = textButton('?', 'Keys', () => actions.help());
    setAll(this.#help, { y: 26, 'text-anchor': 'end', 'font-size': 14 });
    this.#field.append(this.#input);
    const cover = svgElement('rect', { class: 'bg', width: '100%', height: 54 });
    const edge = svgElement('rect', { class: 'edge', y: 53, width: '100%', height: 1 });
    head.prepend(cover, edge);
    head.append(this.#field, this.#help, this.#path, this.#matched);
    this.#input.addEventListener('input', () => actions.search(this.#input.value));
    this.#input.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #onKey(event: KeyboardEvent): void {
    // Letters typed here are text, not commands of the graph.
    event.stopPropagation();
    if (event.key === 'Enter') this.#actions.step(event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape') return;
    if (this.#input.value === '') this.#actions.leave();
    this.#input.value = '';
    this.#actions.search('');
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#input;
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  layout(width: number): void {
    this.#width = width;
    const input = Math.min(widestInput, width * 0.45);
    setAll(this.#help, { x: width - margin });
    setAll(this.#field, { x: width - margin - 22 - input, width: input });
    setAll(this.#matched, { x: width - margin });
    const title = this.#head.querySelector('.t');
    if (title !== null) {
      const full = this.#picture.facts.title;
      title.textContent = fitText(full, (width - input - 60) * 0.7, this.#measure);
    }
  }

  showFound(found: Found | null): void {
    if (this.#input.value !== (found?.query ?? '')) this.#input.value = found?.query ?? '';
    this.#input.setAttribute('aria-invalid', String(found?.error !== undefined));
    this.#matched.classList.toggle('bad', found?.error !== undefined);
    this.#matched.textContent = this.#foundText(found);
  }

  #foundText(found: Found | null): string {
    if (found === null) return '';
    if (found.error !== undefined) return 'Not a regular expression';
    if (found.frames.length === 0) return 'No function matches';
    const whole = Math.max(this.#picture.value[0] as number, Number.MIN_VALUE);
    const functions = `${found.functions} function${found.functions === 1 ? '' : 's'}`;
    return `${formatShare(found.value / whole)} matched · ${functions}`;
  }

  /** The ancestors of the zoomed frame: first, …, last ones, as many as fit. */
  showPath(zoom: number): void {
    this.#path.replaceChildren();
    this.#subtitle?.setAttribute('visibility', zoom === 0 ? 'visible' : 'hidden');
    if (zoom === 0) return;
    const path: number[] = [];
    for (let up = zoom; up >= 0; up = this.#picture.parent[up] as number) path.unshift(up);
    const room = this.#width - 2 * margin - 240;
    const shown = path.length <= 5 ? path : [path[0] ?? 0, -1, ...path.slice(-3)];
    let x = margin;
    const each = Math.max(60, room / shown.length - 20);
    for (const frame of shown) {
      if (x > margin) x += this.#put(svgElement('text', { class: 'q' }, '›'), x) + 6;
      x += this.#put(this.#crumb(frame, zoom, each), x) + 6;
    }
    const reset = textButton('Reset zoom', 'Reset zoom', () => this.#actions.zoom(0));
    this.#put(reset, x + 12);
  }

  #crumb(frame: number, zoom: number, room: number): SVGTextElement {
    if (frame < 0) return svgElement('text', { class: 'q' }, '…');
    const name = this.#picture.names[this.#picture.key[frame] as number] ?? '';
    const text = fitLabel(name, room, this.#measure) || '…';
    if (frame === zoom)
      return svgElement('text', { 'font-size': 12, 'aria-current': 'true' }, text);
    return textButton(text, `Zoom out to ${name}`, () => this.#actions.zoom(frame));
  }

  #put(element: SVGTextElement, x: number): number {
    setAll(element, { x, y: secondLine });
    this.#path.append(element);
    return this.#measure(element.textContent ?? '');
  }
}
