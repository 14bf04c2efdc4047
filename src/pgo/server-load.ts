import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../base/tool-error.ts';
import { askLoopback, isListening } from '../platform/loopback.ts';

const requestTimeoutMs = 20_000;
const pollMs = 30;

/** Ports of this machine that the addresses name. */
export function portsOf(addresses: readonly string[]): number[] {
  const found = addresses.flatMap((address) => {
    const text = address.startsWith('tcp:') ? address.slice(4) : new URL(address).port;
    return text === '' ? [] : [Number(text)];
  });
  return [...new Set(found)];
}

/** Whoever answers on the port before the server runs is not the server. */
export async function requireUnusedPorts(addresses: readonly string[]): Promise<void> {
  for (const port of portsOf(addresses)) {
    if (!(await isListening(port))) continue;
    throw new ToolError(
      'denied',
      `port ${port} is in use: another program would answer for the server`,
      {
        hint: `write \${port:NAME} instead of a number, and a free one is taken`,
      },
    );
  }
}

/** Waits until the server answers; one that ends or stays silent is an error. */
export async function waitUntilReady(
  ready: string,
  timeoutMs: number,
  isOver: () => boolean,
): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  let last = 'no answer';
  while (performance.now() < endMs) {
    if (isOver()) {
      throw new ToolError('target-failed', `the server ended before ${ready} answered`, {
        hint: 'run it by itself: plateau pgo --dry-run prints the command',
      });
    }
    const answer = await probe(ready);
    if (answer === 'ready') return;
    last = answer;
    await sleep(pollMs);
  }
  throw new ToolError(
    'target-failed',
    `the server was not ready within ${timeoutMs / 1000} s: ${ready} gave ${last}`,
    { hint: 'check the address of ready, or raise ready-timeout in plateau.toml' },
  );
}

async function probe(ready: string): Promise<string> {
  if (ready.startsWith('tcp:')) {
    return (await isListening(Number(ready.slice(4)))) ? 'ready' : 'no connection';
  }
  try {
    const { status } = await askLoopback(ready, 2000);
    return status >= 200 && status < 300 ? 'ready' : `status ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Errors are no training: what a server does to refuse is not what it is optimised for. */
function requireSuccess(address: string, status: number): void {
  if (status >= 200 && status < 300) return;
  const asked = `${address} answered with status ${status}`;
  if (status === 401 || status === 403 || status === 407) {
    throw new ToolError('target-failed', `${asked}: the load was refused, it is not logged in`, {
      hint: 'let the requests in: a token in their address, a load command of your own that logs in, or no authentication while training',
    });
  }
  const isRedirect = status >= 300 && status < 400;
  throw new ToolError(
    'target-failed',
    isRedirect ? `${asked}, a redirect: perhaps to a login` : asked,
    { hint: 'correct requests in plateau.toml: errors are no training' },
  );
}

/** Asks each address once before a load command of the user's takes over, which may not mind refusals. */
export async function probeRequests(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    requireSuccess(address, (await askLoopback(address, requestTimeoutMs)).status);
  }
}

/** Load tools end well when every answer was an error, but say so: hey, oha, ab, wrk, curl -v. */
const refusals: readonly RegExp[] = [
  /\bNon-2xx(?: or 3xx)? responses:\s*[1-9]\d*/i,
  /\[(?:401|403|407)\]\s*\d+ responses/,
  /\b(?:401 Unauthorized|403 Forbidden|407 Proxy Authentication Required)\b/,
];

/** The words of a load command that say that the server refused it; undefined = none. */
export function findRefusal(output: string): string | undefined {
  for (const refusal of refusals) {
    const found = refusal.exec(output);
    if (found !== null) return found[0];
  }
  return undefined;
}

export interface LoadPlan {
  readonly addresses: readonly string[];
  readonly workers: number;
  /** Asked before each request with the number of those begun. */
  readonly goesOn: (begun: number) => boolean;
}

/**
 * Sends requests from several workers. Gives a hash of the first answer of every address: two builds of
 * one server must agree on it.
 */
export async function loadServer({ addresses, workers, goesOn }: LoadPlan): Promise<string> {
  const answers = new Map<string, string>();
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (goesOn(begun)) {
      const address = addresses[begun++ % addresses.length] ?? '';
      const { status, body } = await askLoopback(address, requestTimeoutMs);
      requireSuccess(address, status);
      if (!answers.has(address))
        answers.set(address, createHash('sha256').update(body).digest('hex'));
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  const inOrder = addresses.map((address) => answers.get(address) ?? '');
  return createHash('sha256').update(inOrder.join('\n')).digest('hex');
}
