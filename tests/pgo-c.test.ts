import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { requires } from './judges/requires.ts';
import { recordedWith, runPlateau } from './running-plateau.ts';

const example = fileURLToPath(new URL('../examples/pgo-c/', import.meta.url));
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Setup {
  readonly target: string;
  readonly repetitions?: number;
}

function workload(name: string, role: string, count: number): string {
  return `[[pgo.workload]]\nname = "${name}"\ntarget = "calc"\nrole = "${role}"\nargs = ["${count}"]\nstdin = "list.txt"\n`;
}

/** A target that a shell builds; `$@` are the flags. */
function built(script: string): string {
  return `language = "c"\ncompiler = "clang-19"\nbuild = ["sh", "-c", "${script}", "sh", "\${pgo}"]\n`;
}

/** A project with calc: trained on a list of commands, proved on another one. */
function project({ target, repetitions = 2000 }: Setup): string {
  // LLVM's runtime takes % for a pattern.
  const folder = mkdtempSync(join(tmpdir(), 'plateau-50%-pgo-c-'));
  folders.push(folder);
  cpSync(join(example, 'calc.c'), join(folder, 'calc.c'));
  const list = Array.from({ length: 400 }, (_, at) => `${at % 50 === 0 ? 'xor' : 'add'} ${at}`);
  writeFileSync(join(folder, 'list.txt'), `${list.join('\n')}\n`);
  writeFileSync(
    join(folder, 'plateau.toml'),
    `[pgo]\n[pgo.quick]\niterations = 1\nleast-runs = 5\nmost-runs = 5\n` +
      `[[pgo.target]]\nname = "calc"\n${target}` +
      workload('training', 'train', repetitions) +
      workload('proof', 'held-out', 500),
  );
  return folder;
}

async function reportOf(cwd: string): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runPlateau(['pgo', '--quick', '--json'], { cwd });
  expect(stderr).not.toContain('internal error');
  const [target] = JSON.parse(stdout).targets;
  return target;
}

/** What `pgo stale` says of the sources as they are, and after a line more in `run` and a new name for `run_max`. */
async function expectStaleness(cwd: string): Promise<void> {
  const stale = async (): Promise<Record<string, unknown>> => {
    const { stdout, stderr } = await runPlateau(['pgo', 'stale', '--json'], { cwd });
    expect(stderr).not.toContain('internal error');
    return JSON.parse(stdout)[0].staleness;
  };
  expect(await stale()).toMatchObject({ lost: 0 });
  const source = join(cwd, 'calc.c');
  const changed = readFileSync(source, 'utf8')
    .replace(/( run\(.*\{\n)/, '$1  if (getenv("ODD") != 0)\n    puts("odd");\n')
    .replaceAll('run_add', 'run_plus');
  writeFileSync(source, `/* A line above costs nothing. */\n${changed}`);
  const { lost, functions } = await stale();
  expect(lost).toBeGreaterThan(0.2);
  expect(functions).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ name: 'run', fate: 'changed' }),
      expect.objectContaining({ name: 'run_add', fate: 'gone' }),
    ]),
  );
}

const withSources = (compiler: string, more = ''): string =>
  `language = "c"\nsources = ["calc.c"]\ncompiler = "${compiler}"\n${more}`;

describe('plateau pgo for C', () => {
  requires('clang-19')('trains clang by counters and shows that they were used', async () => {
    const cwd = project({ target: withSources('clang-19', 'require = ["run_add"]\n') });
    const target = await reportOf(cwd);
    expect(target).toMatchObject({ problem: null, control: null });
    expect(target['proof']).toMatch(/main got its counts, \d+ indirect calls? made direct/);
    expect(target['coverage']).toEqual({ usedShare: 1, missing: 0, mismatched: 0 });
    expect(target['workloads']).toMatchObject([{ workload: 'proof', failure: null, runs: 5 }]);

    // The profile of an older source: what no longer fits is counted.
    const changed = readFileSync(join(cwd, 'calc.c'), 'utf8').replace(
      'long repetitions = argc > 1',
      'if (argc > 5) return puts("too many") < 0;\n  long repetitions = argc > 1',
    );
    writeFileSync(join(cwd, 'calc.c'), changed);
    const { stdout } = await runPlateau(['pgo', 'build', '--json'], { cwd });
    expect(JSON.parse(stdout).targets[0].coverage).toMatchObject({ mismatched: 1 });
  });

  recordedWith('clang-19')('trains clang by samples of our recorder', async () => {
    const more = 'mode = "sample"\nrequire = ["run_add"]\n';
    const cwd = project({ target: withSources('clang-19', more), repetitions: 300_000 });
    const target = await reportOf(cwd);
    expect(target['problem']).toBeNull();
    expect(target['proof']).toMatch(/[1-9]\d* indirect calls? made direct/);
    await expectStaleness(cwd);
  });

  requires('gcc')('times what the flags of gcc gain without a profile apart', async () => {
    const cwd = project({ target: withSources('gcc', 'require = ["run_add"]\n') });
    const target = await reportOf(cwd);
    expect(target['problem']).toBeNull();
    expect(target['proof']).toContain('the code differs from the build with its flags alone');
    expect(target['proof']).toMatch(/^\w+ got its counts, [1-9]\d* indirect calls? made direct/);
    expect(target['coverage']).toEqual({ usedShare: 1, missing: 0, mismatched: 0 });
    const [proof] = target['workloads'] as { control: { profile: { ratio: number } } }[];
    expect(proof?.control.profile.ratio).toBeGreaterThan(0);
    await expectStaleness(cwd);
  });

  recordedWith('gcc')('trains gcc by samples of our recorder', async () => {
    const more = 'mode = "sample"\n';
    const cwd = project({ target: withSources('gcc', more), repetitions: 300_000 });
    const { stdout } = await runPlateau(['pgo', 'profile', '--quick', '--json'], { cwd });
    expect(JSON.parse(stdout).targets[0].problem).toBeNull();
    const { stdout: built } = await runPlateau(['pgo', 'build', '--json'], { cwd });
    const [target] = JSON.parse(built).targets;
    expect(target.staleness.lost).toBe(0);
    expect(target.coverage.usedShare).toBeGreaterThan(0.9);
    await expectStaleness(cwd);
  });

  requires('clang-19')('refuses a build command that loses the profile', async () => {
    const compile = `\${compiler} -O2 $@ calc.c -o \${binary}`;
    const works = await reportOf(project({ target: built(compile) }));
    expect(works['problem']).toBeNull();
    const loses = built(`case \${stage} in optimised) set -- ;; esac; ${compile}`);
    const target = await reportOf(project({ target: loses }));
    expect(target['problem']).toMatchObject({
      isFailure: true,
      cause: expect.stringContaining('its code is the same as without'),
    });
  });

  requires('clang-19')('warns of training that saw nothing but start-up', async () => {
    const target = await reportOf(project({ target: withSources('clang-19'), repetitions: 0 }));
    expect(target['problem']).toMatchObject({
      isFailure: false,
      cause: expect.stringContaining('only start-up was trained'),
    });
  });

  it('says so when there is no compiler', async () => {
    const cwd = project({ target: 'language = "c++"\nsources = ["calc.cc"]\n' });
    const { status, stderr } = await runPlateau(['pgo', '--quick'], { cwd, env: { PATH: cwd } });
    expect(stderr).toContain('neither clang++ nor g++ is installed');
    expect(status).toBe(1);
  });
});
