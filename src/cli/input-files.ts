import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { fileSize } from '../platform/input-file.ts';
import { writeNote } from './note.ts';

/** What `plateau record` and `perf record` leave in the folder that they are started in. */
const recordedFiles = ['profile.plateau', 'perf.data'];

/** How help describes the files of a report. */
export const inputFilesText =
  'profiles; several are added up; - is standard input; without any, profile.plateau or perf.data';

/** The files that a command names; without any, the recording in this folder, as perf has it. */
export async function inputFiles(host: Host, files: readonly string[]): Promise<readonly string[]> {
  if (files.length > 0) return files;
  const recording = await findRecording(host);
  if (recording !== undefined) return [recording];
  throw new ToolError('usage', `no file given, and no ${recordedFiles.join(' or ')} here`, {
    hint: 'name a file of any format, - for standard input, or first plateau record -- ./app',
  });
}

/** Says which it is: the folder may hold a recording that nobody thinks of any more. */
export async function findRecording(host: Host): Promise<string | undefined> {
  for (const name of recordedFiles) {
    if ((await fileSize(name)) === undefined) continue;
    await writeNote(host, `reading ${name}`);
    return name;
  }
  return undefined;
}

/** For commands that take a function first: whoever names a file alone has forgotten the function. */
export async function inputFilesOf(
  host: Host,
  regex: string,
  files: readonly string[],
): Promise<readonly string[]> {
  if (files.length === 0 && (await fileSize(regex)) !== undefined) {
    throw new ToolError('usage', `${regex} is a file, not the name of a function`, {
      hint: 'name the function first: plateau help peek, plateau help list',
    });
  }
  return await inputFiles(host, files);
}
