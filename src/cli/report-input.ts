import { measureOf, type ReportContext, reportTotal, resolveValueType } from '../analysis/index.ts';
import { safeLine } from '../base/terminal-text.ts';
import { ToolError } from '../base/tool-error.ts';
import { openProfile } from '../load/index.ts';
import type { Host } from '../platform/host.ts';
import {
  mergeProfiles,
  normalizeProfile,
  type Profile,
  subtractBase,
  subtractDiffBase,
  wholeAsBefore,
} from '../profile/index.ts';
import { healthLines } from '../render/text/health-text.ts';
import type { ReportFlags } from './report-flags.ts';
import { viewNeedsTimeline, viewProfile } from './view-flags.ts';

/** Reads the files of a report, applies the flags, and says on standard error what a reader must know. */
export async function openReport(
  host: Host,
  files: readonly string[],
  flags: ReportFlags,
  timeline = false,
): Promise<ReportContext> {
  const whole = await openDifference(host, files, flags, timeline || viewNeedsTimeline(flags));
  const view = viewProfile(whole, flags);
  await writeNotes(host, view.notes);
  await writeNotes(host, healthLines(whole.meta.health));
  const { profile } = view;
  // pprof's percentages are of everything that was measured, not of what the filters leave.
  const measured = flags.relativePercentages === true ? profile : whole;
  const type = resolveValueType(whole, flags.sampleIndex);
  const mean = flags.mean === true;
  return {
    profile,
    measure: measureOf(profile, type, mean),
    total: reportTotal(measured, measureOf(measured, type, mean)),
    unit: flags.unit,
    filters: activeFilters(flags),
  };
}

/** What a reader of the report must know, on standard error; silent with `-q`. */
export async function writeNotes(host: Host, notes: readonly string[]): Promise<void> {
  if (host.quiet === true) return;
  for (const note of notes) await host.stderr.write(`plateau: ${safeLine(note)}\n`);
}

/** All files as one profile. */
export async function openMerged(
  host: Host,
  files: readonly string[],
  timeline: boolean,
): Promise<Profile> {
  const profiles: Profile[] = [];
  for (const file of files) profiles.push((await openProfile(host, file, { timeline })).profile);
  const [only] = profiles;
  const profile = only !== undefined && profiles.length === 1 ? only : mergeProfiles(profiles);
  if (profile.valueTypes.length > 0) return profile;
  throw new ToolError('no-data', `${files.join(', ')}: the profile has no value types`, {
    hint: 'it holds no samples: plateau info says what there is',
  });
}

async function openDifference(
  host: Host,
  files: readonly string[],
  flags: ReportFlags,
  timeline: boolean,
): Promise<Profile> {
  const { base, diffBase, normalize = false } = flags;
  if (base !== undefined && diffBase !== undefined) {
    throw new ToolError('usage', '--base and --diff-base exclude each other', {
      hint: '--diff-base shows percentages of the base, --base of everything',
    });
  }
  const baseFiles = base ?? diffBase;
  if (baseFiles === undefined && normalize) {
    throw new ToolError('usage', '--normalize needs something to normalize to', {
      hint: 'add --base FILE or --diff-base FILE',
    });
  }
  const measured = await openMerged(host, files, timeline);
  if (baseFiles === undefined) return measured;
  const against = await openMerged(host, baseFiles, timeline);
  const profile = normalize
    ? wholeAsBefore(normalizeProfile(measured, against), measured)
    : measured;
  const subtract = base === undefined ? subtractDiffBase : subtractBase;
  return subtract(profile, against);
}

function activeFilters(flags: ReportFlags): string[] {
  const filters: readonly (readonly [string, string | undefined])[] = [
    ['focus', flags.focus],
    ['ignore', flags.ignore],
    ['hide', flags.hide],
    ['show', flags.show],
    ['show_from', flags.showFrom],
    ['tagfocus', flags.tagfocus],
    ['tagignore', flags.tagignore],
    ['tagshow', flags.tagshow],
    ['taghide', flags.taghide],
    ['module', flags.module],
    ['process', flags.process],
    ['thread', flags.thread],
    ['cpu', flags.cpu],
    ['from', flags.from],
    ['to', flags.to],
    ...(flags.label ?? []).map((label) => ['label', label] as const),
    ...(flags.transform ?? []).map((step) => ['transform', step] as const),
  ];
  return filters.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${value}`],
  );
}
