// Builds the web pages, each ONE file with its style, its script and its worker inside, so that the server's
// page, a page opened from a disk and an exported report are the same. Profiles of an exported page
// stand at the two markers (src/server/page-marker-table.ts): what there is before the script, the bytes
// behind it.
import { createHash } from 'node:crypto';
import { build } from 'vite';

/** Both pages, by the name of their file. */
export async function buildPages() {
  const [page, results] = await Promise.all([buildPage(), buildResultsPage()]);
  return { 'page.html': page, 'results.html': results };
}

/** Results of benchmarks and of pgo: no engine, no network; results stand at a marker before the script. */
export async function buildResultsPage() {
  const { script, style } = await bundle('src/web/results/main.tsx');
  const sources = [`script-src '${hashOf(script)}'`];
  const body = `<!-- results -->
<script>${script}</script>`;
  return documentOf(style, sources, body);
}

async function buildPage() {
  const [app, worker, inflate, early, editor] = await Promise.all([
    bundle('src/web/app/main.tsx'),
    bundle('src/web/engine/worker.ts'),
    bundle('src/web/engine/inflate-worker.ts'),
    bundle('src/web/engine/early-start.ts'),
    bundle('src/web/kit/code/editor-main.ts'),
  ]);
  return pageOf(app, early.script, {
    worker: worker.script,
    inflate: inflate.script,
    editor: editor.script,
  });
}

/** What is not run at once stands in the page as text. */
function pageOf({ script, style }, early, { worker, inflate, editor }) {
  const sources = [
    `script-src '${hashOf(early)}' '${hashOf(script)}' '${hashOf(editor)}'`,
    'worker-src blob:',
    "connect-src 'self'",
    'img-src data: blob:',
  ];
  const body = `<script type="text/plain" id="plateau-worker">${worker}</script>
<script type="text/plain" id="plateau-inflate">${inflate}</script>
<script>${early}</script>
<script type="text/plain" id="plateau-editor">${editor}</script>
<!-- profiles -->
<script>${script}</script>
<!-- profile data -->`;
  return documentOf(style, sources, body);
}

/** A page of one file: nothing may run, be shown or be asked that `sources` does not name. */
function documentOf(style, sources, body) {
  const policy = [
    "default-src 'none'",
    ...sources,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Plateau</title>
<style>${style}</style>
</head>
<body>
<div id="plateau"></div>
${body}
</body>
</html>
`;
}

export async function bundle(entry) {
  const [result] = await build({
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      cssMinify: true,
      lib: { entry, formats: ['iife'], name: 'plateau' },
    },
  });
  const textOf = (test) =>
    result.output
      .filter((each) => test.test(each.fileName))
      .map((each) => String(each.code ?? each.source).trim())
      .join('\n');
  return { script: inElement(textOf(/\.js$/)), style: textOf(/\.css$/) };
}

/** Neither may stand inside a script element; in strings and expressions the backslash changes nothing. */
function inElement(code) {
  return code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
