import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { requires } from './judges/requires.ts';
import { recordedWith, runPlateau } from './running-plateau.ts';

const itWithGo = requires('go');
const itRecorded = recordedWith('go');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Burns so much time, or does what its first argument says. */
const program = `package main

import (
	"fmt"
	"os"
	"runtime/pprof"
	"time"
)

type step interface{ next(value uint64) uint64 }
type twist struct{ by uint64 }

func (each *twist) next(value uint64) uint64 { return value*6364136223846793005 + each.by }

func burn(steps []step, count int) (value uint64) {
	for at := 0; at < count; at++ {
		value = steps[at%len(steps)].next(value)
	}
	return value
}

func main() {
	if os.Args[1] == "-profile" {
		file, _ := os.Create(os.Args[2])
		pprof.StartCPUProfile(file)
		defer pprof.StopCPUProfile()
		os.Args = os.Args[2:]
	}
	switch os.Args[1] {
	case "crash":
		panic("as asked")
	case "silent":
		time.Sleep(time.Minute)
	case "idle":
		time.Sleep(100 * time.Millisecond)
		return
	}
	fmt.Println(burn([]step{&twist{1}, &twist{3}}, 150_000_000))
}
`;

const bare = `package main

type step interface{ next(value uint64) uint64 }
type twist struct{ by uint64 }

func (each *twist) next(value uint64) uint64 { return value*6364136223846793005 + each.by }

func burn(steps []step, count int) (value uint64) {
	for at := 0; at < count; at++ {
		value = steps[at%len(steps)].next(value)
	}
	return value
}

func main() { println(burn([]step{&twist{1}, &twist{3}}, 40_000_000)) }
`;

function project(config: string, source: string = program): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-pgo-'));
  folders.push(folder);
  writeFileSync(join(folder, 'go.mod'), 'module example.com/tiny\n\ngo 1.21\n');
  writeFileSync(join(folder, 'main.go'), source);
  writeFileSync(join(folder, 'plateau.toml'), config);
  return folder;
}

function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd,
    encoding: 'utf8',
  });
}

function commit(cwd: string): void {
  git(cwd, 'init', '-q');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-q', '-m', 'all');
}

const target = `[pgo]
iterations = 1
[pgo.quick]
iterations = 1
least-runs = 5
most-runs = 5
[[pgo.target]]
name = "tiny"
language = "go"
profile = "flag"
profile-flag = ["-profile", "\${profile}"]
least-samples = 5
`;

function workload(name: string, role: string, ...args: readonly string[]): string {
  return `[[pgo.workload]]\nname = "${name}"\ntarget = "tiny"\nrole = "${role}"\nargs = ${JSON.stringify(args)}\n`;
}

const server = (ready: string): string =>
  `${target.replace('"flag"', '"http"')}${workload('serve', 'train', 'silent')}[pgo.workload.server]\nready = "${ready}"\n` +
  `ready-timeout = "300ms"\ncapture = "${ready}"\nrequests = ["${ready}"]\n`;

