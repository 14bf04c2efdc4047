// Prints the largest source files and functions: ugliness begins in the tail.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const shown = 10;
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(
    (path) =>
      /\.tsx?$/.test(path) && !/\.(test|fuzz|d|gen)\.ts$|-table\.tsx?$|testing\//.test(path),
  )
  .map((path) => ({ path: `src/${path}`, lines: readFileSync(`src/${path}`, 'utf8').split('\n') }));

const total = files.reduce((sum, file) => sum + file.lines.length, 0);
console.log(`${files.length} source files, ${total} lines`);
print(
  'Largest files',
  files.map((file) => ({ name: file.path, lines: file.lines.length })),
);
print('Longest functions', files.flatMap(functionsOf));

/** By the closing brace at the indent of the opening line, which the formatter guarantees. */
function functionsOf({ path, lines }) {
  return lines.flatMap((line, start) => {
    const head =
      /^(\s*)(?:export )?(?:async )?(?:function\*? (\w+)|(?:\w+ )*(#?\w+)\(.*\).*\{$)/.exec(line);
    if (head === null || /^\s*(if|for|while|switch|return|else|catch)\b/.test(line)) return [];
    const [, indent, named, method] = head;
    // A signature of several lines ends in `): Type {` at the same indent; a call ends in `});`.
    const isNext = (other) =>
      other.startsWith(indent) && /^[^\s)]/.test(other.slice(indent.length));
    const end = lines.findIndex((other, at) => at > start && isNext(other));
    if (lines[end] !== `${indent}}`) return [];
    return [{ name: `${path} ${named ?? method}`, lines: end - start + 1 }];
  });
}

function print(title, entries) {
  console.log(`\n${title}`);
  const largest = entries.sort((a, b) => b.lines - a.lines).slice(0, shown);
  for (const { name, lines } of largest) console.log(`${String(lines).padStart(6)}  ${name}`);
}
