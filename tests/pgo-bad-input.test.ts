import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { findTool, requires, skip } from './judges/requires.ts';
import { type Run, recordedWith, runPlateau } from './running-plateau.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const itWithClang = requires('clang-19');
const itWithMake = requires('make', 'clang-19');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const source = `#include <stdio.h>
#include <stdlib.h>
static unsigned long burn(long count) {
  unsigned long value = 1;
  for (long at = 0; at < count; at++) value = at % 5 ? value * 6364136223846793005UL + 3 : value >> 7;
  return value;
}
int main(int count, char **words) {
  printf("%lu\\n", burn(atol(words[count - 1]) * 1000000));
  return 0;
}
`;

const otherSource = `#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  long rounds = atol(words[count - 1]) * 1000000, sum = 0;
  if (rounds > 3) for (long at = 0; at < rounds; at++) sum += at % 3 ? at : at % 7 ? -at : 1;
  return puts(sum == 0 ? "nothing" : "something") < 0;
}
`;

const target = `[[pgo.target]]
name = "tiny"
language = "c"
compiler = "clang-19"
sources = ["tiny.c"]
`;

function workload(name: string, role: string, ...args: readonly string[]): string {
  return `[[pgo.workload]]\nname = "${name}"\ntarget = "tiny"\nrole = "${role}"\nargs = ${JSON.stringify(args)}\n`;
}

const config = `[pgo.quick]\nleast-runs = 5\nmost-runs = 5\n${target}${workload('one', 'train', '5')}${workload('two', 'train', '6')}`;

function project(toml: string, program = source): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-bad-'));
  folders.push(folder);
  writeFileSync(join(folder, 'tiny.c'), program);
  writeFileSync(join(folder, 'plateau.toml'), toml);
  return folder;
}

function pgo(cwd: string, ...words: readonly string[]): Promise<Run> {
  return runPlateau(['pgo', ...words, '--quick', '-q'], { cwd, env: { CI: '' } });
}

/** Raw profiles that training left. */
function rawFiles(cwd: string): string[] {
  const folder = join(cwd, 'pgo-build/work/raw');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.profraw'))
    .map((name) => join(folder, name));
}

function profiles(cwd: string): string[] {
  return readdirSync(join(cwd, 'pgo-profiles')).filter((name) => name.endsWith('.profdata'));
}

describe('plateau pgo says what is wrong', () => {
  it('when the compiler is missing, before anything is done', async () => {
    const missing = project(config.replace('clang-19', 'no-such-clang'));
    const run = await pgo(missing);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/cannot run no-such-clang: no such program\n +try: /);
    expect(existsSync(join(missing, 'pgo-build'))).toBe(false);
    const go = project('[pgo]\n[[pgo.target]]\nname = "tool"\nlanguage = "go"\n');
    const without = await runPlateau(['pgo'], { cwd: go, env: { PATH: go } });
    expect(without.stderr).toContain('cannot run go: no such program');
    expect(without.status).toBe(1);
  });

  itWithClang('about profiles that are cut off: one is left out, none is no profile', async () => {
    const cwd = project(config);
    expect((await pgo(cwd, 'profile')).status).toBe(0);
    const [first = '', second = ''] = rawFiles(cwd);
    truncateSync(first, 150);
    const one = await pgo(cwd, 'merge');
    expect(one.stdout).toMatch(/doubtful: \S+\.profraw: truncated .* at 0x[\da-f]+.*left out/);
    expect(one.status).toBe(0);
    const kept = profiles(cwd);
    truncateSync(second, 150);
    const none = await pgo(cwd, 'merge');
    expect(none.stdout).toMatch(/no profile: none of 2 profiles can be read: .*truncated/);
    expect(profiles(cwd)).toEqual(kept);
    expect((await pgo(cwd, 'merge', '--strict')).status).toBe(1);
  });

  itWithClang('about the profile of another program, and about no profile', async () => {
    const other = project(config, otherSource);
    expect((await pgo(other, 'profile')).status).toBe(0);
    const cwd = project(config);
    expect((await pgo(cwd, 'baseline')).status).toBe(0);
    const [alien = ''] = profiles(other);
    const use = join(other, 'pgo-profiles', alien);
    const run = await pgo(cwd, 'build', '--use', use);
    expect(run.stdout).toContain(`${use} is not a profile of tiny`);
    expect(run.status).toBe(1);
    expect(existsSync(join(cwd, 'pgo-build/tiny'))).toBe(false);
    writeFileSync(join(cwd, 'no.profdata'), 'no profile');
    const broken = await pgo(cwd, 'build', '--use', 'no.profdata');
    expect(broken.stdout).toMatch(/failed: \S*no\.profdata: /);
    expect(broken.status).toBe(1);
    expect((await pgo(cwd, 'build')).stdout).toMatch(/failed: [\s\S]*try: /);
  });

  itWithClang('about its own files when somebody has broken them', async () => {
    const cwd = project(config);
    for (const name of ['pgo-build', 'pgo-profiles']) mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, 'pgo-build/state.json'), '{"version": 1, "st');
    writeFileSync(join(cwd, 'pgo-profiles/manifest.json'), '[');
    const state = await pgo(cwd, '--resume');
    expect(state.stderr).toMatch(/state\.json is not the state of a run\n +try: /);
    expect(state.status).toBe(1);
    const manifest = await pgo(cwd, 'build');
    expect(manifest.stdout + manifest.stderr).toMatch(/manifest\.json is not a manifest/);
    expect(manifest.status).toBe(1);
    expect(readFileSync(join(cwd, 'pgo-profiles/manifest.json'), 'utf8')).toBe('[');
  });
});

