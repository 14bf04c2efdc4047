import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a request says of itself, before anything of it is believed. */
export interface RequestFacts {
  readonly method: string;
  /** As on the first line of the request. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** What this server answers to. */
export interface ServerIdentity {
  readonly port: number;
  readonly token: string;
}

export interface Refusal {
  readonly status: 400 | 403 | 405;
  readonly message: string;
  readonly hint: string;
}

/** Of an admitted request: what stands behind the token. */
export interface Admitted {
  readonly path: string;
  readonly query: URLSearchParams;
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const loopbackNames = ['127.0.0.1', 'localhost'];

/**
 * Lets in only what the printed address leads to: asked of this machine by name (a page elsewhere whose
 * name points here says its own name), from the page itself, with the token.
 */
export function admit(request: RequestFacts, server: ServerIdentity): Admitted | Refusal {
  const { headers, method, target } = request;
  const hosts = loopbackNames.map((name) => `${name}:${server.port}`);
  if (headers.host === undefined || !hosts.includes(headers.host.toLowerCase())) {
    const message = 'this server answers to the address of this machine only';
    return { status: 403, message, hint: 'use the address that plateau view printed' };
  }
  if (!methods.has(method)) return { status: 405, message: `${method} is not used here`, hint: '' };
  if (isForeign(request, hosts)) {
    const message = 'requests of other sites are refused';
    return { status: 403, message, hint: 'open the address that plateau view printed by itself' };
  }
  const [, token, path, query = ''] = /^\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(target) ?? [];
  if (token === undefined || !sameToken(token, server.token)) {
    const message = 'the address lacks the token of this server';
    return { status: 403, message, hint: 'use the whole address that plateau view printed' };
  }
  if (path !== undefined && isSuspicious(path)) {
    return { status: 400, message: 'no such path can exist', hint: '' };
  }
  return { path: path?.slice(1) ?? '', query: new URLSearchParams(query) };
}

/** The page asks with its own origin. A link in another page may lead here: it shows nothing to that page. */
function isForeign({ headers, method }: RequestFacts, hosts: readonly string[]): boolean {
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) return true;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  const opensPage =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return !(method === 'GET' && opensPage);
}

/** Takes as long for a wrong token as for the right one, whatever its length. */
function sameToken(given: string, right: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(right));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Paths of the interface are plain words. */
function isSuspicious(path: string): boolean {
  return !/^[\w/-]*$/.test(path) || path.includes('//');
}
