import { diffProfiles, meanOfDiff, type ProfileDiff, pickRows } from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import type { BenchPlan } from '../bench/index.ts';
import type { Host } from '../platform/host.ts';
import { diffJson } from '../render/json/diff-json.ts';
import { diffMarkdown } from '../render/text/diff-markdown.ts';
import { diffText } from '../render/text/diff-text.ts';
import { measureBench } from './bench.ts';
import { type BenchFlags, benchPlan } from './bench-flags.ts';
import {
  type BenchAppendix,
  type BenchOutputFlags,
  requireOutputFolders,
  writeBench,
} from './bench-output.ts';
import { interruptedStatus } from './bench-progress.ts';
import { recordSides } from './compare-record.ts';
import { diffStyle } from './diff.ts';
import { ExitStatus } from './exit-status.ts';
import { writeNote } from './note.ts';

export interface CompareProfileFlags extends BenchFlags, BenchOutputFlags {
  readonly frequency?: number | 'max';
  readonly nodecount: number;
}

/** Times two commands against each other, records both, and says which functions made the difference. */
export async function compareProfiles(
  host: Host,
  words: readonly string[],
  flags: CompareProfileFlags,
): Promise<void> {
  const plan = benchPlan(words, flags);
  const [base, after, more] = plan.commands;
  if (base === undefined || after === undefined || more !== undefined) {
    throw new ToolError('usage', `--profile compares two commands, not ${plan.commands.length}`, {
      hint: "plateau compare --profile './old input' './new input'",
    });
  }
  requireOutputFolders(host, flags);
  const { frequency } = flags;
  // First, so that a machine that refuses says so at once; what is timed is never recorded.
  if (host.stderr.isTerminal) await writeNote(host, 'recording both commands, then timing them');
  const sides = await recordSides(host, forRecording(plan), [base, after], {
    engine: 'auto',
    inherit: true,
    source: false,
    ...(frequency !== undefined && { frequency }),
  });
  const { measured, isInterrupted } = await measureBench(host, plan, flags.counters);
  const diff = meanOfDiff(diffProfiles(sides.base, sides.after), sides.recordings);
  const appendix = functionsAppendix(host, diff, sides.recordings, flags.nodecount);
  await writeBench(host, flags, measured, { appendix });
  if (isInterrupted) throw new ExitStatus(interruptedStatus);
}

/** Nobody reads a pipe while programs are recorded; output that would be mixed with ours is dropped. */
function forRecording(plan: BenchPlan): BenchPlan {
  const isNone = plan.output === null || plan.output === 'pipe';
  return isNone ? { ...plan, output: '/dev/null' } : plan;
}

const hints = { unequal: '', all: '--nodecount 0 shows all' };

function functionsAppendix(
  host: Host,
  diff: ProfileDiff,
  recordings: number,
  limit: number,
): BenchAppendix {
  const all = pickRows(diff, { costly: true });
  const rows = limit > 0 ? all.slice(0, limit) : all;
  const each = recordings === 1 ? 'one recording' : `the mean of ${recordings} recordings`;
  const style = diffStyle(host, {});
  return {
    *text() {
      yield '';
      yield style.dim(`By function, from ${each} of each command (not the timed runs):`);
      yield* diffText(diff, rows, all.length - rows.length, style, hints);
    },
    *markdown() {
      yield '';
      yield* diffMarkdown(diff, rows, each);
    },
    json: { functions: { recordings, ...diffJson(diff, pickRows(diff)) } },
  };
}
