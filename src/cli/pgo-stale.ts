import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatShare } from '../base/quantity.ts';
import { safeLine } from '../base/terminal-text.ts';
import { alignColumns } from '../base/text-layout.ts';
import { ToolError } from '../base/tool-error.ts';
import {
  chosenTargets,
  findStaleness,
  type PgoRun,
  readTrainingProfile,
  type StaleProfile,
  staleTarget,
  staleVerdict,
} from '../pgo/index.ts';
import type { Host } from '../platform/host.ts';
import { colorsOf } from './colors.ts';
import { ExitStatus } from './exit-status.ts';
import { writeNote } from './note.ts';
import { writeJson, writeLines } from './report-output.ts';

interface StaleFlags {
  readonly json?: true;
  readonly strict?: true;
}

/** A profile against a program that is built already: needs no configuration. */
export async function staleAgainst(
  host: Host,
  [profile, binary]: readonly [string, string],
  flags: StaleFlags,
): Promise<void> {
  const path = resolve(host.cwd, profile);
  const program = resolve(host.cwd, binary);
  const staleness = await findStaleness(host, await readTrainingProfile(host, path), program);
  const found = { target: '', profile: path, binary: program, warnings: [], staleness };
  await writeStaleness(host, [found], flags);
}

/** Targets, or a profile of one: each is built as it is now. */
export async function staleTargets(
  run: PgoRun,
  words: readonly string[],
  flags: StaleFlags,
): Promise<void> {
  const { host, config } = run;
  const [first] = words;
  const file = first === undefined ? undefined : resolve(host.cwd, first);
  const isFile = file !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const targets = isFile
    ? [...chosenTargets(config, [])].slice(0, 2)
    : chosenTargets(config, words);
  if (isFile && targets.length > 1) {
    throw new ToolError('usage', `${first ?? ''} could be of any target`, {
      hint: `plateau pgo stale ${first ?? ''} BINARY, with a program built of the sources as they are`,
    });
  }
  const unknown = isFile
    ? undefined
    : words.find((word) => !config.targets.some(({ name }) => name === word));
  if (unknown !== undefined) {
    throw new ToolError('usage', `${unknown} is neither a target nor a profile`, {
      hint: `targets: ${config.targets.map(({ name }) => name).join(', ')}`,
    });
  }
  const found: StaleProfile[] = [];
  for (const target of targets) {
    try {
      const stale = await staleTarget(run, target, isFile ? file : null);
      for (const warning of stale.warnings) await writeNote(host, warning);
      found.push(stale);
    } catch (error) {
      if (targets.length === 1 || !(error instanceof ToolError)) throw error;
      await writeNote(host, `${target.name}: ${error.message}`);
    }
  }
  await writeStaleness(host, found, flags);
  if (found.length < targets.length) throw new ExitStatus(1);
}

const shownRows = 15;

/** Fails where it was asked to and something is stale. */
async function writeStaleness(
  host: Host,
  found: readonly StaleProfile[],
  { json, strict }: StaleFlags,
): Promise<void> {
  const judged = found.map((each) => ({ ...each, verdict: staleVerdict(each.staleness) }));
  if (json === true) await writeJson(host, {}, judged);
  else for (const each of judged) await writeLines(host, {}, staleLines(host, each));
  if (strict === true && judged.some(({ verdict }) => verdict === 'stale')) throw new ExitStatus(1);
}

const advice = {
  fresh: 'fresh',
  aged: 'aged, train again when it is convenient',
  stale: 'stale, train again',
} as const;

function* staleLines(
  host: Host,
  { profile, staleness, verdict }: StaleProfile & { readonly verdict: keyof typeof advice },
): Generator<string> {
  const { bold } = colorsOf(host, host.stdout);
  const { lost, gone, changed, newFunctions, functions } = staleness;
  yield safeLine(profile);
  yield bold(`  ${formatShare(lost)} of its weight is lost: ${advice[verdict]}`);
  if (lost > 0) {
    yield `  ${formatShare(changed)} in functions that changed, ${formatShare(gone)} in functions that are gone`;
  }
  if (newFunctions !== null && newFunctions > 0) {
    yield `  ${newFunctions} ${newFunctions === 1 ? 'function is' : 'functions are'} new and without a profile`;
  }
  const rows = functions.filter((each) => each.lost > 0);
  if (rows.length === 0) return;
  const cells = rows
    .slice(0, shownRows)
    .map((row) => [
      `  ${formatShare(row.lost)}`,
      formatShare(row.share),
      safeLine(`${row.name}: ${row.reason}`),
    ]);
  yield* alignColumns([['lost', 'of', 'function'], ...cells], ['right', 'right', 'left']);
  if (rows.length > shownRows) yield `  … ${rows.length - shownRows} more; --json has all`;
}
