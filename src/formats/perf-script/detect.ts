import type { Confidence } from '../format.ts';
import { EventLine } from './event-line.ts';
import { classifyLine, lineClasses } from './line-class.ts';

const newline = 0x0a;

/**
 * The first line that is neither blank nor a comment is an event line, and the one after it a frame,
 * a blank line or another event. No magic number, so never certain.
 */
export function detectPerfScript(head: Uint8Array): Confidence {
  if (head.includes(0)) return 'no';
  const event = new EventLine();
  let isEventSeen = false;
  for (let start = 0; start < head.length; ) {
    const found = head.indexOf(newline, start);
    const end = found < 0 ? head.length : found;
    const kind = classifyLine(head, start, end);
    if (isEventSeen) {
      if (kind === lineClasses.frame || kind === lineClasses.blank) return 'likely';
      return event.parse(head, start, end) && event.isSure ? 'likely' : 'no';
    }
    if (kind !== lineClasses.blank && head[start] !== 0x23) {
      if (!event.parse(head, start, end)) return 'no';
      if (event.isSure && event.restEnd > event.restStart) return 'likely';
      isEventSeen = true;
    }
    start = end + 1;
  }
  return isEventSeen && event.isSure ? 'likely' : 'no';
}
