import type { IncomingMessage, ServerResponse } from 'node:http';
import { ToolError } from '../base/tool-error.ts';
import type { SourceText } from '../load/source-files.ts';
import type { TemporaryFiles } from '../platform/temporary-files.ts';
import { sendContent, sendJson, sendText } from './answer.ts';
import { apiPaths } from './api.ts';
import { withPostedFile } from './posted-file.ts';
import type { Admitted } from './request-guard.ts';
import { policyOf } from './security-headers.ts';
import type { ServedProfile } from './served-profile.ts';

/** Everything the routes need. */
export interface Served {
  readonly page: string;
  readonly profiles: readonly ServedProfile[];
  readonly temporary: TemporaryFiles;
  readonly mostUploadBytes: number;
  /** Another file, which the page has sent. */
  open(path: string, name: string): ServedProfile;
  readSource(file: string): Promise<SourceText>;
}

/** Answers a request that was let in; throws a ToolError for what cannot be had. */
export async function route(
  { path, query }: Admitted,
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
): Promise<void> {
  const isPost = request.method === 'POST';
  if (isPost !== (path === apiPaths.open)) {
    response.setHeader('allow', isPost ? 'GET, HEAD' : 'POST');
    sendJson(response, 405, { message: `${request.method} is not used here`, hint: '' });
    return;
  }
  if (path === '') return sendPage(response, served.page);
  if (path === apiPaths.files) {
    sendJson(response, 200, await Promise.all(served.profiles.map((each) => each.facts())));
    return;
  }
  if (path === apiPaths.open) return await openPosted(query, request, response, served);
  const numbered = /^(api\/(?:profile|source)\/)(\d{1,6})$/.exec(path);
  const profile = served.profiles[Number(numbered?.[2] ?? -1)];
  if (numbered === null || profile === undefined) {
    throw new ToolError('not-found', 'there is nothing at this address');
  }
  if (numbered[1] === apiPaths.profile) return sendContent(response, await profile.content());
  await sendSource(query.get('file') ?? '', profile, response, served);
}

function sendPage(response: ServerResponse, page: string): void {
  sendText(response, 200, 'text/html', page, { 'content-security-policy': policyOf(page) });
}

async function openPosted(
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
): Promise<void> {
  const { temporary, mostUploadBytes } = served;
  await withPostedFile(request, temporary, mostUploadBytes, async (path) => {
    const name = query.get('name') ?? 'recording';
    await sendContent(response, await served.open(path, name).content());
  });
}

/** Only what the profile names: a page must not become a way to read files. */
async function sendSource(
  file: string,
  profile: ServedProfile,
  response: ServerResponse,
  served: Served,
): Promise<void> {
  if (!(await profile.sourceNames()).has(file)) {
    throw new ToolError('denied', 'the profile names no such source file');
  }
  const source = await served.readSource(file);
  if ('missing' in source) throw new ToolError('not-found', source.missing);
  sendText(response, 200, 'text/plain', source.text);
}
