import type { ByteSource } from '../object/byte-source.ts';
import { findDebugPackage } from '../platform/debug-package.ts';
import { type Debuginfod, type DebuginfodKind, debuginfodOf } from '../platform/debuginfod.ts';
import type { Host, SymbolChoice } from '../platform/host.ts';
import { type FileAnswer, ImageFiles } from '../platform/image-files.ts';
import { searchFolders } from '../platform/image-places.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import type { Profile } from '../profile/index.ts';
import {
  type FileReply,
  type NeedFile,
  type OpenedImage,
  openSymbolizer,
  symbolizeProfile,
} from '../symbolize/index.ts';

/** The files of this machine, and servers for what it lacks. */
export class SymbolSources implements Disposable {
  readonly files: ImageFiles;
  readonly #debuginfod: Debuginfod | undefined;

  constructor(host: Host, choice: SymbolChoice = host.symbols ?? {}) {
    const search = searchFolders(host.env, choice === false ? [] : choice.folders);
    this.files = new ImageFiles(search);
    const note = (url: string): void => {
      if (host.quiet === true || !host.stderr.isTerminal) return;
      host.stderr.write(`plateau: asking ${url}\n`).catch(() => undefined);
    };
    this.#debuginfod = debuginfodOf(host.env, search.downloads, note);
  }

  async answer(need: NeedFile): Promise<FileReply> {
    const local = findLocally(need, this.files);
    const found = 'source' in local ? local : ((await this.#download(need)) ?? local);
    if (!('source' in found)) return found;
    const { path, source } = found;
    const split = (name: string, folder: string): ByteSource | undefined =>
      this.files.split(path, name, folder)?.source;
    return { path, source, split };
  }

  [Symbol.dispose](): void {
    this.files[Symbol.dispose]();
  }

  /** Servers fill gaps and never replace what is here. */
  async #download(need: NeedFile): Promise<FileAnswer | undefined> {
    const wanted = wantedFromServers(need);
    if (wanted === undefined || this.#debuginfod === undefined) return undefined;
    const path = await this.#debuginfod.find(wanted.buildId, wanted.kind);
    return path === undefined ? undefined : this.files.arrived(path, wanted.buildId);
  }
}

/** Gives the frames of a profile their functions. */
export async function symbolizeFromFiles(
  profile: Profile,
  sources: SymbolSources,
  lines = true,
): Promise<Profile> {
  const options = { codec: sectionCodec, findDebugPackage, lines };
  return drive(symbolizeProfile(profile, options), sources);
}

/** An image with everything that knows of its code, ready to be asked for addresses. */
export async function readSymbolizer(path: string, sources: SymbolSources): Promise<OpenedImage> {
  return drive(openSymbolizer({ path, buildId: '', pid: 0 }, sectionCodec), sources);
}

async function drive<Result>(
  steps: Generator<NeedFile, Result, FileReply>,
  sources: SymbolSources,
): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await sources.answer(step.value));
  return step.value;
}

const gone = { problem: 'gone' } as const;

function findLocally(need: NeedFile, files: ImageFiles): FileAnswer {
  if (need.kind === 'image') return files.image(need.name);
  if (need.kind === 'debug') return files.debugFile({ ...need, path: need.image }) ?? gone;
  if (need.kind === 'supplementary') return files.supplementary(need.from, need) ?? gone;
  if (need.kind === 'package') return files.package(need.image) ?? gone;
  return files.kernel(need.buildId);
}

function wantedFromServers(
  need: NeedFile,
): { readonly buildId: string; readonly kind: DebuginfodKind } | undefined {
  if (need.kind === 'image') return { buildId: need.name.buildId, kind: 'executable' };
  if (need.kind === 'debug' || need.kind === 'supplementary') {
    return { buildId: need.buildId, kind: 'debuginfo' };
  }
  return undefined;
}
