import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ToolError } from '../base/tool-error.ts';

/** Folders deep in a project that hold no programs of its own. */
const skipped = /^(\.|node_modules$|vendor$|testdata$|internal$|pgo-)/;
const deepest = 3;

/** A `plateau.toml` for the project in the folder: its programs, and workloads to complete. */
export function proposeConfig(folder: string): string {
  if (!existsSync(join(folder, 'go.mod'))) {
    throw new ToolError('not-found', `${folder} has no go.mod, and Go is what can be optimised`, {
      hint: 'go mod init, or write plateau.toml by hand: docs/guides/pgo.md',
    });
  }
  const programs = [...mainPackages(folder, '.', 0)];
  if (programs.length === 0) {
    throw new ToolError('not-found', `no package main in ${folder}`, {
      hint: 'profile-guided optimisation is for programs; run this where they are',
    });
  }
  const targets = programs.map((path) => targetText(folder, path));
  return `${header}${programs.length > 1 ? sharing : ''}${data}${targets.join('')}`;
}

const header = `# What \`plateau pgo\` optimises, and how. Every key is described in docs/guides/pgo.md.

[pgo]
iterations = 3
`;
const sharing = `# One profile for all programs: what they share is compiled once.
shared-profile = true
`;
const data = `
# Generated: the same seed gives the same bytes. Training and proof use different ones.
[[pgo.data]]
name = "input"
kind = "log"
seed = 1

[[pgo.data]]
name = "other-input"
kind = "log"
seed = 2
`;

function targetText(folder: string, path: string): string {
  const own = path === '.' ? basename(folder) : basename(path);
  const name = own.replaceAll(/[^\w.-]/g, '-').replace(/^[^\w]/, 'x');
  return `
[[pgo.target]]
name = "${name}"
language = "go"
package = "${path === '.' ? '.' : `./${path}`}"
profile = "recorder"

# What ${name} is trained on: correct the arguments.
[[pgo.workload]]
name = "${name}-training"
target = "${name}"
role = "train"
args = []
stdin = "\${data:input}"

# What the result is proved on: other data, and other arguments where that makes sense.
[[pgo.workload]]
name = "${name}-held-out"
target = "${name}"
role = "held-out"
args = []
stdin = "\${data:other-input}"
`;
}

function* mainPackages(folder: string, path: string, depth: number): Generator<string> {
  const entries = readdirSync(join(folder, path), { withFileTypes: true });
  const sources = entries.filter(({ name }) => name.endsWith('.go') && !name.endsWith('_test.go'));
  const isMain = sources.some(({ name }) =>
    /^package main\b/m.test(readFileSync(join(folder, path, name), 'utf8')),
  );
  if (isMain) yield path;
  if (depth === deepest) return;
  for (const entry of entries) {
    if (!entry.isDirectory() || skipped.test(entry.name)) continue;
    yield* mainPackages(folder, join(path, entry.name), depth + 1);
  }
}
