import picocolors from 'picocolors';
import type { Host, Sink } from '../platform/host.ts';

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Colours for a stream: only on a terminal, never under NO_COLOR (https://no-color.org). */
export function colorsOf(host: Host, sink: Sink): Colors {
  return picocolors.createColors(hasColors(host, sink));
}

export function hasColors(host: Host, sink: Sink): boolean {
  const refused = (host.env['NO_COLOR'] ?? '') !== '' || host.env['TERM'] === 'dumb';
  return sink.isTerminal && !refused;
}
