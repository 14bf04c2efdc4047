// The real tools that tests and benchmarks compare with, and where each comes from.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * `apt` lists package names to try in order: distributions name them differently. `with` is installed
 * beside it.
 */
export const judges = [
  { tool: 'perf', apt: ['linux-perf', 'linux-tools-generic'] },
  { tool: 'go', apt: ['golang-go'] },
  { tool: 'inferno-flamegraph', crate: 'inferno' },
  { tool: 'c++filt', apt: ['binutils'] },
  { tool: 'rustfilt', crate: 'rustfilt' },
  { tool: 'chromium', apt: ['chromium'] },
  { tool: 'firefox', apt: ['firefox-esr', 'firefox'] },
  { tool: 'hyperfine', apt: ['hyperfine'] },
  { tool: 'make', apt: ['make'] },
  { tool: 'cmake', apt: ['cmake'] },
  { tool: 'gcov-tool', apt: ['gcc'] },
  { tool: 'g++', apt: ['g++'] },
  { tool: 'python3', apt: ['python3'], with: ['python3-yaml'] },
  { tool: 'zstd', apt: ['zstd'] },
  { tool: 'readelf', apt: ['binutils'] },
  { tool: 'addr2line', apt: ['binutils'] },
  { tool: 'objdump', apt: ['binutils'] },
  { tool: 'aarch64-linux-gnu-objdump', apt: ['binutils-aarch64-linux-gnu'] },
  { tool: 'dwp', apt: ['binutils'] },
  { tool: 'clang', apt: ['clang'] },
  { tool: 'clang-14', apt: ['clang-14'], with: ['libclang-rt-14-dev'] },
  { tool: 'llvm-profdata-14', apt: ['llvm-14'] },
  { tool: 'clang-19', apt: ['clang-19'], with: ['libclang-rt-19-dev'] },
  { tool: 'llvm-profdata-19', apt: ['llvm-19'] },
  { tool: 'llvm-bolt-19', apt: ['bolt-19'] },
  { tool: 'ld.lld', apt: ['lld'] },
  { tool: 'llvm-symbolizer', apt: ['llvm'] },
  { tool: 'llvm-dwp', apt: ['llvm'] },
  { tool: 'dwz', apt: ['dwz'] },
  { tool: 'gdb', apt: ['gdb'] },
  {
    tool: 'aarch64-linux-gnu-gcc',
    apt: ['gcc-aarch64-linux-gnu'],
    with: ['libc6-dev-arm64-cross'],
  },
  { tool: 'objcopy', apt: ['binutils'] },
  { tool: 'xz', apt: ['xz-utils'] },
  { tool: 'debuginfod', apt: ['debuginfod'] },
  { tool: 'qemu-aarch64', apt: ['qemu-user'] },
  { tool: 'time', apt: ['time'] },
  { tool: 'zsh', apt: ['zsh'] },
  { tool: 'fish', apt: ['fish'] },
];

const attempts = '.build/judges.json';
const retryAfterMs = 24 * 3_600_000;
const aptOptions = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];

export function findTool(name) {
  const further = [join(homedir(), '.cargo/bin'), '/usr/local/go/bin', '/usr/lib/go/bin'];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...further];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/**
 * Installs the judges that are missing and can be had, and says why for each of the others. Never
 * fails. What could not be had is not tried again for a day, unless `retry`.
 */
export function installJudges({ retry }) {
  const missing = judges.filter(({ tool }) => findTool(tool) === undefined);
  if (missing.length > 0) installMissing(missing, retry);
  warmUp();
}

function installMissing(missing, retry) {
  const known = retry ? {} : recentAttempts();
  const reasons = missing.map(
    (judge) => known[judge.tool] ?? { reason: install(judge), at: Date.now() },
  );
  missing.forEach(({ tool }, index) => {
    const { reason } = reasons[index];
    if (reason !== '') console.error(`missing judge ${tool}: ${reason}; its tests are skipped`);
  });
  mkdirSync('.build', { recursive: true });
  const still = missing.map(({ tool }, index) => [tool, reasons[index]]);
  writeFileSync(
    attempts,
    JSON.stringify(Object.fromEntries(still.filter(([, r]) => r.reason !== ''))),
  );
}

/** Go compiles its pprof on first use, which may take longer than a test may. */
function warmUp() {
  const stamp = '.build/judges.warm';
  const go = findTool('go');
  if (go === undefined || existsSync(stamp)) return;
  run(go, ['tool', 'pprof', '-h']);
  mkdirSync('.build', { recursive: true });
  writeFileSync(stamp, '');
}

/** Empty when it is there now, otherwise the reason in words. */
function install(judge) {
  console.error(`installing ${judge.tool} …`);
  return judge.crate === undefined ? installPackage(judge) : installCrate(judge);
}

function installPackage({ tool, apt, with: companions = [] }) {
  if (findTool('apt-get') === undefined) return 'no apt on this system';
  if (process.getuid?.() !== 0) return `not root (try: sudo apt install ${apt[0]})`;
  let said = '';
  for (const update of [false, true]) {
    if (update && run('apt-get', ['update', '-q', ...aptOptions]).status !== 0) break;
    for (const name of apt) {
      const done = run('apt-get', [
        'install',
        '-qy',
        '--no-install-recommends',
        ...aptOptions,
        name,
        ...companions,
      ]);
      if (findTool(tool) !== undefined) return '';
      said = lastLine(done);
    }
  }
  return `apt could not install ${apt.join(' or ')} (${said})`;
}

function installCrate({ tool, crate }) {
  const cargo = findTool('cargo');
  if (cargo === undefined) return `no cargo to install ${crate} with`;
  const done = run(cargo, ['install', '--quiet', '--locked', crate]);
  return findTool(tool) === undefined ? `cargo install ${crate} failed (${lastLine(done)})` : '';
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { env, encoding: 'utf8', timeout: 600_000 });
}

function lastLine({ stderr, stdout, error }) {
  const lines = `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n');
  return (error?.message ?? lines.at(-1) ?? '').slice(0, 160);
}

function recentAttempts() {
  if (!existsSync(attempts)) return {};
  const all = Object.entries(JSON.parse(readFileSync(attempts, 'utf8')));
  return Object.fromEntries(all.filter(([, { at }]) => Date.now() - at < retryAfterMs));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
