import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const cli = path('../dist/cli/main.js');
const workload = path('../demo/workload.js');
const folder = mkdtempSync(join(tmpdir(), 'plateau-demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

describe('plateau demo', () => {
  it('finds the three bottlenecks and says which is widest', () => {
    const { status, stdout } = run(cli, 'demo', '--dir', 'out');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /The widest plateau is findDuplicates: \d+ % of the CPU time \(\d+ of \d+ samples\)\./,
    );
    expect(stdout).toMatch(/1\. +\d+ % +findDuplicates /);
    for (const name of ['totalRows', 'sumColumns']) {
      expect(stdout).toMatch(new RegExp(`[23]\\. +\\d+ % +${name} `));
    }
    expect(readdirSync(join(folder, 'out'))).toEqual([
      'plateau-demo.html',
      'plateau-demo.plateau',
      'plateau-demo.svg',
    ]);
    for (const ending of ['svg', 'html']) {
      const text = readFileSync(join(folder, `out/plateau-demo.${ending}`), 'utf8');
      expect(text).toContain('findDuplicates');
    }
    const listed = run(cli, 'list', 'findDuplicates', 'out/plateau-demo.plateau');
    expect(listed.stdout).toContain('orders[i].id === orders[j].id');
  });

  it('records a workload whose result does not depend on its mistakes', () => {
    const slow = run(workload, '--print').stdout;
    expect(slow).toBe(run(workload, '--fixed', '--print').stdout);
    expect(slow).toMatch(/^\d+ \d+ \d+\n$/);
  });
});
