import { execFileSync } from 'node:child_process';
import { constants, openSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A pipe with a path, and somebody who reads it: programs may work less when they write to /dev/null. */
export interface OutputPipe extends Disposable {
  readonly path: string;
}

export async function openOutputPipe(): Promise<OutputPipe> {
  const folder = await mkdtemp(join(tmpdir(), 'plateau-bench-'));
  const path = join(folder, 'output');
  execFileSync('mkfifo', ['-m', '600', path]);
  // Open for both, so that the end of one program is not the end of the pipe.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const reader = new Socket({ fd, readable: true, writable: false });
  reader.resume();
  return {
    path,
    [Symbol.dispose]() {
      reader.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
