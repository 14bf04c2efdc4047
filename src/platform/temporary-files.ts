import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ToolError } from '../base/tool-error.ts';
import { fileError } from './file-errors.ts';

/**
 * A folder for files that must not outlive the process: made when the first is wanted, gone when it is
 * disposed of or the process exits, whichever comes first.
 */
export class TemporaryFiles implements Disposable {
  #folder: string | undefined;
  #count = 0;
  readonly #onExit = (): void => this.#remove();

  /** A path that nothing else uses. Names from outside never become part of it. */
  path(ending = ''): string {
    if (this.#folder === undefined) {
      this.#folder = makeFolder();
      process.once('exit', this.#onExit);
    }
    return join(this.#folder, `${++this.#count}${ending}`);
  }

  /** Keeps a stream as a file; one that is larger than allowed is refused and removed. */
  async keep(
    chunks: AsyncIterable<Uint8Array>,
    mostBytes: number = Number.POSITIVE_INFINITY,
  ): Promise<string> {
    const path = this.path();
    try {
      await writeChunks(path, chunks, mostBytes);
      return path;
    } catch (error) {
      this.remove(path);
      throw error;
    }
  }

  remove(path: string): void {
    rmSync(path, { force: true });
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#onExit);
    this.#remove();
  }

  #remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'plateau-'));
  } catch (error) {
    throw fileError(tmpdir(), 'write', error);
  }
}

async function writeChunks(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<void> {
  // Readable by nobody else: a recording may hold paths and command lines.
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > mostBytes) throw new ToolError('too-large', `more than ${mostBytes} bytes`);
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw fileError(path, 'write', error);
  } finally {
    await file.close();
  }
}
