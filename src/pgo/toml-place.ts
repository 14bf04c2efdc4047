/**
 * The line (from 1) where a key of a TOML text stands, for messages: `pgo.target[1].name`. The nearest
 * table when the key itself is not written, 1 when nothing is found.
 */
export function lineOfKey(text: string, path: string): number {
  const wanted = path.split('.');
  const seen = new Map<string, number>();
  let table = '';
  let best = 1;
  let bestDepth = 0;
  text.split('\n').forEach((line, at) => {
    const header = /^\s*\[(\[?)\s*([^\]]+?)\s*\]/.exec(line);
    if (header !== null) table = tableOf(header[2] ?? '', header[1] === '[', seen);
    const key = header === null ? /^\s*([\w-]+|"[^"]*")\s*[=.]/.exec(line)?.[1] : undefined;
    const here = [...table.split('.'), ...(key === undefined ? [] : [key.replaceAll('"', '')])];
    const depth = sharedDepth(wanted, here);
    const isPart = depth === here.filter((part) => part !== '').length;
    if (isPart && depth > bestDepth) {
      bestDepth = depth;
      best = at + 1;
    }
  });
  return best;
}

/** `[[pgo.target]]` the second time is `pgo.target[1]`; `[pgo.target.x]` speaks of the last one. */
function tableOf(name: string, isArray: boolean, seen: Map<string, number>): string {
  const parts = name.split('.').map((part) => part.trim().replaceAll('"', ''));
  let written = '';
  let path = '';
  parts.forEach((part, at) => {
    written += `${at === 0 ? '' : '.'}${part}`;
    if (isArray && at === parts.length - 1) seen.set(written, (seen.get(written) ?? -1) + 1);
    const index = seen.get(written);
    path += `${at === 0 ? '' : '.'}${part}${index === undefined ? '' : `[${index}]`}`;
  });
  return path;
}

function sharedDepth(wanted: readonly string[], here: readonly string[]): number {
  const parts = here.filter((part) => part !== '');
  let depth = 0;
  while (depth < parts.length && parts[depth] === wanted[depth]) depth++;
  return depth;
}
