import { execFile } from 'node:child_process';

export interface ToolVersion {
  readonly tool: string;
  /** The version number, or undefined when the tool is not on the PATH. */
  readonly version: string | undefined;
}

const patienceMs = 3000;

/** Asks each tool for its version, all at the same time. */
export async function readToolVersions(
  tools: Readonly<Record<string, readonly string[]>>,
): Promise<ToolVersion[]> {
  return await Promise.all(
    Object.entries(tools).map(async ([tool, args]) => ({ tool, version: await ask(tool, args) })),
  );
}

function ask(tool: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(tool, [...args], { timeout: patienceMs }, (error, stdout, stderr) => {
      if (error !== null && 'code' in error && error.code === 'ENOENT') return resolve(undefined);
      resolve(/\d+\.\d+(\.\d+)?/.exec(stdout + stderr)?.[0] ?? 'of unknown version');
    });
  });
}
