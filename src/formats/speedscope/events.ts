import { Int32Builder } from '../../base/growable-column.ts';
import { malformed } from '../../base/tool-error.ts';
import { type FrameIndex, none, type StackIndex } from '../../profile/index.ts';
import { addObservation, modelValue, type Target } from './samples.ts';

/** Times that went through floating point step back by a few units in the last place (speedscope #471). */
const roundingShare = 1e-9;

/**
 * Adds an evented profile: each stretch between two events is an observation of the stack that was
 * open, weighing its length. Gives the time it covers, 0 when its values are not times.
 */
export function addEvents(section: string, target: Target): number {
  const { draft, meaning } = target;
  const { events } = draft;
  if (events === undefined) throw malformed(section, draft.offset, 'events is missing');
  const open = new OpenFrames(section, target);
  for (let event = 0; event < events.frame.length; event++) {
    const offset = events.offset.at(event);
    open.advance(events.at.at(event), offset);
    if (events.isOpen.at(event) === 1) open.push(events.frame.at(event));
    else open.pop(events.frame.at(event), offset);
  }
  open.finish();
  return meaning.isTime ? modelValue(draft.endValue - draft.startValue, meaning) : 0;
}

/** The frames open now, as frame numbers of the file and as stacks of the model. */
class OpenFrames {
  readonly #section: string;
  readonly #target: Target;
  readonly #frames = new Int32Builder();
  readonly #stacks = new Int32Builder();
  #depth = 0;
  /** The time of the event before; the first may stand anywhere. */
  #now = Number.NEGATIVE_INFINITY;

  constructor(section: string, target: Target) {
    this.#section = section;
    this.#target = target;
  }

  advance(at: number, offset: number): void {
    const back = this.#now - at;
    if (back > 0) {
      if (back > roundingShare * Math.max(Math.abs(this.#now), Math.abs(at))) {
        const what = `an event at ${at} after one at ${this.#now}`;
        throw malformed(this.#section, offset, what);
      }
      const message = 'events stepped back by a rounding error and were moved forward';
      this.#target.builder.diagnostics.count('time-rounded', message);
      return;
    }
    this.#observeUntil(at);
  }

  push(frame: number): void {
    const { builder, frames } = this.#target;
    const stack = builder.addStack(this.#top(), frames[frame] as FrameIndex);
    if (this.#depth === this.#stacks.length) {
      this.#stacks.push(stack);
      this.#frames.push(frame);
    } else {
      this.#stacks.set(this.#depth, stack);
      this.#frames.set(this.#depth, frame);
    }
    this.#depth++;
  }

  pop(frame: number, offset: number): void {
    if (this.#depth === 0) {
      throw malformed(this.#section, offset, `frame ${frame} closes but none is open`);
    }
    const top = this.#frames.at(this.#depth - 1);
    if (top !== frame) {
      const what = `frame ${frame} closes while frame ${top} is open inside it`;
      throw malformed(this.#section, offset, what);
    }
    this.#depth--;
  }

  /** A recording that was cut short leaves frames open: they lasted until its end. */
  finish(): void {
    if (this.#depth === 0) return;
    const { builder, draft } = this.#target;
    const message = 'frames never closed; they are taken to last until the end';
    builder.diagnostics.count('unclosed-frame', message, this.#depth);
    if (draft.endValue > this.#now) this.#observeUntil(draft.endValue);
  }

  #observeUntil(at: number): void {
    if (this.#depth > 0 && at > this.#now) {
      addObservation(this.#target, this.#top(), at - this.#now, this.#now);
    }
    this.#now = at;
  }

  #top(): StackIndex {
    return this.#depth === 0 ? none : (this.#stacks.at(this.#depth - 1) as StackIndex);
  }
}
