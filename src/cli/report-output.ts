import { safeLine } from '../base/terminal-text.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { plainStyle, type TextStyle } from '../render/text/text-style.ts';
import { colorsOf } from './colors.ts';
import type { OutputFlags } from './report-flags.ts';

/** Text is handed over in pieces of about this many characters. */
const pieceLength = 1 << 16;

/** Colours and fitted names on a terminal, neither anywhere else. */
export function textStyle(host: Host, flags: OutputFlags): TextStyle {
  const { isTerminal, columns } = host.stdout;
  if (!isTerminal || !isStandardOutput(flags)) return plainStyle;
  const colors = colorsOf(host, host.stdout);
  const dim = (text: string): string => (text === '' ? '' : colors.dim(text));
  return { dim, bold: colors.bold, columns };
}

function isStandardOutput({ output }: OutputFlags): boolean {
  return output === undefined || output === '-';
}

/** Writes lines to where the flags want them, as they come. */
export async function writeLines(
  host: Host,
  flags: OutputFlags,
  lines: Iterable<string>,
): Promise<void> {
  const { output } = flags;
  if (output === undefined || output === '-') {
    for (const piece of pieces(lines)) await host.stdout.write(piece);
    return;
  }
  await writeOutputFile(output, encoded(lines));
  if (host.quiet !== true) await host.stderr.write(`plateau: wrote ${safeLine(output)}\n`);
}

export async function writeJson(host: Host, flags: OutputFlags, value: unknown): Promise<void> {
  await writeLines(host, flags, [JSON.stringify(value, null, 2)]);
}

function* pieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* encoded(lines: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of pieces(lines)) yield encoder.encode(piece);
}
