import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { present } from '../base/assert.ts';
import { fakeHost } from '../cli/testing/fake-host.ts';
import { ChildGroup } from '../platform/child-group.ts';
import { chooseProfile, plannedProfile } from './choose-profile.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { PgoOptions, PgoRun } from './pgo-run.ts';
import { parsePgoConfig } from './plateau-toml.ts';
import { compilerRelease } from './profile-mismatch.ts';
import { type ProfileOrigin, ProfileStore } from './profile-store.ts';
import { runPlaces } from './run-places.ts';
import { RunState } from './run-state.ts';

const recordings = fileURLToPath(new URL('../../fixtures/recordings/', import.meta.url));
const counters = fileURLToPath(
  new URL('../training/llvm/testdata/calc-v12.profdata', import.meta.url),
);
const folders: string[] = [];
const groups: ChildGroup[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  for (const group of groups.splice(0)) group[Symbol.dispose]();
});

const config = `[[pgo.target]]
name = "tiny"
language = "go"
build = ["true", "\${binary}", "\${pgo}"]
[[pgo.workload]]
name = "work"
target = "tiny"
role = "train"
`;

const tell = (): Promise<void> => Promise.resolve();

/** A project with a compiler that says what the test wants. */
function project(): { run: PgoRun; target: PgoTarget; store: ProfileStore; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-choose-'));
  folders.push(folder);
  writeFileSync(join(folder, 'go'), '#!/bin/sh\necho go version go1.26.1 linux/amd64\n', {
    mode: 0o755,
  });
  const host = fakeHost([], { env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` } });
  const parsed = { ...parsePgoConfig({ path: 'plateau.toml', text: config }), folder };
  const options: PgoOptions = { targets: [], isQuick: true, isVerbose: false, resumes: false };
  const places = runPlaces(parsed, options);
  const children = new ChildGroup();
  groups.push(children);
  const state = RunState.open(places.state, false);
  const run: PgoRun = { host, config: parsed, options, places, children, state, tell };
  return {
    run,
    target: present(parsed.targets[0], 'target'),
    store: new ProfileStore(places.profiles),
    folder,
  };
}

const flags = ['true', `\${binary}`, `\${pgo}`];
const made: ProfileOrigin = {
  target: 'tiny',
  kind: 'cpu-samples',
  commit: '',
  dirty: false,
  arch: arch(),
  os: process.platform,
  compiler: 'go version go1.26.0 linux/amd64',
  flags,
  workloads: ['work × 3'],
  date: '2026-01-01T00:00:00.000Z',
  samples: 100,
  functions: 10,
  origin: 'training',
};
const cpu = join(recordings, 'go-cpu.pb.gz');
const faster = join(recordings, 'go-cpu-fast.pb.gz');

describe('chooseProfile', () => {
  it('takes the newest of this machine, and says nothing when it fits', async () => {
    const { run, target, store } = project();
    expect(plannedProfile(run, target, null)).toMatch(/pgo-profiles\/tiny\..*\.HASH\.pprof$/);
    await expect(chooseProfile(run, target, null)).rejects.toThrow('tiny has no profile: ');
    await store.keep(cpu, { ...made, arch: 'other', date: '2026-03-01T00:00:00.000Z' });
    const old = await store.keep(cpu, made);
    const { path, warnings } = await chooseProfile(run, target, null);
    expect(path).toBe(store.pathOf(old));
    expect(warnings).toEqual([]);
    const fresh = await store.keep(faster, { ...made, date: '2026-02-01T00:00:00.000Z' });
    expect((await chooseProfile(run, target, null)).path).toBe(store.pathOf(fresh));
    const byHash = await chooseProfile(run, target, `tiny@${old.sha256.slice(0, 6)}`);
    expect(byHash.path).toBe(store.pathOf(old));
    expect((await chooseProfile(run, target, store.folder)).path).toBe(store.pathOf(fresh));
    expect((await chooseProfile(run, target, store.pathOf(old))).entry?.file).toBe(old.file);
  });

  it('warns of another machine, compiler, flags and sources', async () => {
    const { run, target, store, folder } = project();
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: folder,
      }).toString();
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    const commit = git('rev-parse', 'HEAD').trim();
    const strange = { ...made, os: 'plan9', arch: 'mips', compiler: 'go version go1.22 x' };
    const { file } = await store.keep(cpu, { ...strange, flags: ['-race'], commit, dirty: true });
    const short = commit.slice(0, 12);
    expect((await chooseProfile(run, target, null)).warnings).toEqual([
      `${file} was made on plan9-mips, and this is ${process.platform}-${arch()}: code that differs between them has no profile`,
      `${file} was made with go1.22, and this is go1.26: what one inlines or counts otherwise is lost`,
      `${file} was made with other build flags (-race), and now they are ${flags.join(' ')}`,
      `${file} was made of commit ${short} with changes that were not committed: plateau pgo stale tiny tells how much of it still fits`,
    ]);
    for (let at = 0; at < 50; at++) git('commit', '-q', '--allow-empty', '-m', `more ${at}`);
    const old = await store.keep(cpu, { ...made, commit });
    expect((await chooseProfile(run, target, null)).warnings).toEqual([
      `${old.file} was made 50 commits ago, at ${short}: plateau pgo stale tiny tells how much of it still fits`,
    ]);
    const { file: of } = await store.keep(faster, { ...made, target: 'other' });
    expect((await chooseProfile(run, target, 'other')).warnings).toEqual([
      `${of} was made of other, and this is tiny: only what both have in common has a profile`,
    ]);
    const lost = await store.keep(faster, { ...made, commit: 'a'.repeat(40) });
    expect((await chooseProfile(run, target, store.pathOf(lost))).warnings[0]).toContain(
      'was made of commit aaaaaaaaaaaa, which this repository does not have',
    );
  });

  it('refuses what is cut off, changed, of another kind or not there', async () => {
    const { run, target, store, folder } = project();
    const entry = await store.keep(cpu, made);
    truncateSync(store.pathOf(entry), 100);
    await expect(chooseProfile(run, target, null)).rejects.toThrow(
      'is not what was kept: its 100 bytes have another SHA-256 than the manifest says',
    );
    const cut = join(folder, 'cut.pprof');
    writeFileSync(cut, readFileSync(cpu).subarray(0, 900));
    await expect(chooseProfile(run, target, cut)).rejects.toThrow(`${cut}: `);
    await expect(chooseProfile(run, target, cut)).rejects.toMatchObject({
      hint: 'it is cut off or damaged: restore it, or train again',
    });
    const empty = join(folder, 'empty.pprof');
    writeFileSync(empty, '');
    await expect(chooseProfile(run, target, empty)).rejects.toThrow('the profile is empty');
    const other = join(folder, 'other.profdata');
    copyFileSync(counters, other);
    await expect(chooseProfile(run, target, other)).rejects.toThrow(
      'is no profile for go: it is LLVM indexed profile 12, which holds counters, and cpu-samples are wanted',
    );
    await expect(chooseProfile(run, target, 'no/such.pprof')).rejects.toThrow('does not exist');
    await expect(chooseProfile(run, target, 'other@12')).rejects.toThrow('has none for other@12');
  });
});

describe('compilerRelease', () => {
  it.each([
    ['go version go1.26.1 linux/amd64', 'go1.26'],
    ['rustc 1.95.0 (abc 2026-01-01)', 'rustc 1.95'],
    ['Debian clang version 19.1.7 (3+b1)', 'clang 19'],
    ['gcc (Debian 12.2.0-14) 12.2.0', 'gcc 12'],
    ['x86_64-linux-gnu-gcc-12 (Debian 12.2.0-14) 12.2.0', 'gcc 12'],
    ['cc (Debian 12.2.0-14) 12.2.0', 'gcc 12'],
    ['something else', ''],
  ])('of %s is %s', (version, release) => {
    expect(compilerRelease(version)).toBe(release);
  });
});
