import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { shellLine } from '../base/shell-word.ts';
import { ToolError } from '../base/tool-error.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import { generatedText } from './generated-data.ts';
import { lastWords } from './last-words.ts';
import type { DataSource } from './pgo-config.ts';
import { type PgoRun, runSettings } from './pgo-run.ts';
import { fillAll } from './placeholders.ts';
import { hashOf, hashOfFile } from './run-state.ts';

const commandTimeoutMs = 300_000;

/** Writes a data set unless exactly this one is there; gives the hash of its bytes. */
export async function prepareData(run: PgoRun, source: DataSource): Promise<string> {
  const path = run.places.data(source.name);
  const lines = linesOf(run, source);
  const inputs = hashOf('data', source, lines);
  const step = `data:${source.name}`;
  const known = run.state.find(step, inputs);
  if (typeof known === 'string' && existsSync(path)) return known;
  await mkdir(dirname(path), { recursive: true });
  if (source.kind === 'command') await runGenerator(run, source, lines, path);
  else await writeOutputFile(path, encoded(generatedText(source, lines)));
  const hash = await hashOfFile(path);
  await run.state.finish(step, inputs, hash);
  return hash;
}

export function linesOf(run: Pick<PgoRun, 'config' | 'options'>, source: DataSource): number {
  if (source.lines > 0) return source.lines;
  const { dataSize } = runSettings(run.config, run.options);
  return Math.max(1, Math.round(dataSize * source.share));
}

export function generatorCommand(source: DataSource, lines: number): string[] {
  return fillAll(source.command, { lines: String(lines), seed: String(source.seed) });
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of pieces) yield encoder.encode(piece);
}

async function runGenerator(
  run: PgoRun,
  source: DataSource,
  lines: number,
  path: string,
): Promise<void> {
  const argv = generatorCommand(source, lines);
  const { env } = run.host;
  const program = { argv, cwd: run.config.folder, env };
  const end = await run.children.run(program, commandTimeoutMs);
  if (end.status === 0) {
    await writeOutputFile(path, [end.stdout]);
    return;
  }
  throw new ToolError(
    'target-failed',
    `the command of data ${source.name} ended with status ${end.status}: ${lastWords(end.stderr)}`,
    { hint: `run it by itself: ${shellLine(argv)}` },
  );
}
