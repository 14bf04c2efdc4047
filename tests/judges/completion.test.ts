import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shell } from '../../src/cli/completion-scripts.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { requires } from './requires.ts';

/** Long beside the wait of a loaded machine. */
const patienceMs = 35_000;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-completion-'));
  for (const shell of ['bash', 'zsh', 'fish'] satisfies Shell[]) {
    const host = fakeHost(['completion', shell]);
    expect(await runCli(host)).toBe(0);
    writeFileSync(join(folder, `plateau.${shell}`), host.written.out);
  }
  writeFileSync(join(folder, 'cpu.pb.gz'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What bash offers for a line, by calling the function as readline does. */
function bash(line: string): string[] {
  const words = line.split(' ');
  const script = `source ./plateau.bash
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
    _plateau; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return lines('bash', '-c', script);
}

function fish(line: string): string[] {
  return lines('fish', '-c', `source ./plateau.fish; complete -C '${line}'`).map(
    (offer) => offer.split('\t')[0] ?? '',
  );
}

/** zsh completes only in a terminal: one is made, TAB is pressed, and the line awaited. */
function zsh(line: string, completed: string): void {
  const script = `
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "PS1= ; cd '${folder}'; autoload -Uz compinit; compinit -u -D; source ./plateau.zsh"
    zpty -w z "zstyle ':completion:*' list-prompt ''; setopt no_beep; echo RE''ADY"
    zpty -r -m z text '*READY*'
    zpty -w -n z $'${line}\\t'
    zpty -r -m z text '*${completed}*'`;
  execFileSync('zsh', ['-f', '-c', script], { cwd: folder, timeout: patienceMs });
}

function lines(command: string, ...args: string[]): string[] {
  const text = execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
  return text.split('\n').filter((line) => line !== '');
}

describe('completion in the real shells', () => {
  it('bash: commands, flags, values and files', () => {
    expect(bash('plateau conv')).toEqual(['convert']);
    expect(bash('plateau help compl')).toEqual(['completion']);
    expect(bash('plateau completion ')).toEqual(['bash', 'zsh', 'fish']);
    expect(bash('plateau doctor --st')).toEqual(['--strict']);
    expect(bash('plateau top -g fi')).toEqual(['filefunctions', 'files']);
    expect(bash('plateau top cpu')).toEqual(['cpu.pb.gz']);
    expect(bash('plateau -q to')).toEqual(['top']);
  });

  requires('fish')('fish: commands, flags, values and files', () => {
    expect(fish('plateau conv')).toEqual(['convert']);
    expect(fish('plateau doctor --st')).toEqual(['--strict']);
    expect(fish('plateau completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(fish('plateau top -g fi')).toEqual(expect.arrayContaining(['files']));
    expect(fish('plateau top cpu')).toEqual(['cpu.pb.gz']);
  });

  requires('zsh')('zsh: commands, flags, values and files', () => {
    zsh('plateau conv', 'plateau convert');
    zsh('plateau doctor --st', 'plateau doctor --strict');
    zsh('plateau top cp', 'plateau top cpu.pb.gz');
  });
});
