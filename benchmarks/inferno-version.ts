import { execFileSync } from 'node:child_process';

/** inferno's programs do not print their version; cargo, which installed them, knows it. */
export function infernoVersion(): string {
  const listed = execFileSync('cargo', ['install', '--list'], { encoding: 'utf8' });
  return /^inferno v[^\s:]+/m.exec(listed)?.[0] ?? 'inferno of unknown version';
}
