import { frameKind } from './frame-names.ts';
import { libraryModules, libraryNames, libraryPathParts } from './library-paths-table.ts';
import { applyStackRewrite, removeFrames } from './stack-rewrite.ts';
import { StackWriter } from './stack-writer.ts';
import { TableExtension } from './table-extension.ts';
import type { FrameIndex, Profile } from './tables.ts';

/** What samples that never enter own code are shown as: their cost must not vanish. */
const otherCode = '[other code]';

/**
 * Hides all frames but the user's own; what a library costs counts for the own function that
 * called it. Own is what comes from one of `paths` (a source path or an image); without paths,
 * everything that is not recognisably a library, a runtime or the kernel.
 */
export function onlyMyCode(profile: Profile, paths?: readonly string[]): Profile {
  const mine = myFrames(profile, paths);
  const foreign = mine.map((own) => 1 - own);
  return nameEmptyStacks(removeFrames(profile, foreign, true));
}

/** Per frame: 1 = the user's own code. Decided once per function and image. */
export function myFrames(profile: Profile, paths?: readonly string[]): Uint8Array {
  const { frames, functions, mappings, strings } = profile;
  const text = (row: number | undefined): string => strings[row ?? 0] ?? '';
  const ofFunction = Array.from({ length: functions.length }, (_, row) => {
    const file = text(functions.file[row]);
    return paths === undefined
      ? isOwnFunction(text(functions.name[row]), file)
      : isUnder(file, paths);
  });
  const ofMapping = Array.from(mappings.file, (file) =>
    paths === undefined ? !matchesAny(text(file), libraryModules) : isUnder(text(file), paths),
  );
  return Uint8Array.from({ length: frames.length }, (_, frame) => {
    const inFunction = ofFunction[frames.function[frame] as number];
    const inMapping = ofMapping[frames.mapping[frame] as number];
    if (paths !== undefined) return inFunction === true || inMapping === true ? 1 : 0;
    const kind = frameKind(profile, frame as FrameIndex);
    const system = kind === 'kernel' || kind === 'vdso' || kind === 'unmapped';
    return !system && inFunction === true && inMapping !== false ? 1 : 0;
  });
}

/** Whether a function is neither a runtime's nor a library's, by its name and source file. */
export function isOwnFunction(name: string, file: string): boolean {
  if (name === '') return false;
  return file === ''
    ? !matchesAny(name, libraryNames)
    : !matchesAny(file, libraryPathParts) && !matchesAny(name, libraryNames);
}

function matchesAny(text: string, expressions: readonly RegExp[]): boolean {
  return expressions.some((expression) => expression.test(text));
}

/** Whether the path is one of the folders or files, or lies below one, at any place of the path. */
function isUnder(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const bare = folder.replace(/^\.\//, '').replace(/\/+$/, '');
    const at = `/${path}/`.indexOf(bare.startsWith('/') ? `${bare}/` : `/${bare}/`);
    return (
      path !== '' && (bare.startsWith('/') ? path === bare || path.startsWith(`${bare}/`) : at >= 0)
    );
  });
}

function nameEmptyStacks(profile: Profile): Profile {
  const { stacks, samples } = profile;
  if (!samples.stack.includes(-1)) return profile;
  const extension = new TableExtension(profile);
  const called = extension.addFunction({ name: extension.string(otherCode) });
  const writer = new StackWriter(stacks.length + 1);
  const end = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const up = stacks.parent[stack] as number;
    end[stack] = writer.add(up < 0 ? -1 : (end[up] as number), stacks.frame[stack] as number);
  }
  const endOfNoStack = writer.add(-1, extension.addFrame({ function: called }));
  const tables = extension.tables();
  return applyStackRewrite(profile, { stacks: writer.finish(), end, endOfNoStack, tables });
}
