import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { ImageName } from '../object/image-name.ts';

/** Where to look besides the places that every Linux has. */
export interface SearchFolders {
  /** Of the user, '' = none: caches of debuginfod and perf are below it. */
  readonly home: string;
  /** `--symbols DIR` and PLATEAU_DEBUG_PATH, looked through first. */
  readonly folders: readonly string[];
  /** Where downloads are kept in the layout of debuginfod's own client, '' = nowhere. */
  readonly downloads: string;
}

/** What the environment says about where to look. */
export function searchFolders(
  env: Readonly<Record<string, string | undefined>>,
  folders: readonly string[] = [],
): SearchFolders {
  const home = env['HOME'] ?? '';
  const cache = env['XDG_CACHE_HOME'] ?? (home === '' ? '' : `${home}/.cache`);
  const downloads =
    env['DEBUGINFOD_CACHE_PATH'] ?? (cache === '' ? '' : `${cache}/debuginfod_client`);
  const named = (env['PLATEAU_DEBUG_PATH'] ?? '').split(':').filter((each) => each !== '');
  return { home, downloads, folders: [...folders, ...named] };
}

const deletedSuffix = ' (deleted)';
const systemDebugFolder = '/usr/lib/debug';

/** Names of mappings that no file stands behind: `[heap]`, `//anon`, `/memfd:…`. */
export function isFilePath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//anon')) return false;
  return !/^\/(memfd:|SYSV[0-9a-f]{8}|dev\/(zero|shm\/)|anon_hugepage|\[)/.test(path);
}

function withoutDeleted(path: string): string {
  return path.endsWith(deletedSuffix) ? path.slice(0, -deletedSuffix.length) : path;
}

/** Places an image may be found at, likeliest first. They are guesses: the build id decides. */
export function* imagePlaces(name: ImageName, search: SearchFolders): Generator<string> {
  const path = withoutDeleted(name.path);
  for (const folder of search.folders) {
    yield join(folder, path);
    yield join(folder, basename(path));
    yield* buildIdPlaces(folder, name.buildId, '');
  }
  const root = name.pid > 0 ? `/proc/${name.pid}/root` : '';
  // In a container the same path on the host is another file.
  if (root !== '' && hasOtherRoot(root)) yield root + path;
  if (path === name.path) yield path;
  if (name.pid > 0) {
    yield* openedPlaces(name.pid, path);
    yield root + path;
  }
  if (path !== name.path) yield path;
  yield* cachePlaces(name.buildId, search, 'elf', 'executable');
}

/** What the process itself holds open, although the path is gone or names another file now. */
function* openedPlaces(pid: number, path: string): Generator<string> {
  const isIt = (link: string | undefined): boolean =>
    link !== undefined && withoutDeleted(link) === path;
  if (isIt(linkTarget(`/proc/${pid}/exe`))) yield `/proc/${pid}/exe`;
  const folder = `/proc/${pid}/map_files`;
  for (const entry of entriesOf(folder)) {
    if (!isIt(linkTarget(`${folder}/${entry}`))) continue;
    yield `${folder}/${entry}`;
    return;
  }
}

/** Places of the file that has the debug information of an image. */
export function* debugPlaces(
  image: { readonly path: string; readonly buildId: string; readonly link: string },
  search: SearchFolders,
): Generator<string> {
  const roots = [...search.folders, systemDebugFolder];
  for (const root of roots) yield* buildIdPlaces(root, image.buildId, '.debug');
  const folder = dirname(image.path);
  if (image.link !== '') {
    yield join(folder, image.link);
    yield join(folder, '.debug', image.link);
    for (const root of roots) {
      yield join(root, folder, image.link);
      yield join(root, image.link);
    }
  }
  yield `${image.path}.debug`;
  yield `${image.path}.dbg`;
  yield join(systemDebugFolder, `${image.path}.debug`);
  yield* cachePlaces(image.buildId, search, 'debug', 'debuginfo');
}

/** Places of what dwz moved out of a debug file. */
export function* supplementaryPlaces(
  from: string,
  link: { readonly path: string; readonly buildId: string },
  search: SearchFolders,
): Generator<string> {
  yield isAbsolute(link.path) ? link.path : join(dirname(from), link.path);
  for (const root of [...search.folders, systemDebugFolder]) {
    yield* buildIdPlaces(root, link.buildId, '.debug');
    yield join(root, '.dwz', basename(link.path));
  }
  yield* cachePlaces(link.buildId, search, 'debug', 'debuginfo');
}

/** Places of a `.dwo` file, which has no build id: its own id inside decides. */
export function* splitPlaces(
  image: string,
  dwo: { readonly name: string; readonly folder: string },
  search: SearchFolders,
): Generator<string> {
  yield isAbsolute(dwo.name) ? dwo.name : join(dwo.folder, dwo.name);
  for (const folder of [...search.folders, dirname(image)]) {
    if (!isAbsolute(dwo.name)) yield join(folder, dwo.name);
    yield join(folder, basename(dwo.name));
  }
}

function* buildIdPlaces(root: string, buildId: string, ending: string): Generator<string> {
  if (buildId.length < 4) return;
  const place = join(root, '.build-id', buildId.slice(0, 2), buildId.slice(2));
  yield place + ending;
  if (ending === '') yield `${place}.debug`;
}

/** The caches of perf (~/.debug) and of debuginfod's client. */
function* cachePlaces(
  buildId: string,
  search: SearchFolders,
  perfName: string,
  debuginfodName: string,
): Generator<string> {
  if (buildId === '') return;
  if (search.home !== '') {
    const id = join('.build-id', buildId.slice(0, 2), buildId.slice(2));
    yield join(search.home, '.debug', id, perfName);
  }
  if (search.downloads !== '') yield join(search.downloads, buildId, debuginfodName);
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether a process sees another file system than we do. */
function hasOtherRoot(root: string): boolean {
  try {
    const [its, ours] = [statSync(`${root}/`), statSync('/')];
    return its.ino !== ours.ino || its.dev !== ours.dev;
  } catch {
    return false;
  }
}
