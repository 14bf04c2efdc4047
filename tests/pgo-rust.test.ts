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
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { requires } from './judges/requires.ts';
import { recordedWith, runPlateau } from './running-plateau.ts';

const itWithCargo = requires('cargo');
const itRecorded = recordedWith('cargo');
let folder = '';

/** A workspace with flags of its own and a build script: what is easily broken by adding flags. */
const files: Readonly<Record<string, string>> = {
  'Cargo.toml': '[workspace]\nmembers = ["tiny"]\nresolver = "2"\n',
  '.cargo/config.toml': '[build]\nrustflags = ["--cfg=mine", "--check-cfg=cfg(mine)"]\n',
  'tiny/Cargo.toml':
    '[package]\nname = "tiny"\nversion = "0.1.0"\nedition = "2021"\n[features]\nlouder = []\n',
  'tiny/build.rs': 'fn main() { println!("cargo::rustc-env=FROM_SCRIPT=script"); }\n',
  'tiny/src/main.rs': `
#[inline(never)]
fn step(value: u64) -> u64 { value.wrapping_mul(6_364_136_223_846_793_005).rotate_left(7) ^ 1 }

#[inline(never)]
fn never(value: u64) -> u64 { value.wrapping_sub(3) }

fn main() {
    let count: u64 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let mut value = 1;
    for turn in 0..count { value = if turn == u64::MAX - 1 { never(value) } else { step(value) }; }
    if cfg!(not(mine)) { std::process::exit(3) }
    if cfg!(not(feature = "louder")) { std::process::exit(4) }
    println!("{} {value:x}", env!("FROM_SCRIPT"));
}
`,
  'tiny/src/bin/other.rs': 'fn main() { for i in 0..5000u64 { std::hint::black_box(i); } }\n',
};

const target = `[pgo.quick]
iterations = 1
least-runs = 5
most-runs = 5
[[pgo.target]]
name = "tiny"
language = "rust"
package = "tiny"
bin = "tiny"
features = ["louder"]
`;

function workload(name: string, role: string, count: string): string {
  return `[[pgo.workload]]\nname = "${name}"\ntarget = "tiny"\nrole = "${role}"\nargs = ["${count}"]\n`;
}

const whole = `[pgo]\n${target}require = ["tiny::step"]\n${workload('work', 'train', '5000')}${workload('more', 'held-out', '9000')}`;

