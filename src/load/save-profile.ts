import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Diagnostics } from '../base/diagnostics.ts';
import { ToolError } from '../base/tool-error.ts';
import {
  type Format,
  findFormat,
  findFormatByExtension,
  formatNames,
  formats,
} from '../formats/index.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { zlibCodec } from '../platform/zlib-codec.ts';
import { defaultValueType, type Profile } from '../profile/index.ts';

export interface SaveOptions {
  /** The format's name; without it the ending of the path decides. */
  readonly to?: string;
  readonly valueType?: number;
  /** Takes what the format could not hold. */
  readonly diagnostics?: Diagnostics;
}

/** The format to write, from `--to` or the file's ending. */
export function chooseOutputFormat(path: string, to: string | undefined): Format {
  const writable = formats.filter((format) => format.encode !== undefined);
  const hint = `formats that can be written: ${formatNames(writable)}`;
  const format = to === undefined ? findFormatByExtension(path) : findFormat(to);
  if (format === undefined) {
    const what =
      to === undefined ? `no format is known by the ending of ${path}` : `no format named ${to}`;
    throw new ToolError('usage', what, {
      hint: to === undefined ? `say --to NAME; ${hint}` : hint,
    });
  }
  if (format.encode === undefined) {
    throw new ToolError('usage', `${format.name} can be read but not written`, { hint });
  }
  return format;
}

/** Writes the profile to a file, or to standard output for `-`. Returns the bytes written to a file. */
export async function saveProfile(
  host: Host,
  profile: Profile,
  path: string,
  options: SaveOptions = {},
): Promise<number> {
  const format = chooseOutputFormat(path, options.to);
  const valueType = options.valueType ?? defaultValueType(profile);
  const { diagnostics = new Diagnostics() } = options;
  const plain = format.encode?.(profile, { valueType, codec: zlibCodec, diagnostics }) ?? [];
  const wrapped = path.endsWith('.gz') || (format.gzip === true && !path.endsWith('.pb'));
  const chunks = wrapped ? gzip(plain) : plain;
  if (path !== '-') return await writeOutputFile(path, chunks);
  for await (const chunk of chunks) await host.stdout.write(chunk);
  return 0;
}

function gzip(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const stream = createGzip({ level: 6 });
  const source = Readable.from(chunks);
  source.on('error', (error) => stream.destroy(error));
  return source.pipe(stream);
}
