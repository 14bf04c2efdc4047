import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { ToolError } from '../base/tool-error.ts';
import { fileError } from '../platform/file-errors.ts';
import { readManifest } from './manifest.ts';
import type { PgoConfig } from './pgo-config.ts';
import type { PgoReport } from './pgo-report.ts';
import type { RunPlaces } from './run-places.ts';

/** The report of the last run. */
export function readReport({ reportJson }: RunPlaces): PgoReport {
  if (!existsSync(reportJson)) {
    throw new ToolError('not-found', `there is no report yet: ${reportJson} does not exist`, {
      hint: 'plateau pgo --quick',
    });
  }
  return JSON.parse(readFileSync(reportJson, 'utf8')) as PgoReport;
}

/** Puts optimised programs into a folder, each whole or not at all; what was there stays as NAME.previous. */
export async function installTargets(
  places: RunPlaces,
  targets: readonly string[],
  folder: string,
): Promise<string[]> {
  const missing = targets.find((name) => !existsSync(places.optimised(name)));
  if (missing !== undefined) {
    throw new ToolError(
      'not-found',
      `${missing} is not built: ${places.optimised(missing)} does not exist`,
      {
        hint: `plateau pgo build ${missing}`,
      },
    );
  }
  const installed: string[] = [];
  try {
    await mkdir(folder, { recursive: true });
    for (const name of targets) {
      const path = join(folder, name);
      const fresh = `${path}.${process.pid}.partial`;
      await copyFile(places.optimised(name), fresh);
      await chmod(fresh, 0o755);
      if (existsSync(path)) await copyFile(path, `${path}.previous`);
      await rename(fresh, path);
      installed.push(path);
    }
  } catch (error) {
    throw fileError(folder, 'write', error);
  }
  return installed;
}

const ignoreAll = '# Written by plateau pgo: all of this can be made again.\n*\n';

/** A folder that is made here keeps itself out of version control; one that was there is left as it is. */
export async function makeOutputFolder({ output }: RunPlaces): Promise<void> {
  try {
    const isNew = (await mkdir(output, { recursive: true })) !== undefined;
    if (isNew) await writeFile(join(output, '.gitignore'), ignoreAll);
  } catch (error) {
    throw fileError(output, 'write', error);
  }
}

function isOwnIgnoreFile(path: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === ignoreAll;
}

/** Removes what runs of this configuration have written, and nothing else in the folders. */
export async function removeKeptFiles(config: PgoConfig, places: RunPlaces): Promise<string[]> {
  const profiles = readManifest(places.manifest).map(({ file }) => join(places.profiles, file));
  const built = config.targets.flatMap(({ name }) => [
    places.baseline(name),
    places.optimised(name),
  ]);
  const own = [
    ...profiles,
    ...built,
    places.manifest,
    places.state,
    places.reportJson,
    places.reportMarkdown,
    places.reportHtml,
    places.work,
  ].filter((path) => existsSync(path));
  const ignoreFile = join(places.output, '.gitignore');
  if (isOwnIgnoreFile(ignoreFile)) own.push(ignoreFile);
  for (const path of own) await rm(path, { recursive: true });
  return own;
}
