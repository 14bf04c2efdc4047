import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseToml } from './toml-table.ts';

/** A program that cargo can build. */
export interface CargoProgram {
  /** Cargo's name of its package. */
  readonly package: string;
  readonly bin: string;
  /** Cargo refuses to build it without these. */
  readonly features: readonly string[];
  /** The package is that of the folder itself. */
  readonly isRoot: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** The programs of the package in the folder, and of the members when it is a workspace. */
export function cargoPrograms(folder: string): CargoProgram[] {
  const root = readManifestToml(folder);
  const members = memberFolders(folder, tableAt(root, 'workspace'));
  return [folder, ...members].flatMap((each) => programsOf(each, each === folder));
}

function programsOf(folder: string, isRoot: boolean): CargoProgram[] {
  const manifest = readManifestToml(folder);
  const name = tableAt(manifest, 'package')['name'];
  if (typeof name !== 'string') return [];
  const listed = manifest['bin'];
  const tables = Array.isArray(listed) ? listed.filter(isTable) : [];
  const written = tables.map((bin) => bin['name']);
  const found = tableAt(manifest, 'package')['autobins'] === false ? [] : foundBins(folder, name);
  const paths = new Set(tables.map((bin) => bin['path']));
  // A file that [[bin]] names under another name is no second program.
  const others = found.filter(({ path }) => !paths.has(path)).map((each) => each.bin);
  const bins = new Set([...written, ...others].filter((bin) => typeof bin === 'string'));
  const featuresOf = (bin: string): string[] =>
    tables.flatMap((each) => (each['name'] === bin ? textsAt(each, 'required-features') : []));
  return [...bins].map((bin) => ({ package: name, bin, features: featuresOf(bin), isRoot }));
}

/** Where cargo looks by itself: src/main.rs, src/bin/NAME.rs and src/bin/NAME/main.rs. */
function foundBins(
  folder: string,
  name: string,
): { readonly bin: string; readonly path: string }[] {
  const main = 'src/main.rs';
  const own = existsSync(join(folder, main)) ? [{ bin: name, path: main }] : [];
  const bins = join(folder, 'src/bin');
  if (!existsSync(bins)) return own;
  const more = readdirSync(bins, { withFileTypes: true }).flatMap((entry) => {
    const path = entry.isDirectory() ? `src/bin/${entry.name}/main.rs` : `src/bin/${entry.name}`;
    if (!path.endsWith('.rs') || !existsSync(join(folder, path))) return [];
    return [{ bin: basename(entry.name, '.rs'), path }];
  });
  return [...own, ...more.sort((a, b) => (a.bin < b.bin ? -1 : 1))];
}

/** `members` may end in a star; `exclude` takes away. */
function memberFolders(folder: string, workspace: Values): string[] {
  const excluded = new Set(textsAt(workspace, 'exclude'));
  const folders = textsAt(workspace, 'members').flatMap((pattern) => {
    if (!pattern.endsWith('*')) return [join(folder, pattern)];
    const parent = join(folder, pattern.replace(/\/?[^/]*$/, ''));
    const start = basename(pattern).slice(0, -1);
    if (!existsSync(parent)) return [];
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.startsWith(start))
      .map(({ name }) => join(parent, name))
      .sort();
  });
  return folders.filter(
    (each) => existsSync(join(each, 'Cargo.toml')) && !excluded.has(relative(folder, each)),
  );
}

function readManifestToml(folder: string): Values {
  const path = join(folder, 'Cargo.toml');
  return parseToml({ path, text: readFileSync(path, 'utf8') });
}

function textsAt(values: Values, key: string): string[] {
  const found = values[key];
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}

function tableAt(values: Values, key: string): Values {
  const found = values[key];
  return isTable(found) ? found : {};
}

function isTable(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
