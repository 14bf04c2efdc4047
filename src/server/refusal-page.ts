import type { ServedError } from './api.ts';

/** What a person sees who comes by a wrong address. Both texts are ours, and escaped all the same. */
export function refusalPage({ message, hint }: ServedError): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plateau: refused</title></head>
<body><main><h1>Refused</h1><p>${escaped(message)}.</p><p>${escaped(hint)}</p></main></body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}
