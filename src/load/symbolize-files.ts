import type { ByteSource } from '../object/byte-source.ts';
import { findDebugPackage } from '../platform/debug-package.ts';
import type { Host } from '../platform/host.ts';
import { type FileAnswer, ImageFiles, searchFolders } from '../platform/image-files.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import type { Profile } from '../profile/index.ts';
import { type FileReply, type NeedFile, symbolizeProfile } from '../symbolize/index.ts';

/** Where images and their debug files are looked for besides the usual places. */
export interface SymbolOptions {
  readonly folders?: readonly string[];
}

export function imageFiles(host: Host, options: SymbolOptions = {}): ImageFiles {
  return new ImageFiles(searchFolders(host.env, options.folders));
}

/** Gives the frames of a profile their functions, from the files of this machine. */
export function symbolizeFromFiles(profile: Profile, files: ImageFiles): Profile {
  const steps = symbolizeProfile(profile, { codec: sectionCodec, findDebugPackage });
  let step = steps.next();
  while (step.done !== true) step = steps.next(answerFromFiles(step.value, files));
  return step.value;
}

/** What the files of this machine reply to a question of symbolization. */
export function answerFromFiles(need: NeedFile, files: ImageFiles): FileReply {
  const found = findFile(need, files);
  if (!('source' in found)) return found;
  const { path, source } = found;
  const split = (name: string, folder: string): ByteSource | undefined =>
    files.split(path, name, folder)?.source;
  return { path, source, split };
}

const gone = { problem: 'gone' } as const;

function findFile(need: NeedFile, files: ImageFiles): FileAnswer {
  if (need.kind === 'image') return files.image(need.name);
  if (need.kind === 'debug') return files.debugFile({ ...need, path: need.image }) ?? gone;
  if (need.kind === 'supplementary') return files.supplementary(need.from, need) ?? gone;
  if (need.kind === 'package') return files.package(need.image) ?? gone;
  return files.kernel(need.buildId);
}
