import { basename, resolve } from 'node:path';
import process from 'node:process';
import { type Command, InvalidArgumentError } from 'commander';
import { formatQuantity } from '../base/quantity.ts';
import { readNamedSource } from '../load/source-files.ts';
import type { Host } from '../platform/host.ts';
import { requireReadable } from '../platform/input-file.ts';
import { openBrowser } from '../platform/open-browser.ts';
import { readPageFile } from '../platform/page-file.ts';
import { TemporaryFiles } from '../platform/temporary-files.ts';
import {
  readInThread,
  type Served,
  type ServedProfile,
  serveProfile,
  startViewServer,
} from '../server/index.ts';
import { addExamples } from './examples.ts';
import { ExitStatus } from './exit-status.ts';
import { addRecordFlags, recordedWords } from './flamegraph-record.ts';
import { writeNote } from './note.ts';
import { findResultsFile, resultsPage, writeResultsPage } from './results-page.ts';
import { exportReport, type NamedFile, readSettings } from './view-export.ts';
import { recordToFile, type ViewRecordFlags } from './view-record.ts';

interface ViewFlags extends ViewRecordFlags {
  readonly port: number;
  readonly browser: boolean;
  readonly export?: string;
  readonly sourcePath?: string;
  readonly maxUpload: number;
}

export function defineView(command: Command, host: Host): void {
  command
    .argument('[files...]', 'profiles of any format, side by side; - for standard input')
    .usage('[options] [files...] | -- <command> [arguments]')
    .option('--port <number>', 'port of the local server; any free one otherwise', parsePort, 0)
    .option('--no-browser', 'print the address and open nothing')
    .option('--export <file>', 'write one offline page instead, - for standard output')
    .option('--source-path <folders>', 'where sources are')
    .option('--max-upload <GiB>', 'largest file that the page may send', parseSize, 4)
    .action((files: readonly string[], flags: ViewFlags) => runView(host, files, flags));
  addRecordFlags(command);
  addExamples(command, [
    ['plateau view profile.plateau', 'opens in the browser; Ctrl-C ends it'],
    ['plateau view before.plateau after.plateau', 'both, to compare'],
    ['plateau view results.json', 'results of bench or hyperfine, a report of pgo'],
    ['plateau view perf.data --export report.html', 'one file to send to somebody'],
    ['plateau view -- ./app args', 'record the program and look at it'],
    ['plateau view', 'an empty page to drop files on'],
  ]);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('not a port from 0 to 65535');
}

function parseSize(text: string): number {
  const size = Number(text);
  if (size > 0) return size;
  throw new InvalidArgumentError('not a number of GiB');
}

async function runView(host: Host, words: readonly string[], flags: ViewFlags): Promise<void> {
  using temporary = new TemporaryFiles();
  const program = recordedWords(host, words, flags, 'view');
  const files: NamedFile[] = [];
  let status = 0;
  if (program === undefined) {
    for (const word of words) files.push(await namedFile(host, word, temporary));
  } else {
    const recorded = await recordToFile(host, program, flags, temporary.path('.plateau'));
    files.push(recorded);
    status = recorded.status;
  }
  const results = program === undefined ? await findResultsFile(files) : undefined;
  if (results !== undefined) {
    if (flags.export !== undefined) await writeResultsPage(host, flags.export, results);
    else await serve(host, [], flags, temporary, await resultsPage(results));
  } else if (flags.export === undefined) {
    await serve(host, files, flags, temporary, await readPageFile());
  } else await writeReport(host, files, flags.export);
  if (status !== 0) throw new ExitStatus(status);
}

async function writeReport(host: Host, files: readonly NamedFile[], output: string): Promise<void> {
  const size = await exportReport(host, files, output);
  if (output === '-') return;
  await writeNote(host, `wrote ${output}: ${formatQuantity(size, 'bytes')}, opens in any browser`);
}

/** Standard input becomes a file, since a page may ask for it more than once. */
async function namedFile(host: Host, word: string, temporary: TemporaryFiles): Promise<NamedFile> {
  if (word !== '-') {
    await requireReadable(word);
    return { name: basename(word), path: resolve(host.cwd, word) };
  }
  return { name: 'standard input', path: await temporary.keep(host.stdin()) };
}

async function serve(
  host: Host,
  files: readonly NamedFile[],
  flags: ViewFlags,
  temporary: TemporaryFiles,
  page: string,
): Promise<void> {
  const stopping = new AbortController();
  const open = (path: string, name: string): ServedProfile =>
    serveProfile({
      name,
      path,
      job: readSettings(host),
      readElsewhere: readInThread,
      stopped: stopping.signal,
    });
  const paths = { trimPath: '', sourcePath: flags.sourcePath ?? '' };
  const served: Served = {
    page,
    profiles: files.map(({ name, path }) => open(path, name)),
    temporary,
    mostUploadBytes: flags.maxUpload * 2 ** 30,
    open,
    readSource: (file) => readNamedSource(file, paths, host.cwd),
  };
  const server = await startViewServer(served, flags.port);
  const stopped = stopSignal();
  await host.stdout.write(`${server.address}\n`);
  void readInTurn(host, served.profiles);
  if (flags.browser && !(await openBrowser(server.address, host.env))) {
    await writeNote(host, 'no browser could be started: open the address above');
  }
  await writeNote(host, 'Ctrl-C ends it');
  await stopped;
  stopping.abort();
  await server.stop();
}

/** One after the other, before the page asks: each takes memory and a processor of its own. */
async function readInTurn(host: Host, profiles: readonly ServedProfile[]): Promise<void> {
  for (const profile of profiles) {
    // The page tells of a failure, too, beside the files that could be read.
    await profile.content().catch((error: unknown) => writeNote(host, wordsOf(error)));
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
