import pc from 'picocolors';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { plainStyle, type TextStyle } from '../render/text/text-style.ts';
import type { OutputFlags } from './report-flags.ts';

/** Text is handed over in pieces of about this many characters. */
const pieceLength = 1 << 16;

/** Colours and fitted names on a terminal, neither anywhere else. */
export function textStyle(host: Host, flags: OutputFlags): TextStyle {
  const { isTerminal, columns } = host.stdout;
  if (!isTerminal || !isStandardOutput(flags)) return plainStyle;
  const noColor = (host.env['NO_COLOR'] ?? '') !== '' || host.env['TERM'] === 'dumb';
  const colors = pc.createColors(!noColor);
  return { dim: colors.dim, bold: colors.bold, columns };
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
  await host.stderr.write(`plateau: wrote ${output}\n`);
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