describe('plateau pgo', () => {
  itRecorded(
    'ends with a verdict, a kept profile and a report',
    async () => {
      // Without imports: building with a profile compiles all that is imported anew.
      const config = target.replace(
        /profile = [\s\S]*$/,
        'profile = "recorder"\nrequire = ["main.burn"]\n',
      );
      const cwd = project(config + workload('work', 'train') + workload('other', 'held-out'), bare);
      commit(cwd);
      const { status, stdout, stderr } = await runPlateau(['pgo', '--quick', '--json'], { cwd });
      expect(stderr).not.toContain('internal error');
      expect(status).toBe(0);
      const report = JSON.parse(stdout);
      const [tiny] = report.targets;
      expect(tiny.problem).toBeNull();
      expect(tiny.profile.facts.samples).toBeGreaterThan(20);
      expect(tiny.proof).toContain('-pgo=');
      expect(tiny.workloads[0].runs).toBe(5);
      expect(['faster', 'slower', 'no difference', 'inconclusive']).toContain(report.verdict);
      const manifest = JSON.parse(readFileSync(join(cwd, 'pgo-profiles/manifest.json'), 'utf8'));
      expect(manifest.profiles[0]).toMatchObject({
        target: 'tiny',
        kind: 'cpu-samples',
        os: 'linux',
        // What the run itself writes is no change of the sources.
        dirty: false,
      });
      expect(git(cwd, 'status', '--porcelain')).toBe('?? pgo-profiles/\n');
      const markdown = readFileSync(join(cwd, 'pgo-build/report.md'), 'utf8');
      expect(markdown).toMatch(/^\| `?tiny`? \| `?other`? \|/m);
    },
    240_000,
  );

  itWithGo('goes on without a useless profile, and fails for it when strict', async () => {
    const cwd = project(target + workload('wait', 'train', 'idle'));
    const { status, stdout } = await runPlateau(['pgo', '--quick'], { cwd, env: { CI: '' } });
    // None at all, or a few of its start.
    expect(stdout).toMatch(
      /no profile: (the profile holds no samples|\d samples are fewer than 5)/,
    );
    expect(stdout).toContain('try: ');
    expect(status).toBe(0);
    expect(existsSync(join(cwd, 'pgo-profiles'))).toBe(false);
    const strict = await runPlateau(['pgo', 'profile', '--quick', '--strict'], { cwd });
    expect(strict.status).toBe(1);
  });

  itWithGo('says what a compiler and a crashing workload said', async () => {
    const cwd = project(target + workload('crash', 'train', 'crash'));
    const crash = await runPlateau(['pgo', '--quick'], { cwd });
    expect(crash.status).toBe(1);
    expect(crash.stdout).toContain('workload crash ended with status 2');
    writeFileSync(join(cwd, 'main.go'), 'package main\n\nfunc main() { nothing() }\n');
    const broken = await runPlateau(['pgo', '--quick'], { cwd });
    expect(broken.status).toBe(1);
    expect(broken.stdout).toContain('main.go:3:15: undefined: nothing');
  });

  itWithGo('names a port that is in use and a server that is never ready', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    try {
      const cwd = project(server(`http://127.0.0.1:${port}/`));
      const used = await runPlateau(['pgo', '--quick'], { cwd });
      expect(used.stdout).toContain(`port ${port} is in use`);
      expect(used.status).toBe(1);
      writeFileSync(join(cwd, 'plateau.toml'), server(`http://127.0.0.1:\${port:a}/`));
      const silent = await runPlateau(['pgo', '--quick'], { cwd });
      expect(silent.stdout).toContain('the server was not ready within 0.3 s');
      expect(silent.status).toBe(1);
      await expect.poll(() => processesIn(cwd)).toEqual([]);
    } finally {
      other.close();
    }
  });

  itWithGo('leaves no process behind when it is interrupted', async () => {
    const cwd = project(target + workload('silent', 'train', 'silent'));
    const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
    const child = spawn(process.execPath, [cli, 'pgo', '--quick'], { cwd, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    while (processesIn(cwd).length === 0 && child.exitCode === null) await sleep(50);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await expect.poll(() => processesIn(cwd)).toEqual([]);
  });

  it('names line and key of what is wrong in plateau.toml', async () => {
    const cwd = project(`${target}colour = "blue"\n`);
    const { status, stderr } = await runPlateau(['pgo'], { cwd });
    expect(stderr).toContain(
      'plateau.toml:13: pgo.target[0].colour is not a key that is known here',
    );
    expect(status).toBe(1);
    writeFileSync(join(cwd, 'plateau.toml'), '[pgo]\niterations = \n');
    expect((await runPlateau(['pgo'], { cwd })).stderr).toContain('plateau.toml:2: iterations: ');
  });

  it('prints the commands of a dry run and runs none', async () => {
    const cwd = project(target + workload('work', 'train', 'x'));
    const { stdout } = await runPlateau(['pgo', '--dry-run'], { cwd });
    expect(stdout).toContain(`go build -pgo=off -o ${cwd}/pgo-build/tiny-baseline .`);
    expect(stdout).toContain(`-pgo=${cwd}/pgo-profiles/tiny.linux-x64.HASH.pprof`);
    expect(existsSync(join(cwd, 'pgo-build'))).toBe(false);
  });
});

/** Programs that run from the folder. */
function processesIn(folder: string): string[] {
  const { readdirSync, readlinkSync } = process.getBuiltinModule('node:fs');
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/exe`).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  });
}
