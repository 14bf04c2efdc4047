import { basename, resolve } from 'node:path';
import process from 'node:process';
import { type Command, InvalidArgumentError } from 'commander';
import { readNamedSource } from '../load/source-files.ts';
import type { Host } from '../platform/host.ts';
import { openBrowser } from '../platform/open-browser.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { readPageFile } from '../platform/page-file.ts';
import { TemporaryFiles } from '../platform/temporary-files.ts';
import {
  encodeReport,
  type ReadJob,
  readInThread,
  type Served,
  type ServedProfile,
  serveProfile,
  startViewServer,
} from '../server/index.ts';
import { addExamples } from './examples.ts';
import { writeNote } from './note.ts';

interface ViewFlags {
  readonly port: number;
  readonly browser: boolean;
  readonly export?: string;
  readonly sourcePath?: string;
  readonly maxUpload: number;
}

export function defineView(command: Command, host: Host): void {
  command
    .argument('[files...]', 'profiles of any format, side by side; - for standard input')
    .option('--port <number>', 'port of the local server; any free one otherwise', parsePort, 0)
    .option('--no-browser', 'print the address and open nothing')
    .option('--export <file>', 'write one offline page instead, - for standard output')
    .option('--source-path <folders>', 'where sources are')
    .option('--max-upload <GiB>', 'largest file that the page may send', parseSize, 4)
    .action((files: readonly string[], flags: ViewFlags) => runView(host, files, flags));
  addExamples(command, [
    ['plateau view profile.plateau', 'opens in the browser; Ctrl-C ends it'],
    ['plateau view before.plateau after.plateau', 'both, to compare'],
    ['plateau view perf.data --export report.html', 'one file to send to somebody'],
    ['plateau view', 'an empty page to drop files on'],
  ]);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Not a port from 0 to 65535.');
}

function parseSize(text: string): number {
  const size = Number(text);
  if (size > 0) return size;
  throw new InvalidArgumentError('Not a number of GiB.');
}

async function runView(host: Host, words: readonly string[], flags: ViewFlags): Promise<void> {
  using temporary = new TemporaryFiles();
  const files: NamedFile[] = [];
  for (const word of words) files.push(await namedFile(host, word, temporary));
  if (flags.export !== undefined) return await exportReport(host, files, flags.export);
  await serve(host, files, flags, temporary);
}

/** A file and how the page calls it. */
interface NamedFile {
  readonly name: string;
  readonly path: string;
}

/** Standard input becomes a file, since a page may ask for it more than once. */
async function namedFile(host: Host, word: string, temporary: TemporaryFiles): Promise<NamedFile> {
  if (word !== '-') return { name: basename(word), path: resolve(host.cwd, word) };
  return { name: 'standard input', path: await temporary.keep(host.stdin()) };
}

function jobOf(host: Host): Omit<ReadJob, 'path' | 'want'> {
  const { cwd, env, symbols = {} } = host;
  return { cwd, env: { ...env }, symbols };
}

async function exportReport(
  host: Host,
  files: readonly NamedFile[],
  output: string,
): Promise<void> {
  const page = await readPageFile();
  const profiles = [];
  for (const { name, path } of files) {
    const job = { ...jobOf(host), path, want: 'packed' } as const;
    const { pieces } = await readInThread(job, () => undefined, new AbortController().signal);
    profiles.push({ name, pieces });
  }
  const chunks = encodeReport(page, profiles);
  if (output === '-') {
    for (const chunk of chunks) await host.stdout.write(chunk);
    return;
  }
  const size = await writeOutputFile(resolve(host.cwd, output), chunks);
  await writeNote(host, `wrote ${output}: ${(size / 1e6).toFixed(1)} MB, opens in any browser`);
}

async function serve(
  host: Host,
  files: readonly NamedFile[],
  flags: ViewFlags,
  temporary: TemporaryFiles,
): Promise<void> {
  const stopping = new AbortController();
  const open = (path: string, name: string): ServedProfile =>
    serveProfile({
      name,
      path,
      job: jobOf(host),
      readElsewhere: readInThread,
      stopped: stopping.signal,
    });
  const paths = { trimPath: '', sourcePath: flags.sourcePath ?? '' };
  const served: Served = {
    page: await readPageFile(),
    profiles: files.map(({ name, path }) => open(path, name)),
    temporary,
    mostUploadBytes: flags.maxUpload * 2 ** 30,
    open,
    readSource: (file) => readNamedSource(file, paths, host.cwd),
  };
  const server = await startViewServer(served, flags.port);
  const stopped = stopSignal();
  await host.stdout.write(`${server.address}\n`);
  for (const profile of served.profiles) void profile.content().catch(() => undefined);
  if (flags.browser && !(await openBrowser(server.address, host.env))) {
    await writeNote(host, 'no browser could be started: open the address above');
  }
  await writeNote(host, 'Ctrl-C ends it');
  await stopped;
  stopping.abort();
  await server.stop();
}

/** Resolves when somebody wants the program to end. */
function stopSignal(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  return new Promise((resolve) => {
    const onSignal = (): void => {
      for (const signal of signals) process.off(signal, onSignal);
      resolve();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
