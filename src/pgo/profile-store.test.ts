import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseManifest } from './manifest.ts';
import { type ProfileOrigin, ProfileStore } from './profile-store.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-store-'));
  folders.push(folder);
  return folder;
}

function origin(day: number, more: Partial<ProfileOrigin> = {}): ProfileOrigin {
  return {
    target: 'tiny',
    kind: 'cpu-samples',
    commit: '',
    dirty: false,
    arch: 'x64',
    os: 'linux',
    compiler: 'go',
    flags: [],
    workloads: [],
    date: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
    samples: 1,
    functions: 1,
    origin: 'training',
    ...more,
  };
}

describe('ProfileStore', () => {
  it('keeps several side by side, the newest five of training, and all that was put in', async () => {
    const folder = temporary();
    const store = new ProfileStore(join(folder, 'kept'));
    const profile = join(folder, 'a.pprof');
    writeFileSync(profile, 'put in');
    const put = await store.keep(profile, origin(1, { origin: 'put' }));
    for (let day = 2; day <= 9; day++) {
      writeFileSync(profile, `profile ${day}`);
      await store.keep(profile, origin(day));
    }
    const days = store.entries().map(({ date }) => date.slice(8, 10));
    expect(days).toEqual(['01', '05', '06', '07', '08', '09']);
    expect(put.file).toMatch(/^tiny\.linux-x64\.[0-9a-f]{12}\.pprof$/);
    // Nothing is left over: the six and the manifest.
    expect(readdirSync(store.folder)).toHaveLength(7);
    const newest = store.find({ targets: ['tiny'], hash: '' });
    expect(readFileSync(newest === undefined ? '' : store.pathOf(newest), 'utf8')).toBe(
      'profile 9',
    );
    expect(store.find({ targets: ['other'], hash: '' })).toBeUndefined();
    expect(store.find({ targets: [], hash: '', kind: 'llvm-counters' })).toBeUndefined();
  });

  it('keeps folders too, and knows when a file of one has changed', async () => {
    const folder = temporary();
    const store = new ProfileStore(join(folder, 'kept'));
    const entry = await store.keep(folderOf(folder, 'counts'), origin(1, { kind: 'gcc-counters' }));
    const path = await store.check(entry);
    expect(readdirSync(path)).toEqual(['a.gcda', 'b.gcda']);
    writeFileSync(join(path, 'a.gcda'), 'changed');
    await expect(store.check(entry)).rejects.toThrow('is not what was kept');
  });

  it('loses nothing between writers at once, and takes over the lock of a dead one', async () => {
    const folder = temporary();
    const store = new ProfileStore(join(folder, 'kept'));
    const profile = join(folder, 'first.pprof');
    writeFileSync(profile, 'first');
    await store.keep(profile, origin(1, { origin: 'put' }));
    const dead = spawn('true');
    await new Promise((resolve) => dead.on('close', resolve));
    const { hostname } = process.getBuiltinModule('node:os');
    writeFileSync(`${store.manifest}.lock`, `${dead.pid ?? 0} ${hostname()} 0\n`);
    const writers = Array.from({ length: 12 }, async (_, at) => {
      const path = join(folder, `p${at}.pprof`);
      writeFileSync(path, `profile ${at}`);
      await new ProfileStore(store.folder).keep(path, origin(2, { origin: 'put' }));
    });
    await Promise.all(writers);
    expect(store.entries()).toHaveLength(13);
    expect(existsSync(`${store.manifest}.lock`)).toBe(false);
  });
});

function folderOf(parent: string, name: string): string {
  const { mkdirSync } = process.getBuiltinModule('node:fs');
  const folder = join(parent, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.gcda'), 'a');
  writeFileSync(join(folder, 'b.gcda'), 'b');
  return folder;
}

function text(profiles: unknown, version: unknown = 2): string {
  return JSON.stringify({ version, profiles });
}

describe('parseManifest', () => {
  const entry = { file: 'a.pprof', sha256: 'ff', ...origin(1) };

  it('reads version 1, which has no origin', () => {
    const { origin: _, ...old } = entry;
    expect(parseManifest(text([old], 1), 'm')).toEqual([entry]);
  });

  it.each([
    ['not JSON', '{', 'm is not a manifest of profiles: '],
    ['no list', '{}', 'no list "profiles"'],
    ['of the future', text([], 3), 'version 3, and 1 to 2 are read'],
    ['a path', text([{ ...entry, file: '../a' }]), 'profiles[0]: file is not the name of a file'],
    ['a number', text([{ ...entry, samples: 'many' }]), 'profiles[0]: samples is not a number'],
    ['a text', text([entry, { ...entry, os: 3 }]), 'profiles[1]: os is not a text'],
  ])('names what is wrong: %s', (_, wrong, message) => {
    expect(() => parseManifest(wrong, 'm')).toThrow(message);
  });
});
