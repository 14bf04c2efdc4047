import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ToolError, type ToolErrorCode } from '../base/tool-error.ts';
import type { ServedError } from './api.ts';
import { refusalPage, refusalPolicy } from './refusal-page.ts';
import { commonHeaders, inertPolicy } from './security-headers.ts';
import type { ProfileContent } from './served-profile.ts';

type Headers = Readonly<Record<string, string | number>>;

export function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  more: Headers = {},
): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    ...commonHeaders,
    'content-security-policy': inertPolicy,
    'content-type': `${type}; charset=utf-8`,
    'content-length': bytes.length,
    ...more,
  });
  // Node leaves the body of an answer to HEAD out.
  response.end(bytes);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendText(response, status, 'application/json', JSON.stringify(value));
}

/** As a page for people, as JSON for the page's own requests. */
export function sendFailure(
  response: ServerResponse,
  status: number,
  failure: ServedError,
  asPage: boolean,
): void {
  if (!asPage) {
    sendJson(response, status, failure);
    return;
  }
  const policy = { 'content-security-policy': refusalPolicy };
  sendText(response, status, 'text/html', refusalPage(failure), policy);
}

export function failureOf(error: unknown): ServedError {
  if (error instanceof ToolError) return { message: error.message, hint: error.hint ?? '' };
  const what = error instanceof Error ? error.message : String(error);
  return { message: `internal error: ${what}`, hint: 'this is a bug in plateau: report it' };
}

/** Where a status says more than that the content could not be used. */
const statuses: Partial<Record<ToolErrorCode, number>> = {
  'too-large': 413,
  'not-found': 404,
  denied: 403,
};

/** The status that says how an error came about. */
export function statusOf(error: unknown): number {
  return error instanceof ToolError ? (statuses[error.code] ?? 422) : 500;
}

export async function sendContent(
  response: ServerResponse,
  content: ProfileContent,
): Promise<void> {
  response.writeHead(200, {
    ...commonHeaders,
    'content-security-policy': inertPolicy,
    'content-type': 'application/octet-stream',
    'content-length': content.sizeBytes,
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  // A reader that goes away ends the sending, and that is all.
  await pipeline(Readable.from(content.chunks(), { objectMode: false }), response).catch(
    () => undefined,
  );
}