/** The same target, built by a command of its own. */
function own(command: string): string {
  return whole.replace('bin = "tiny"', `build = ["sh", "-c", ${JSON.stringify(command)}]`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-pgo-rust-'));
  for (const [path, text] of Object.entries(files)) write(path, text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Without flags that the machine itself may set. */
function pgo(...args: readonly string[]): ReturnType<typeof runPlateau> {
  return runPlateau(['pgo', ...args], { cwd: folder, env: { CI: '' } });
}

function profiles(): string[] {
  if (!existsSync(join(folder, 'pgo-profiles'))) return [];
  return readdirSync(join(folder, 'pgo-profiles')).filter((name) => name.endsWith('.profdata'));
}

describe('plateau pgo for Rust', () => {
  itWithCargo(
    'ends with a verdict, and keeps flags, features and build scripts as they are',
    async () => {
      write('plateau.toml', whole);
      const { status, stdout, stderr } = await pgo('--quick', '--json');
      expect(stderr).not.toContain('internal error');
      const report = JSON.parse(stdout);
      const [tiny] = report.targets;
      expect(tiny.problem).toBeNull();
      expect(status).toBe(0);
      expect(tiny.profile.facts.unit).toBe('counts');
      expect(tiny.profile.facts.hottest.map(({ name }: { name: string }) => name)).toContain(
        'tiny::step',
      );
      expect(tiny.proof).toMatch(/have got their counts, (all there are|at least \d\d % of all)/);
      expect(tiny.coverage).toMatchObject({ usedShare: 1, mismatched: 0 });
      expect(tiny.workloads[0].runs).toBe(5);
      expect(['faster', 'slower', 'no difference', 'inconclusive']).toContain(report.verdict);
      expect(profiles()).toHaveLength(1);
      const manifest = readFileSync(join(folder, 'pgo-profiles/manifest.json'), 'utf8');
      expect(JSON.parse(manifest).profiles[0]).toMatchObject({
        target: 'tiny',
        kind: 'instrumented',
        flags: ['--release', '--package', 'tiny', '--bin', 'tiny', '--features', 'louder'],
      });
      // An instrumented build script would have left its counters here, and cargo's own folder is untouched.
      expect(existsSync(join(folder, 'pgo-build/work/build/tiny-training/unclaimed'))).toBe(false);
      expect(existsSync(join(folder, 'target'))).toBe(false);
    },
  );

  itWithCargo('names a broken file of counters and uses the others', async () => {
    write('plateau.toml', whole);
    expect((await pgo('profile', '--quick', '--iterations', '2')).status).toBe(0);
    const raw = join(folder, 'pgo-build/work/raw/tiny.work.1');
    const [name = ''] = readdirSync(raw);
    expect(name).toMatch(/\.profraw$/);
    truncateSync(join(raw, name), 200);
    const { status, stdout } = await pgo('merge', '--quick', '--iterations', '2');
    expect(stdout).toContain(`${join(raw, name)}: `);
    expect(stdout).toContain('this run was left out');
    expect(stdout).toMatch(/profile +\d+ counts, \d+ of \d+ functions ran/);
    expect(status).toBe(0);
  });

  itWithCargo('takes no profile of start-up, nor one without a required function', async () => {
    rmSync(join(folder, 'pgo-profiles'), { recursive: true, force: true });
    write('plateau.toml', `[pgo]\n${target}${workload('nothing', 'train', '0')}`);
    const idle = await pgo('profile', '--quick');
    expect(idle.stdout).toContain('only start-up was trained');
    expect(idle.status).toBe(0);
    write('plateau.toml', whole.replace('tiny::step', 'tiny::never'));
    const unreached = await pgo('profile', '--quick', '--strict');
    expect(unreached.stdout).toContain('the training never reached tiny::never');
    expect(unreached.status).toBe(1);
    expect(profiles()).toEqual([]);
  });

  itWithCargo('does not believe in a profile of another program', async () => {
    const config = target
      .replace('name = "tiny"', 'name = "other"')
      .replace('bin = "tiny"', 'bin = "other"');
    const other = workload('work', 'train', '1').replace('target = "tiny"', 'target = "other"');
    write('plateau.toml', `[pgo]\n${config}${other}`);
    expect((await pgo('profile', '--quick')).status).toBe(0);
    const [kept = ''] = profiles();
    write('plateau.toml', whole);
    const { status, stdout } = await pgo('build', '--use', join('pgo-profiles', kept));
    expect(stdout).toMatch(
      /is not a profile of tiny: the compiler could use (nothing|only \S+ %) of it/,
    );
    expect(status).toBe(1);
  });

  itWithCargo('does not believe a build command that loses the flags', async () => {
    const flags = '--cfg=mine --check-cfg=cfg(mine) $FLAGS';
    const command = (given: string): string =>
      `FLAGS='${given}'; RUSTFLAGS="${flags}" cargo build --release -p tiny --bin tiny --features louder --target-dir own && cp own/release/tiny "\${binary}"`;
    write('plateau.toml', own(command(`\${pgo}`)));
    expect((await pgo('profile', '--quick')).status).toBe(0);
    const good = await pgo('build');
    expect(good.stdout).toContain('got their counts');
    write('plateau.toml', own(`: \${pgo}; ${command('')}`));
    const lost = await pgo('build');
    expect(lost.stdout).toContain('tiny was built without its profile');
    expect(lost.status).toBe(1);
  });

  itRecorded('by samples, which needs flags that are not stable', async () => {
    const sampled = whole
      .replace('bin = "tiny"', 'bin = "tiny"\nmode = "sample"')
      .replace('"5000"', '"200000000"');
    write('plateau.toml', sampled);
    const env = { CI: '', RUSTC_BOOTSTRAP: '' };
    const refused = await runPlateau(['pgo', 'profile'], { cwd: folder, env });
    expect(refused.stdout).toContain('no stable flag for sampled profiles: -Zprofile-sample-use');
    expect(refused.status).toBe(1);
    const allowed = { cwd: folder, env: { CI: '', RUSTC_BOOTSTRAP: '1' } };
    const trained = await runPlateau(['pgo', 'profile', '--quick'], allowed);
    expect(trained.stdout).toMatch(/profile +\d+ samples, /);
    const built = await runPlateau(['pgo', 'build'], allowed);
    expect(built.stdout).toMatch(/\(experimental\): [1-9]\d* functions? got samples/);
    expect(built.status).toBe(0);
  });

  itWithCargo('prints the commands of a dry run, and says what rustc said', async () => {
    write('plateau.toml', whole);
    const { stdout } = await pgo('--dry-run');
    expect(stdout).toMatch(
      /cargo build --release --package tiny --bin tiny --features louder --target \S+-linux-/,
    );
    expect(stdout).toContain('-Cprofile-use=');
    const optimised = await pgo('optimize', '--dry-run', '--profiles-dir', 'kept');
    expect(optimised.stdout).toContain(`-Cprofile-use=${join(folder, 'kept')}/`);
    expect(optimised.stdout).not.toContain('-Cprofile-generate');
    const foreign = await pgo('run');
    expect(foreign.stderr).toContain('plateau pgo profile runs it');
    expect(foreign.status).toBe(2);
    write('tiny/src/main.rs', 'fn main() { nothing() }\n');
    const broken = await pgo('baseline');
    expect(broken.stdout).toContain('cannot find function `nothing`');
    expect(broken.status).toBe(1);
  });
});