const server = `[[pgo.data]]
name = "logs"
kind = "log"
lines = 3000
[[pgo.target]]
name = "serve"
language = "go"
build = ["go", "build", "-C", "${join(root, 'examples/logtools')}", "\${pgo}", "-o", "\${binary}", "./serve"]
profile = "recorder"
require = ["main.(*store).search"]
[[pgo.workload]]
name = "searches"
target = "serve"
role = "train"
args = ["-listen", "127.0.0.1:\${port:http}", "\${data:logs}"]
[pgo.workload.server]
ready = "http://127.0.0.1:\${port:http}/health"
capture-seconds = 1
requests = ["http://127.0.0.1:\${port:http}/search?q=timeout+after&most=50"]
`;

describe('a server', () => {
  recordedWith('go')('is trained by our recorder where it has no endpoint of its own', async () => {
    const cwd = project(server);
    const run = await pgo(cwd, 'profile', '--json');
    expect(run.status, run.stderr).toBe(0);
    const [serve] = JSON.parse(run.stdout).targets;
    expect(serve.problem).toBeNull();
    expect(serve.profile.facts.samples).toBeGreaterThan(20);
    // Go's own reader takes it.
    const go = findTool('go') ?? 'go';
    const top = execFileSync(go, ['tool', 'pprof', '-top', serve.profile.file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(top).toContain('main.(*store).search');
  });
});

describe('the guide for Make and CI', () => {
  const fragment = join(root, 'docs/guides/pgo.mk');

  itWithMake('has targets that train, build and install', async () => {
    const cwd = project(config + workload('three', 'held-out', '5'));
    const plateau = `PLATEAU=${process.execPath} ${join(root, 'dist/cli/main.js')}`;
    const make = (...words: readonly string[]): string =>
      execFileSync('make', ['-f', fragment, plateau, ...words], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, CI: '' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const targets = ['pgo', 'pgo-quick', 'pgo-generate', 'build-pgo', 'install-pgo', 'pgo-clean'];
    const planned = make('-n', ...targets, 'PGO_TARGETS=tiny', 'DESTDIR=/stage', 'PREFIX=/opt');
    expect(
      planned
        .trim()
        .split('\n')
        .map((line) => line.replace(/^.*main\.js /, '').trim()),
    ).toEqual([
      'pgo tiny',
      'pgo tiny --quick',
      'pgo profile tiny',
      'pgo build tiny',
      "pgo install tiny --prefix '/stage/opt'",
      'pgo clean',
    ]);
    make('pgo-generate', 'build-pgo', 'install-pgo', 'PGO_FLAGS=--quick', `PREFIX=${cwd}/opt`);
    expect(execFileSync(join(cwd, 'opt/bin/tiny'), ['1'], { encoding: 'utf8' })).toMatch(/^\d+\n/);
  });

  requires('python3')('has a workflow that YAML takes, and every step of it exists', (context) => {
    const script =
      'import json, sys\ntry: import yaml\nexcept ImportError: sys.exit(9)\nprint(json.dumps(yaml.load(sys.stdin, yaml.BaseLoader)))';
    const text = readFileSync(join(root, 'docs/guides/pgo-workflow.yml'), 'utf8');
    let json = '';
    try {
      json = execFileSync('python3', ['-c', script], { input: text, encoding: 'utf8' });
    } catch (error) {
      if (error instanceof Error && 'status' in error && error.status === 9) {
        skip(context, 'python3 has no module yaml');
      }
      throw error;
    }
    const workflow = JSON.parse(json) as {
      on: Record<string, unknown>;
      jobs: Record<string, { steps: { uses?: string; run?: string }[] }>;
    };
    expect(Object.keys(workflow.on)).toContain('pull_request');
    const steps = workflow.jobs['pgo']?.steps ?? [];
    for (const { uses, run } of steps) expect(uses ?? run).toMatch(/\S/);
    const commands = steps.flatMap(({ run }) => run?.split('\n') ?? []).join('\n');
    expect(commands).toContain('plateau pgo --quick');
    expect(commands).toContain('pgo-build/report.md');
  });
});
