import type { IncomingMessage } from 'node:http';
import { ToolError } from '../base/tool-error.ts';
import type { TemporaryFiles } from '../platform/temporary-files.ts';

/** Without a byte for this long, the sender is gone. */
const idleMs = 30_000;

/**
 * Keeps the body of a request as a temporary file while `use` works with it. Too large a body is refused
 * by its announced length, or as soon as it is too long.
 */
export async function withPostedFile<Result>(
  request: IncomingMessage,
  files: TemporaryFiles,
  mostBytes: number,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > mostBytes) throw tooLarge(mostBytes);
  request.setTimeout(idleMs, () => request.destroy(new Error('nothing arrived for 30 s')));
  const path = await files.keep(request, mostBytes).catch((error: unknown) => {
    throw error instanceof ToolError && error.code === 'too-large' ? tooLarge(mostBytes) : error;
  });
  request.setTimeout(0);
  try {
    return await use(path);
  } finally {
    files.remove(path);
  }
}

function tooLarge(mostBytes: number): ToolError {
  const limit = `${(mostBytes / 2 ** 30).toPrecision(3)} GiB`;
  return new ToolError('too-large', `the file is larger than the ${limit} that may be sent here`, {
    hint: 'plateau view FILE opens files of any size; --max-upload GIB raises the limit',
  });
}
