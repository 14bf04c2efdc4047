import { fitForms, labelForms, lastPartStart } from '../../../render/flame-svg/label.ts';

export interface FittedLabel {
  readonly text: string;
  readonly width: number;
  /** Where the last part of the name begins: what stands before it is drawn quietly. */
  readonly split: number;
}

const noLabel: FittedLabel = { text: '', width: 0, split: 0 };
/** Fitted labels that are kept: more than any screen shows. */
const mostFitted = 50_000;
/** In less room no three letters fit. */
const leastRoom = 18;

/** New names that one drawing takes apart: more would make a frame late, so they come with the next one. */
const mostNew = 300;

/** Labels as they fit, for one font. A form is measured once, a fit is found once. */
export class FrameLabels {
  readonly #measure: (text: string) => number;
  readonly #nameOf: (key: number) => string;
  readonly #forms = new Map<number, readonly FittedLabel[]>();
  readonly #fitted = new Map<number, FittedLabel>();
  #made = 0;

  constructor(nameOf: (key: number) => string, measure: (text: string) => number) {
    this.#nameOf = nameOf;
    this.#measure = measure;
  }

  /** Begins a drawing, which may take so many new names apart. */
  begin(): void {
    this.#made = 0;
  }

  /** Whether labels were left out for the sake of time. */
  get isUnfinished(): boolean {
    return this.#made > mostNew;
  }

  widthOf(text: string): number {
    return this.#measure(text);
  }

  /** Rooms are whole pixels: then a window that moves finds the same labels. */
  fit(key: number, room: number): FittedLabel {
    if (room < leastRoom) return noLabel;
    const forms = this.#formsOf(key);
    if (forms.length === 0) return noLabel;
    for (const form of forms) if (form.width <= room) return form;
    const pixels = Math.floor(room);
    const id = key * 8192 + Math.min(8191, pixels);
    const known = this.#fitted.get(id);
    if (known !== undefined) return known;
    if (this.#fitted.size > mostFitted) this.#fitted.clear();
    const last = forms.at(-1)?.text ?? '';
    const fitted = this.#labelOf(fitForms([last], pixels, this.#measure));
    this.#fitted.set(id, fitted);
    return fitted;
  }

  #formsOf(key: number): readonly FittedLabel[] {
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    if (++this.#made > mostNew) return [];
    const forms = labelForms(this.#nameOf(key)).map((text) => this.#labelOf(text));
    this.#forms.set(key, forms);
    return forms;
  }

  #labelOf(text: string): FittedLabel {
    if (text === '') return noLabel;
    return { text, width: this.#measure(text), split: lastPartStart(text) };
  }
}
