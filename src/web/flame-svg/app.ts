import { chromeHeights } from '../../render/flame-svg/page.ts';
import type { FlamePicture, PictureFacts } from '../../render/flame-svg/picture.ts';
import { Details } from './details.ts';
import { svgElement } from './elements.ts';
import { FlameView } from './flame-view.ts';
import { Help } from './help.ts';
import { actOnKey, type KeyActions } from './keyboard.ts';
import { type Move, moveFrom, zoomToSee } from './moves.ts';
import { searchPicture } from './search.ts';
import { textMeasure } from './text-measure.ts';
import { Toolbar } from './toolbar.ts';
import { readUrlState, writeUrlState } from './url-state.ts';

/** Narrower than this a match is zoomed to. */
const seen = 24;

/** The picture brought to life: owns the state, and tells every part to show it. */
export class FlameApp implements KeyActions {
  readonly #root: SVGSVGElement;
  readonly #picture: FlamePicture;
  readonly #view: FlameView;
  readonly #toolbar: Toolbar;
  readonly #details: Details;
  readonly #help: Help;
  readonly #head: Element;
  readonly #foot: Element;
  /** The file is the whole document, not part of a page. */
  readonly #alone: boolean;
  #width = 0;

  constructor(root: SVGSVGElement, picture: FlamePicture) {
    const measure = textMeasure(root, picture.facts.fontSize);
    this.#root = root;
    this.#picture = picture;
    this.#alone = root.parentElement === null;
    this.#head = root.querySelector('.head') ?? root.appendChild(svgElement('g'));
    this.#foot = root.querySelector('.foot') ?? root.appendChild(svgElement('g'));
    this.#view = new FlameView(FlameView.find(root), picture, measure);
    root.append(this.#foot, this.#head);
    this.#toolbar = new Toolbar(this.#head, picture, measure, {
      zoom: (frame) => this.zoomTo(frame),
      search: (query) => this.find(query),
      step: (by) => this.step(by),
      help: () => this.help(),
      leave: () => this.#view.element.focus(),
    });
    this.#details = new Details(this.#foot, picture, measure);
    this.#help = new Help(root);
  }

  start(): void {
    this.#root.removeAttribute('viewBox');
    this.#listen();
    this.#restore();
    this.#redraw();
    if (this.#alone && this.isFlame) scrollTo(0, this.#root.getBoundingClientRect().height);
  }

  #listen(): void {
    const frames = this.#view.element;
    frames.addEventListener('click', (event) => this.#onClick(event));
    frames.addEventListener('pointerover', (event) => this.#onHover(event));
    frames.addEventListener('pointerleave', () => this.#showSelected());
    const keys: EventTarget = this.#alone ? window : this.#root;
    keys.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent && actOnKey(event, this)) event.preventDefault();
    });
    addEventListener('hashchange', () => {
      this.#restore();
      this.#redraw();
    });
    let waiting = false;
    const resized = (): void => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        if (this.#measureWidth() !== this.#width) this.#redraw();
        this.#stick();
      });
    };
    new ResizeObserver(resized).observe(this.#root);
    if (this.#alone) addEventListener('scroll', () => this.#stick(), { passive: true });
  }

  #restore(): void {
    const { query, zoom } = readUrlState(location.hash, this.#picture.length);
    this.#view.zoom = (this.#picture.key[zoom] as number) < 0 ? 0 : zoom;
    this.#view.found = searchPicture(this.#picture, query);
  }

  #measureWidth(): number {
    const { facts } = this.#picture;
    return facts.fluid ? this.#root.getBoundingClientRect().width || facts.width : facts.width;
  }

  #redraw(): void {
    this.#width = this.#measureWidth();
    const { head, foot } = chromeHeights(this.#picture.facts);
    this.#root.classList.toggle(
      'search',
      this.#view.found !== null && this.#view.found.error === undefined,
    );
    this.#view.draw(this.#width, head);
    const height = head + this.#view.rows * this.#picture.facts.rowHeight + foot;
    this.#root.setAttribute('height', String(height));
    this.#toolbar.layout(this.#width);
    this.#toolbar.showFound(this.#view.found);
    this.#toolbar.showPath(this.#view.zoom);
    this.#details.layout(this.#width);
    this.#stick();
  }

  /** Keeps the lines above and below the graph in sight while it scrolls. */
  #stick(): void {
    const height = Number(this.#root.getAttribute('height'));
    const drawn = Number(this.#foot.getAttribute('data-height')) || height;
    const bottom = this.#alone ? Math.min(height, scrollY + innerHeight) : height;
    this.#foot.setAttribute('transform', `translate(0 ${bottom - drawn})`);
    const top = this.#alone ? Math.max(0, Math.min(scrollY, height - innerHeight)) : 0;
    this.#head.setAttribute('transform', `translate(0 ${top})`);
    this.#root.classList.toggle('scrolled', top > 0);
  }

  #onClick(event: Event): void {
    const box = this.#view.boxAt(event.target);
    if (box < 0) return;
    const frame = this.#view.frameOf(box);
    const target = this.#view.isBlock(box) ? (this.#picture.parent[frame] as number) : frame;
    this.#view.selected = target;
    this.zoomTo(target);
    this.#view.element.focus({ preventScroll: true });
  }

  #onHover(event: Event): void {
    const box = this.#view.boxAt(event.target);
    if (box < 0) return;
    this.#view.shadeLike(box);
    if (this.#view.isBlock(box)) this.#details.showText(this.#view.describe(box));
    else this.#details.showFrame(this.#view.frameOf(box));
  }

  #showSelected(): void {
    this.#view.shadeLike(-1);
    if (this.#view.selected < 0) this.#details.clear();
    else this.#details.showFrame(this.#view.selected);
  }

  zoomTo(frame: number): void {
    if (frame !== this.#view.zoom) {
      this.#view.zoom = frame;
      this.#redraw();
      this.#saveState();
    } else this.#view.showSelection();
    this.#showSelected();
  }

  find(query: string): void {
    this.#view.found = searchPicture(this.#picture, query);
    this.#redraw();
    this.#saveState();
  }

  #saveState(): void {
    writeUrlState({ query: this.#view.found?.query ?? '', zoom: this.#view.zoom });
  }

  #select(frame: number): void {
    this.#view.selected = frame;
    if (this.#view.isShown(frame)) {
      this.#view.showSelection();
      this.#showSelected();
    } else this.zoomTo(zoomToSee(this.#picture, frame, this.#width, seen));
  }

  get isFlame(): boolean {
    return this.#picture.facts.shape === 'flame';
  }

  move(move: Move): void {
    const { selected, zoom } = this.#view;
    this.#select(selected < 0 ? zoom : moveFrom(this.#picture, selected, move));
    this.#view.element.focus({ preventScroll: true });
  }

  zoomSelected(): void {
    if (this.#view.selected >= 0) this.zoomTo(this.#view.selected);
  }

  out(): void {
    if (this.#help.isOpen) this.#help.close();
    else if (this.#view.found !== null) this.find('');
    else if (this.#view.zoom > 0) this.zoomTo(this.#picture.parent[this.#view.zoom] as number);
    else {
      this.#view.selected = -1;
      this.#view.showSelection();
      this.#showSelected();
    }
  }

  reset(): void {
    this.zoomTo(0);
  }

  /** The first Ctrl F is ours; the second, in the field, is the browser's. */
  search(): boolean {
    if (this.#toolbar.hasFocus) return false;
    this.#toolbar.focus();
    return true;
  }

  step(by: 1 | -1): void {
    const frames = this.#view.found?.frames ?? [];
    if (frames.length === 0) return;
    const at = frames.indexOf(this.#view.selected);
    const next =
      at < 0 ? (by > 0 ? 0 : frames.length - 1) : (at + by + frames.length) % frames.length;
    this.#select(frames[next] ?? 0);
  }

  flip(): void {
    const facts = this.#picture.facts as {
      -readonly [Key in keyof PictureFacts]: PictureFacts[Key];
    };
    facts.shape = this.isFlame ? 'icicle' : 'flame';
    this.#redraw();
  }

  help(): void {
    const top = this.#alone ? scrollY + 48 : 48;
    this.#help.toggle(this.#width, top);
  }
}
