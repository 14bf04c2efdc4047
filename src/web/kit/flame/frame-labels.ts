import { fitForms, labelForms, lastPartStart } from '../../../render/flame-svg/label.ts';

export interface FittedLabel {
  readonly text: string;
  readonly width: number;
  /** Where the last part of the name begins: what stands before it is drawn quietly. */
  readonly split: number;
  readonly splitWidth: number;
}

const noLabel: FittedLabel = { text: '', width: 0, split: 0, splitWidth: 0 };
/** Fitted labels that are kept: more than any screen shows. */
const mostFitted = 20_000;

/** Labels as they fit, for one font. A text is measured once, a fit is found once. */
export class FrameLabels {
  readonly #measure: (text: string) => number;
  readonly #nameOf: (key: number) => string;
  readonly #forms = new Map<number, readonly string[]>();
  readonly #widths = new Map<string, number>();
  readonly #fitted = new Map<number, FittedLabel>();

  constructor(nameOf: (key: number) => string, measure: (text: string) => number) {
    this.#nameOf = nameOf;
    this.#measure = measure;
  }

  widthOf(text: string): number {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    const width = this.#measure(text);
    if (this.#widths.size > mostFitted) this.#widths.clear();
    this.#widths.set(text, width);
    return width;
  }

  /** Rooms are whole pixels: then a window that moves finds the same labels. */
  fit(key: number, room: number): FittedLabel {
    if (room < 18) return noLabel;
    const pixels = Math.min(8191, Math.floor(room));
    const id = key * 8192 + pixels;
    const known = this.#fitted.get(id);
    if (known !== undefined) return known;
    if (this.#fitted.size > mostFitted) this.#fitted.clear();
    const fitted = this.#fitNew(key, pixels);
    this.#fitted.set(id, fitted);
    return fitted;
  }

  #fitNew(key: number, room: number): FittedLabel {
    let forms = this.#forms.get(key);
    if (forms === undefined) {
      forms = labelForms(this.#nameOf(key));
      this.#forms.set(key, forms);
    }
    const text = fitForms(forms, room, (each) => this.widthOf(each));
    if (text === '') return noLabel;
    const split = lastPartStart(text);
    const splitWidth = split === 0 ? 0 : this.widthOf(text.slice(0, split));
    return { text, width: this.widthOf(text), split, splitWidth };
  }
}
