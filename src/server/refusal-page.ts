import { createHash } from 'node:crypto';
import { escapeXml } from '../render/escape.ts';
import type { ServedError } from './api.ts';

const style = `:root{color-scheme:light dark}body{margin:20vh auto 0;max-width:34em;padding:0 16px;font:15px/1.5 system-ui,sans-serif}h1{font-size:20px}`;

/** Only this style sheet, and nothing else. */
export const refusalPolicy: string = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; sandbox`;

/** What a person sees who comes by a wrong address. */
export function refusalPage({ message, hint }: ServedError): string {
  const lines = [message, hint].filter((line) => line !== '').map(sentence);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plateau: refused</title><style>${style}</style></head>
<body><main><h1>Plateau does not answer this</h1>${lines.map((line) => `<p>${escapeXml(line)}</p>`).join('')}</main></body>
</html>
`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
