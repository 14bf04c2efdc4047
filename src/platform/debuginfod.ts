import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

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

const mostRedirects = 5;
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
      const response = await request(address, this.#options.timeoutMs);
      if (response.statusCode !== 200) {
        response.resume();
        return response.statusCode === 404 ? 'missing' : 'failed';
      }
      await store(response, path);
      return 'found';
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

async function request(
  address: string,
  timeoutMs: number,
  redirects = mostRedirects,
): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const get = address.startsWith('https:') ? getHttps : getHttp;
    const asked = get(address, { timeout: timeoutMs }, resolve);
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
  });
  const { location } = response.headers;
  const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0);
  if (!isRedirect || location === undefined) return response;
  response.resume();
  if (redirects === 0) throw new Error('redirected too often');
  return request(new URL(location, address).href, timeoutMs, redirects - 1);
}

/** Whole or not at all: a download that breaks off must not be taken for the file. */
async function store(response: IncomingMessage, path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const partial = `${path}.${randomUUID()}`;
  try {
    await pipeline(response, createWriteStream(partial, { mode: 0o400 }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
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
