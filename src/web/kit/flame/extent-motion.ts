import type { Extent } from './flame-table.ts';

const glideMs = 120;

/** The stretch of the axis that is shown, and its way to another one: quick at first, then slower. */
export class ExtentMotion {
  #shown: Extent = { from: 0, to: 1 };
  #glide: { readonly from: Extent; readonly to: Extent; readonly startMs: number } | null = null;

  get shown(): Extent {
    return this.#shown;
  }

  /** Where it is or will be. */
  get goal(): Extent {
    return this.#glide?.to ?? this.#shown;
  }

  get isMoving(): boolean {
    return this.#glide !== null;
  }

  jump(to: Extent): void {
    this.#glide = null;
    this.#shown = to;
  }

  glide(to: Extent, nowMs: number): void {
    this.#glide = { from: this.#shown, to, startMs: nowMs };
  }

  step(nowMs: number): void {
    const glide = this.#glide;
    if (glide === null) return;
    const passed = (nowMs - glide.startMs) / glideMs;
    if (passed >= 1) {
      this.jump(glide.to);
      return;
    }
    const share = 1 - (1 - Math.max(0, passed)) ** 3;
    this.#shown = {
      from: glide.from.from + (glide.to.from - glide.from.from) * share,
      to: glide.from.to + (glide.to.to - glide.from.to) * share,
    };
  }

  /** The axis has other units now, in which `before` is `after`: what is on its way stays on its way. */
  rescale(before: Extent, after: Extent): void {
    const scale = (after.to - after.from) / (before.to - before.from || 1);
    const carry = ({ from, to }: Extent): Extent => ({
      from: after.from + (from - before.from) * scale,
      to: after.from + (to - before.from) * scale,
    });
    const glide = this.#glide;
    this.#shown = carry(this.#shown);
    if (glide !== null) this.#glide = { ...glide, from: carry(glide.from), to: carry(glide.to) };
  }
}
