import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import { sharedName } from './keep-profile.ts';
import { type ManifestEntry, readManifest } from './manifest.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { PgoRun } from './pgo-run.ts';
import { mismatches } from './profile-mismatch.ts';
import { isOfThisMachine, ProfileStore } from './profile-store.ts';
import { platformName } from './run-places.ts';
import type { Toolchain } from './toolchain.ts';
import { toolchainOf } from './toolchain-table.ts';
import { readTrainingProfile } from './training-profile.ts';

export interface ChosenProfile {
  readonly path: string;
  /** What is known of it; undefined = a file without a manifest. */
  readonly entry: ManifestEntry | undefined;
  /** Why it may fit badly. */
  readonly warnings: readonly string[];
}

type Places = Pick<PgoRun, 'config' | 'places'>;

/**
 * The profile a target is built with. `use` is a file, a folder with a manifest, or the name of an entry
 * (`TARGET` or `TARGET@HASH`); null = the target's own. What does not fit is refused or warned of.
 */
export async function chooseProfile(
  run: PgoRun,
  target: PgoTarget,
  use: string | null,
): Promise<ChosenProfile> {
  const { path, entry } = await locate(run, target, use);
  const toolchain = toolchainOf(target);
  await requireReadable(run, toolchain, target, path);
  const warnings = entry === undefined ? [] : await mismatches(run, target, entry);
  return { path, entry, warnings };
}

/** The same without looking inside, for a dry run; a profile that is not there yet has no hash. */
export function plannedProfile(run: Places, target: PgoTarget, use: string | null): string {
  const found = use === null ? undefined : statSync(fileOf(run, use), { throwIfNoEntry: false });
  if (use !== null && found?.isFile() === true) return fileOf(run, use);
  const { store, query } = queryOf(run, target, use);
  const entry = store.find(query);
  if (entry !== undefined) return store.pathOf(entry);
  const { ending } = toolchainOf(target);
  return join(store.folder, `${ownName(run, target)}.${platformName()}.HASH${ending}`);
}

interface Located {
  readonly path: string;
  readonly entry: ManifestEntry | undefined;
}

async function locate(run: PgoRun, target: PgoTarget, use: string | null): Promise<Located> {
  if (use !== null) {
    const path = fileOf(run, use);
    const found = statSync(path, { throwIfNoEntry: false });
    const isStore = found?.isDirectory() === true && existsSync(join(path, 'manifest.json'));
    if (found !== undefined && !isStore) return await knownFile(path);
    if (found === undefined && /[/\\]|\.\w+$/.test(use)) {
      throw new ToolError('not-found', `${path} does not exist`, {
        hint: '--use takes a file, a folder with a manifest, or TARGET[@HASH]',
      });
    }
  }
  const { store, query } = queryOf(run, target, use);
  const entry = store.find(query);
  if (entry === undefined) throw missing(run, target, store, use);
  return { path: await store.check(entry), entry };
}

/** A file of a store is held to what its manifest says. */
async function knownFile(path: string): Promise<Located> {
  const store = new ProfileStore(dirname(path));
  const entry = readManifest(store.manifest).find(({ file }) => file === basename(path));
  if (entry !== undefined) await store.check(entry);
  return { path, entry };
}

function queryOf(
  run: Places,
  target: PgoTarget,
  use: string | null,
): { readonly store: ProfileStore; readonly query: Parameters<ProfileStore['find']>[0] } {
  const kind = toolchainOf(target).profileKind;
  const own = [ownName(run, target), target.name, sharedName];
  const folder = use === null ? undefined : fileOf(run, use);
  if (folder !== undefined && existsSync(join(folder, 'manifest.json'))) {
    return { store: new ProfileStore(folder), query: { targets: own, hash: '', kind } };
  }
  const store = new ProfileStore(run.places.profiles);
  const [name = '', hash = ''] = (use ?? ownName(run, target)).split('@');
  return { store, query: { targets: [name], hash, kind } };
}

function ownName({ config }: Places, target: PgoTarget): string {
  return config.sharesProfile ? sharedName : target.name;
}

/** `--use` counts from where the command was given; the shell has made it absolute if it exists. */
function fileOf({ config }: Places, use: string): string {
  return resolve(config.folder, use);
}

function missing(
  run: PgoRun,
  target: PgoTarget,
  store: ProfileStore,
  use: string | null,
): ToolError {
  const others = store.entries();
  const kind = toolchainOf(target).profileKind;
  const wrongKind = others.find(
    (each) => each.target === target.name && each.kind !== kind && isOfThisMachine(each),
  );
  const what =
    wrongKind === undefined
      ? `${store.folder} has none for ${use ?? ownName(run, target)}`
      : `${store.pathOf(wrongKind)} is of kind ${wrongKind.kind}, and ${target.language} in this mode takes ${kind}`;
  return new ToolError('not-found', `${target.name} has no profile: ${what}`, {
    hint: `plateau pgo profile ${target.name}; kept are: ${others.map(({ file }) => file).join(', ') || 'none'}`,
  });
}

/** What is inside by the toolchain's kind of profile. */
const wantedContents: Readonly<Record<string, readonly string[]>> = {
  'cpu-samples': ['stacks'],
  instrumented: ['counters'],
  'llvm-counters': ['counters'],
  'llvm-samples': ['lines'],
};

/** A cut-off or foreign file is refused before anything is built: compilers say less about it, or nothing. */
async function requireReadable(
  run: PgoRun,
  toolchain: Toolchain,
  target: PgoTarget,
  path: string,
): Promise<void> {
  const wanted = wantedContents[toolchain.profileKind];
  if (wanted === undefined || statSync(path).isDirectory()) return;
  const profile = await readTrainingProfile(run.host, path).catch((error: unknown) => {
    if (!(error instanceof ToolError) || error.hint !== undefined) throw error;
    const hint = 'it is cut off or damaged: restore it, or train again';
    throw new ToolError(error.code, error.message, { hint, cause: error });
  });
  if (!wanted.includes(profile.kind)) {
    throw new ToolError(
      'unsupported-input',
      `${path} is no profile for ${target.language}: it is ${profile.format}, which holds ${profile.kind}, and ${toolchain.profileKind} are wanted`,
      { hint: `plateau pgo convert ${path} NAME${toolchain.ending}` },
    );
  }
}
