import { countedChunks } from '../base/counted-chunks.ts';
import { malformed, ToolError } from '../base/tool-error.ts';
import {
  detectBytes,
  detectFormat,
  type Format,
  type ProfileReader,
  type ReadOptions,
} from '../formats/index.ts';
import { findPartFormat } from '../formats/part-registry.ts';
import { unwrapAll } from '../formats/peeked-input.ts';
import { requireSaneExpansion, type Wrapper, wrapperOf } from '../formats/wrapper.ts';
import type { OpenImage } from '../object/image-name.ts';
import { FileRanges } from '../platform/file-range.ts';
import { openFileSource } from '../platform/file-source.ts';
import type { Host, SymbolChoice } from '../platform/host.ts';
import { imageOpener } from '../platform/image-files.ts';
import { fileSize, readInputFile } from '../platform/input-file.ts';
import { findRecordingFolder, type RecordingFolder } from '../platform/recording-folder.ts';
import { sectionCodec, zlibCodec } from '../platform/zlib-codec.ts';
import type { Profile } from '../profile/index.ts';
import { feedFile } from './feed-file.ts';
import { jitSymbols } from './jit-files.ts';
import { readInParts } from './read-parts.ts';
import { SymbolSources, symbolizeFromFiles } from './symbolize-files.ts';
import { unwrap } from './unwrap.ts';

export interface OpenOptions {
  readonly timeline: boolean;
  /** Without them names are all that is certain to be kept; see `ReadOptions`. */
  readonly addresses?: boolean;
  /** Skips detection. */
  readonly format?: Format;
  /** Where names of functions come from, for recordings of bare addresses; false leaves addresses. */
  readonly symbols?: SymbolChoice;
}

export interface OpenedProfile {
  readonly profile: Profile;
  readonly path: string;
  readonly format: Format;
  readonly wrappers: readonly Wrapper[];
  /** Bytes as stored, before unwrapping. */
  readonly sizeBytes: number;
}

/** Below this, starting threads takes longer than they save. */
const smallestParallelFile = 32 * 2 ** 20;

/** Reads any supported file: `-` is standard input, wrappers are looked through. */
export async function openProfile(
  host: Host,
  path: string,
  options: OpenOptions,
): Promise<OpenedProfile> {
  const shown = path === '-' ? 'standard input' : path;
  try {
    return await readProfile(host, path, options);
  } catch (error) {
    throw error instanceof ToolError ? error.inFile(shown) : error;
  }
}

async function readProfile(host: Host, path: string, options: OpenOptions): Promise<OpenedProfile> {
  const sideBySide = await readSideBySide(host, path, options);
  if (sideBySide !== undefined) return sideBySide;
  const symbols = options.symbols ?? host.symbols ?? {};
  using sources = new SymbolSources(host, symbols);
  const openImage = imageOpener(sources.files);
  const folder = path === '-' ? undefined : findRecordingFolder(path);
  const opened =
    folder === undefined
      ? await readInOrder(host, path, options, { openImage })
      : await readFolder(host, folder, options, openImage);
  if (opened.format.symbolize !== true || symbols === false) return opened;
  const lines = options.addresses !== false;
  return { ...opened, profile: await symbolizeFromFiles(opened.profile, sources, lines) };
}

/** On several threads, where the file is large, not compressed, and of a format that can be cut. */
async function readSideBySide(
  host: Host,
  path: string,
  options: OpenOptions,
): Promise<OpenedProfile | undefined> {
  const file = path === '-' ? undefined : FileRanges.open(path);
  if (file === undefined) return undefined;
  try {
    if (file.size < smallestParallelFile) return undefined;
    const head = file.bytes(0, detectBytes);
    if (wrapperOf(head) !== undefined) return undefined;
    const format = options.format ?? detectFormat(head);
    const parts = findPartFormat(format.name);
    if (parts === undefined) return undefined;
    const { timeline, addresses = true } = options;
    const reader = format.read({ timeline, addresses, codec: zlibCodec });
    const onRead = (bytes: number): void => host.progress?.advance(path, bytes, file.size);
    const asked = { timeline, addresses, onRead };
    if (!(await readInParts(file, parts, reader, asked))) return undefined;
    host.progress?.done();
    const profile = await reader.finish();
    return { profile, path, format, wrappers: [], sizeBytes: file.size };
  } finally {
    file.close();
  }
}

async function readFolder(
  host: Host,
  folder: RecordingFolder,
  options: OpenOptions,
  openImage: OpenImage,
): Promise<OpenedProfile> {
  const parts = folder.parts.map(openFileSource);
  try {
    return await readInOrder(host, folder.data, options, { openImage, parts });
  } finally {
    for (const part of parts) part[Symbol.dispose]();
  }
}

async function readInOrder(
  host: Host,
  path: string,
  options: OpenOptions,
  files: Pick<ReadOptions, 'openImage' | 'parts'>,
): Promise<OpenedProfile> {
  const counter = { bytes: 0 };
  const stored = path === '-' ? host.stdin() : readInputFile(path);
  const totalBytes = path === '-' ? undefined : await fileSize(path);
  const onRead = (bytes: number): void => host.progress?.advance(path, bytes, totalBytes);
  const source = countedChunks(stored, counter, onRead);
  using positioned = totalBytes === undefined ? undefined : openFileSource(path);
  try {
    const { input, wrappers } = await unwrapAll(source, unwrap);
    const format = options.format ?? detectFormat(input.head);
    // Text formats would take no lines for no samples; an empty file is a failed recording.
    if (input.head.length === 0) throw malformed('input', 0, 'the file is empty');
    const { timeline, addresses = true } = options;
    const jit = jitSymbols();
    const reader = format.read({
      timeline,
      addresses,
      codec: zlibCodec,
      jit,
      sectionCodec,
      ...files,
      ...(positioned === undefined || wrappers.length > 0 ? {} : { source: positioned }),
    });
    const isPlain = totalBytes !== undefined && wrappers.length === 0;
    if (isPlain && reader.room !== undefined) counter.bytes = await feedFile(path, reader, onRead);
    else await feed(reader, input.chunks, counter);
    host.progress?.done();
    const profile = await reader.finish();
    return { profile, path, format, wrappers, sizeBytes: counter.bytes };
  } finally {
    // Closes the file where reading stopped early. Not awaited: a silent pipe would never answer.
    source.return(undefined).catch(() => undefined);
  }
}

async function feed(
  reader: ProfileReader,
  chunks: AsyncIterable<Uint8Array>,
  stored: { readonly bytes: number },
): Promise<void> {
  let unwrapped = 0;
  for await (const chunk of chunks) {
    unwrapped += chunk.length;
    if (reader.holdsInput === true) requireSaneExpansion(unwrapped, stored.bytes);
    reader.push(chunk);
  }
}
