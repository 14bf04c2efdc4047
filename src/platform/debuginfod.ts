import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What servers have for a build id: the image itself, or its debug information. */
export type DebuginfodKind = 'executable' | 'debuginfo';

export interface DebuginfodOptions {
  readonly urls: readonly string[];
  /** Shared with debuginfod's own client: FOLDER/BUILDID/KIND. */
  readonly cache: string;
  /** Without a byte for so long, a server counts as dead. */
  readonly timeoutMs: number;
  /** Told before a server is asked. */
  readonly onAsk?: (url: string) => void;
}

/** How long "no server has it" is believed, as in debuginfod's client (cache_miss_s). */
const missMs = 600_000;
const defaultTimeoutMs = 15_000;

/**
 * Fetches images and debug files by build id from the servers in DEBUGINFOD_URLS. The one place where
 * Plateau talks to a network, and only when that variable is set.
 */
export class Debuginfod {
  readonly #options: DebuginfodOptions;
  readonly #dead = new Set<string>();

  constructor(options: DebuginfodOptions) {
    this.#options = options;
  }

  /** The file in the cache, fetched when it is not there yet; undefined when no server has it. */
  async find(buildId: string, kind: DebuginfodKind): Promise<string | undefined> {
    if (!/^[0-9a-f]{8,}$/.test(buildId)) return undefined;
    const path = join(this.#options.cache, buildId, kind);
    const cached = await cachedAt(path);
    if (cached !== undefined) return cached === 'hit' ? path : undefined;
    let isCertain = true;
    for (const url of this.#options.urls) {
      if (this.#dead.has(url)) isCertain = false;
      else {
        const answer = await this.#ask(url, buildId, kind, path);
        if (answer === 'found') return path;
        if (answer === 'failed') isCertain = false;
      }
    }
    if (isCertain) await rememberMiss(path);
    return undefined;
  }

  async #ask(
    url: string,
    buildId: string,
    kind: DebuginfodKind,
    path: string,
  ): Promise<'found' | 'missing' | 'failed'> {
    const address = `${url.replace(/\/+$/, '')}/buildid/${buildId}/${kind}`;
    this.#options.onAsk?.(address);
    try {
      // Loaded when it is needed: TLS takes 10 ms to load, and most runs ask no server.
      const { download } = await import('./debuginfod-download.ts');
      return await download(address, path, this.#options.timeoutMs);
    } catch {
      this.#dead.add(url);
      return 'failed';
    }
  }
}

/** Undefined unless DEBUGINFOD_URLS names servers and there is a place to keep what they send. */
export function debuginfodOf(
  env: Readonly<Record<string, string | undefined>>,
  cache: string,
  onAsk: (url: string) => void = () => undefined,
): Debuginfod | undefined {
  const urls = (env['DEBUGINFOD_URLS'] ?? '')
    .split(/\s+/)
    .filter((url) => /^https?:\/\//.test(url));
  if (urls.length === 0 || cache === '') return undefined;
  const seconds = Number(env['DEBUGINFOD_TIMEOUT'] ?? '');
  const timeoutMs = seconds > 0 ? seconds * 1000 : defaultTimeoutMs;
  return new Debuginfod({ urls, cache, timeoutMs, onAsk });
}

/** An empty file stands for "no server has it", for a while. */
async function cachedAt(path: string): Promise<'hit' | 'miss' | undefined> {
  try {
    const facts = await stat(path);
    if (facts.size > 0) return 'hit';
    return Date.now() - facts.mtimeMs < missMs ? 'miss' : undefined;
  } catch {
    return undefined;
  }
}

async function rememberMiss(path: string): Promise<void> {
  try {
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await rm(path, { force: true });
    await writeFile(path, '');
    await chmod(path, 0);
  } catch {
    // A cache that cannot be written only costs time.
  }
}
