import { closeSync } from 'node:fs';
import process from 'node:process';
import { isatty } from 'node:tty';
import { errorCode } from './file-errors.ts';
import { launcherEnvironment } from './launcher.ts';

/** A place to write text or bytes to; resolves when it may take more. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Columns of the terminal, or the default for files and pipes. */
  readonly columns: number;
  write(data: string | Uint8Array): Promise<void>;
}

/** Told how far the reading of input has come. */
export interface ReadProgress {
  /** `totalBytes` is undefined for pipes. */
  advance(path: string, bytes: number, totalBytes: number | undefined): void;
  /** Takes the display away before anything else is written. */
  done(): void;
}

/**
 * Everything outside the process that a command may touch, as one argument: a test passes a fake
 * and nothing is mocked. Files and child processes have modules of their own in this folder.
 */
export interface Host {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Bytes of standard input. */
  stdin(): AsyncIterable<Uint8Array>;
  /** `-q`: no notes on stderr, only errors. */
  readonly quiet?: boolean;
  readonly progress?: ReadProgress;
  /** `--symbols`, `--no-symbols`; absent = the usual places. */
  readonly symbols?: SymbolChoice;
  /** Open files that a launched program gets as its standard streams; absent = Plateau's own. */
  readonly targetFiles?: TargetFiles;
}

/** Standard input, output and error, as file descriptors. */
export type TargetFiles = readonly [number, number, number];

/** Folders where binaries and debug files are looked for first; false: names are not looked up. */
export type SymbolChoice = { readonly folders?: readonly string[] } | false;

const columnsOfFiles = 120;

export function processHost(): Host {
  return {
    args: process.argv.slice(2),
    env: launcherEnvironment(process.env),
    cwd: process.cwd(),
    stdout: streamSink(process.stdout),
    stderr: streamSink(process.stderr),
    now: () => performance.now(),
    stdin: () => process.stdin as AsyncIterable<Uint8Array>,
  };
}

function streamSink(stream: NodeJS.WriteStream): Sink {
  // The callback of `write` tells of a closed pipe; without a listener the event would end the process.
  stream.on('error', () => undefined);
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.isTTY === true ? stream.columns : columnsOfFiles;
    },
    write: (data) =>
      new Promise((resolve, reject) => {
        stream.write(data, (error) => {
          // A terminal that was closed has nobody who reads.
          const isGone = stream.isTTY === true && errorCode(error) === 'EIO';
          if (error === undefined || error === null || isGone) resolve();
          else reject(error);
        });
      }),
  };
}

/**
 * Disposed of at the end, closes the standard streams that have lost their terminal: Node would give it
 * back as it found it, and abort where that fails.
 */
export function watchTerminal(): Disposable {
  const terminals = [0, 1, 2].filter((fd) => isatty(fd));
  return {
    [Symbol.dispose]: () => {
      for (const fd of terminals) if (!isatty(fd)) closeSync(fd);
    },
  };
}
