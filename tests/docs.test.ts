import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a plain module, shared with the scripts
import { layers } from '../scripts/layers-table.mjs';
import { skip } from './judges/requires.ts';
import { renderReference } from './reference.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const pages = tracked.filter((path) => path.endsWith('.md') && !path.includes('testdata/'));

/** Blocks marked `sh` are run; those marked `console` show what a test cannot do. */
function commandBlocks(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = '']) => block);
}

/** Without blocks of code. */
function plainText(page: string): string {
  return readFileSync(join(root, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
}

describe('the command blocks of the documents', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plateau-docs-'));
    mkdirSync(join(folder, 'fixtures'));
    cpSync(join(root, 'fixtures/recordings'), join(folder, 'fixtures/recordings'), {
      recursive: true,
    });
    cpSync(join(root, 'demo'), join(folder, 'demo'), { recursive: true });
    symlinkSync(join(root, 'plateau'), join(folder, 'plateau'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const withBlocks = pages.filter((page) => commandBlocks(page).length > 0);
  it.for(withBlocks)('%s', async (page, context) => {
    for (const block of commandBlocks(page)) {
      const running = run('bash', ['-euo', 'pipefail', '-c', block], { cwd: folder });
      const { stdout, stderr } = await running.catch((error: unknown) => {
        if (/cannot sample .*perf_event/.test(String(error))) skip(context, String(error));
        throw error;
      });
      expect(stdout + stderr, block).not.toBe('');
    }
  });

  it('are those of the README and the tutorial at least', () => {
    expect(withBlocks).toEqual(expect.arrayContaining(['README.md', 'docs/tutorial.md']));
  });
});

describe('the documents', () => {
  it('link to files that exist', () => {
    const broken = pages.flatMap((page) => {
      return Array.from(
        plainText(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g),
        ([, to = '']) => to,
      )
        .filter((to) => !existsSync(resolve(root, dirname(page), to)))
        .map((to) => `${page} → ${to}`);
    });
    expect(broken).toEqual([]);
  });

  it('name sources that exist', () => {
    const stale = pages.flatMap((page) => {
      const named = plainText(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`/g);
      return Array.from(named, ([, path = '']) => path)
        .filter((path) => !/\bNAME\b/.test(path))
        .filter((path) => !tracked.some((file) => `/${file}`.endsWith(`/${path}`)))
        .map((path) => `${page}: ${path}`);
    });
    expect(stale).toEqual([]);
  });

  it('describe every layer', () => {
    const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const names = Object.keys(layers as Readonly<Record<string, unknown>>);
    expect(names.filter((name) => !map.includes(`**${name}/** (`))).toEqual([]);
  });

  it('have the reference that the flag tables give', async () => {
    const path = join(root, 'docs/reference/cli.md');
    const made = await renderReference();
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, made);
    expect(readFileSync(path, 'utf8') === made, 'stale: npm run generate').toBe(true);
  });

  it('have a README that fits a screen or two', () => {
    const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n');
    expect(lines.length).toBeLessThan(80);
  });

  it('name every dependency and its reason', () => {
    const text = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    const used = Object.keys(manifest.dependencies).filter((name) => !text.includes(`| ${name}`));
    expect(used).toEqual([]);
    // Languages of the editor and plug-ins are told by the family they belong to.
    const families = Object.keys(manifest.devDependencies).map((name) =>
      name.replace(/^@(codemirror|lezer|biomejs)\/.*$/, (_, family: string) =>
        family === 'biomejs' ? 'biome' : `@${family}`,
      ),
    );
    expect(families.filter((name) => !text.includes(name))).toEqual([]);
  });
});

describe('the repository', () => {
  const texts = tracked
    .filter((path) => statSync(join(root, path)).size < 2_000_000)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'latin1') }));

  it('holds no path of this machine and no package registry', () => {
    const home = homedir() === '/' ? '\0' : `${homedir()}/`;
    const registry = ['registry', 'npmjs', 'org'].join('.');
    const found = texts.filter(({ text }) => {
      // A process's root folder is not the home of root.
      const plain = text.replaceAll(/\/proc\/[^/\s]+\/root\//g, '');
      return [root, home, registry].some((word) => plain.includes(word));
    });
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('asks nothing of the network at run time but the servers in DEBUGINFOD_URLS', () => {
    // platform/debuginfod.test.ts shows that nothing is asked without the variable.
    // The server listens and answers; the page's own policy lets it ask nobody but that server. What
    // bench reads from a pipe is no network, though Node calls it a socket.
    const allowed =
      /^src\/(platform\/(debuginfod-download|loopback)\.ts|bench\/output-pipe\.ts|server\/|web\/)/;
    const found = texts.filter(({ path, text }) => {
      const ours = /^src\/.*(?<!\.test)\.ts$/.test(path);
      return (
        ours &&
        !allowed.test(path) &&
        /from 'node:(https?|http2|net|tls|dgram|dns)'|\bfetch\(/.test(text)
      );
    });
    expect(found.map(({ path }) => path)).toEqual([]);
    const asking = texts.filter(({ path, text }) => {
      return (
        /^src\/server\/(?!testing)/.test(path) && /\bfetch\(|\b(request|get|connect)\(\{/.test(text)
      );
    });
    expect(asking.map(({ path }) => path)).toEqual([]);
  });
});
