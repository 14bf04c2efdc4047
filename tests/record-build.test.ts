import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { findTool } from './judges/requires.ts';
import { recordedWith, runPlateau } from './running-plateau.ts';

const folder = mkdtempSync(join(tmpdir(), 'plateau-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const tools = ['cargo', 'go'].flatMap((tool) => findTool(tool) ?? []).map((path) => dirname(path));
/** Nothing is fetched; the compilers keep what they keep where they always do. */
const env = {
  PATH: [...tools, process.env['PATH'] ?? ''].join(delimiter),
  CARGO_NET_OFFLINE: 'true',
  GOFLAGS: '-mod=mod',
  GOPROXY: 'off',
  HOME: homedir(),
};

const rust = `
#[inline(never)]
fn churn(n: u64) -> u64 { (0..n).fold(1, |a, i| std::hint::black_box(a ^ i.wrapping_mul(2654435761))) }
fn main() {
    let n = std::env::args().nth(1).unwrap().parse().unwrap();
    println!("{}", churn(n) % 2 < 2);
}`;
const go = `
package main
import ("fmt"; "os"; "strconv")
//go:noinline
func churn(n uint64) uint64 { a := uint64(1); for i := uint64(0); i < n; i++ { a ^= i * 2654435761 }; return a }
func main() { n, _ := strconv.ParseUint(os.Args[1], 10, 64); fmt.Println(churn(n)%2 < 2) }`;

beforeAll(() => {
  mkdirSync(join(folder, 'crate/src'), { recursive: true });
  writeFileSync(
    join(folder, 'crate/Cargo.toml'),
    '[package]\nname = "churner"\nversion = "0.1.0"\nedition = "2021"\n',
  );
  writeFileSync(join(folder, 'crate/src/main.rs'), rust);
  mkdirSync(join(folder, 'module/cmd/churner'), { recursive: true });
  writeFileSync(join(folder, 'module/go.mod'), 'module example.test/churner\n\ngo 1.19\n');
  writeFileSync(join(folder, 'module/cmd/churner/main.go'), go);
});

async function topNames(cwd: string, file: string): Promise<string[]> {
  const { stdout } = await runPlateau(['top', '--json', file], { cwd, env });
  return (JSON.parse(stdout) as { rows: { name: string }[] }).rows.map(({ name }) => name);
}

describe('plateau record, building first', () => {
  recordedWith('cargo')('--cargo builds with debug info and records what it built', async () => {
    const cwd = join(folder, 'crate');
    const words = ['--cargo', '--bin', 'churner', '-o', 'r.plateau', '--', '200000000'];
    const run = await runPlateau(['record', ...words], { cwd, env });
    expect([run.status, run.stdout]).toEqual([0, 'true\n']);
    expect(await topNames(cwd, 'r.plateau')).toContain('churner::churn');
    const { stdout } = await runPlateau(['list', 'churner::churn', 'r.plateau'], { cwd, env });
    expect(stdout).toContain('2654435761');
  });

  recordedWith('go')('--go builds the package and records it', async () => {
    const cwd = join(folder, 'module');
    const words = ['--go', './cmd/churner', '-o', 'g.plateau', '--', '300000000'];
    const run = await runPlateau(['record', ...words], { cwd, env });
    expect([run.status, run.stdout]).toEqual([0, 'true\n']);
    expect((await topNames(cwd, 'g.plateau'))[0]).toBe('main.churn');
  });

  recordedWith('cargo')('shows what the compiler says when it refuses', async () => {
    const cwd = join(folder, 'crate');
    const words = ['--cargo', '--bin', 'nothing', '--', '1'];
    const run = await runPlateau(['record', ...words], { cwd, env });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('nothing');
  });
});
