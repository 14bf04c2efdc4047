import { formatQuantity } from '../base/quantity.ts';
import { terminalSafe } from '../base/terminal-text.ts';
import type { Host, ReadProgress } from '../platform/host.ts';
import { colorsOf } from './colors.ts';

/** Work shorter than this needs no bar. */
const silentMs = 700;
const redrawMs = 100;
/** Without a terminal: a line now and then, so that a log shows life and stays short. */
const lineMs = 10_000;
const barCells = 24;

/** Shows how much of the input is read: a bar on a terminal, a line now and then otherwise. */
export function readProgress(host: Host, session: { readonly quiet: boolean }): ReadProgress {
  const { stderr } = host;
  const colors = colorsOf(host, stderr);
  let current = '';
  let startMs = 0;
  let nextMs = 0;
  let barShown = false;
  const print = (text: string): void => {
    // Progress that cannot be shown must not end the work.
    stderr.write(text).catch(() => undefined);
  };
  const clear = (): void => {
    if (barShown) print('\r\x1b[K');
    barShown = false;
  };
  return {
    advance(path, bytes, totalBytes) {
      const nowMs = host.now();
      if (path !== current) {
        current = path;
        startMs = nowMs;
        nextMs = nowMs + (stderr.isTerminal ? silentMs : lineMs);
      }
      if (session.quiet || nowMs < nextMs) return;
      nextMs = nowMs + (stderr.isTerminal ? redrawMs : lineMs);
      const name = terminalSafe(path);
      const elapsedMs = nowMs - startMs;
      if (!stderr.isTerminal) {
        const sizes = describeSizes(bytes, totalBytes);
        return print(
          `plateau: reading ${name}: ${sizes}, ${describePace(bytes, totalBytes, elapsedMs)}\n`,
        );
      }
      barShown = true;
      const text = describePace(bytes, totalBytes, elapsedMs);
      const bar = totalBytes === undefined ? '' : `${drawBar(bytes / totalBytes)} `;
      const room = stderr.columns - bar.length - text.length - 12;
      print(`\r\x1b[K  reading ${shorten(name, room)} ${colors.cyan(bar)}${text}`);
    },
    done() {
      clear();
      current = '';
    },
  };
}

function describeSizes(bytes: number, totalBytes: number | undefined): string {
  const read = formatQuantity(bytes, 'bytes');
  return totalBytes === undefined ? read : `${read} of ${formatQuantity(totalBytes, 'bytes')}`;
}

/** `62 %, 310 MB/s, 3 s left`; of a pipe only the rate is known. */
export function describePace(
  bytes: number,
  totalBytes: number | undefined,
  elapsedMs: number,
): string {
  const rate = (bytes / Math.max(elapsedMs, 1)) * 1000;
  const speed = `${formatQuantity(rate, 'bytes')}/s`;
  if (totalBytes === undefined || totalBytes < bytes) return speed;
  const percent = totalBytes === 0 ? 100 : Math.floor((bytes / totalBytes) * 100);
  const left = Math.ceil((totalBytes - bytes) / Math.max(rate, 1));
  return `${percent} %, ${speed}, ${formatSeconds(left)} left`;
}

function drawBar(share: number): string {
  const full = Math.max(0, Math.min(barCells, Math.floor(share * barCells)));
  return '█'.repeat(full) + '░'.repeat(barCells - full);
}

/** The end of a long path says more than its beginning. */
function shorten(text: string, room: number): string {
  if (text.length <= room) return text;
  return room < 2 ? '' : `…${text.slice(text.length - room + 1)}`;
}

function formatSeconds(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
