import { Int32Builder } from '../../base/growable-column.ts';
import type { JsonReader } from '../../base/json-reader.ts';
import { malformed } from '../../base/tool-error.ts';
import { type FrameIndex, none, type StackIndex } from '../../profile/index.ts';
import { addObservation, modelValue, type Target } from './samples.ts';

/** Times that went through floating point step back by a few units in the last place (speedscope #471). */
const roundingShare = 1e-9;

interface Event {
  isOpen: boolean;
  frame: number;
  at: number;
  offset: number;
}

/**
 * Adds an evented profile: each stretch between two events is an observation of the stack that was
 * open, weighing its length. Gives the time it covers, 0 when its values are not times.
 */
export function addEvents(json: JsonReader, target: Target): number {
  const { facts, meaning } = target;
  if (facts.eventsAt < 0) throw malformed(json.section, facts.at, 'events is missing');
  json.seek(facts.eventsAt);
  const open = new OpenFrames(json, target);
  const event: Event = { isOpen: true, frame: 0, at: 0, offset: 0 };
  json.beginArray('events');
  while (json.nextElement()) {
    parseEvent(json, event, target.frames.length);
    open.advance(event);
    if (event.isOpen) open.push(event.frame);
    else open.pop(event);
  }
  open.finish();
  return meaning.isTime ? modelValue(facts.endValue - facts.startValue, meaning) : 0;
}

function parseEvent(json: JsonReader, event: Event, frameCount: number): void {
  event.offset = json.offset;
  event.frame = -1;
  event.at = Number.NaN;
  let type = '';
  json.eachKey('an event', (key) => {
    if (key === 'type') type = json.text('the type of an event');
    else if (key === 'frame') event.frame = json.index('frame', frameCount);
    else if (key === 'at') event.at = json.number('the time of an event');
  });
  if (type !== 'O' && type !== 'C') throw malformed(json.section, event.offset, 'neither O nor C');
  if (event.frame < 0) throw malformed(json.section, event.offset, 'an event has no frame');
  if (Number.isNaN(event.at)) throw malformed(json.section, event.offset, 'an event has no time');
  event.isOpen = type === 'O';
}

/** The frames open now, as frame numbers of the file and as stacks of the model. */
class OpenFrames {
  readonly #json: JsonReader;
  readonly #target: Target;
  readonly #frames = new Int32Builder();
  readonly #stacks = new Int32Builder();
  #depth = 0;
  /** The time of the event before; the first may stand anywhere. */
  #now = Number.NEGATIVE_INFINITY;

  constructor(json: JsonReader, target: Target) {
    this.#json = json;
    this.#target = target;
  }

  advance(event: Event): void {
    const back = this.#now - event.at;
    if (back > 0) {
      if (back > roundingShare * Math.max(Math.abs(this.#now), Math.abs(event.at))) {
        const what = `an event at ${event.at} after one at ${this.#now}`;
        throw malformed(this.#json.section, event.offset, what);
      }
      const message = 'events stepped back by a rounding error and were moved forward';
      this.#target.builder.diagnostics.count('time-rounded', message);
      return;
    }
    this.#observeUntil(event.at);
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

  pop(event: Event): void {
    if (this.#depth === 0) {
      throw malformed(
        this.#json.section,
        event.offset,
        `frame ${event.frame} closes but none is open`,
      );
    }
    const top = this.#frames.at(this.#depth - 1);
    if (top !== event.frame) {
      const what = `frame ${event.frame} closes while frame ${top} is open inside it`;
      throw malformed(this.#json.section, event.offset, what);
    }
    this.#depth--;
  }

  /** A recording that was cut short leaves frames open: they lasted until its end. */
  finish(): void {
    if (this.#depth === 0) return;
    const { builder, facts } = this.#target;
    const message = 'frames never closed; they are taken to last until the end';
    builder.diagnostics.count('unclosed-frame', message, this.#depth);
    if (facts.endValue > this.#now) this.#observeUntil(facts.endValue);
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
