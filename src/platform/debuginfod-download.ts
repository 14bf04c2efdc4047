import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const mostRedirects = 5;

/** Fetches one address into a file; throws when the server does not answer. */
export async function download(
  address: string,
  path: string,
  timeoutMs: number,
): Promise<'found' | 'missing' | 'failed'> {
  const response = await request(address, timeoutMs);
  if (response.statusCode !== 200) {
    response.resume();
    return response.statusCode === 404 ? 'missing' : 'failed';
  }
  await store(response, path);
  return 'found';
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
