import {
  type CostGraph,
  findMainImage,
  type ReportContext,
  type ValueFormat,
} from '../../analysis/index.ts';
import { baseName } from '../../base/base-name.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { label, percentage, scale } from '../../base/units.ts';
import { type Profile, textAt } from '../../profile/index.ts';
import { momentText } from './time-text.ts';

/** Filters longer than this are cut in the header. */
const longestFilter = 80;

/** What the profile is: program, build, type, time and duration. */
export function profileHeader(context: ReportContext, format: ValueFormat): string[] {
  const { profile, measure, total } = context;
  const { meta } = profile;
  const lines = [...imageLines(profile)];
  for (const comment of meta.comments) if (!comment.startsWith('#')) lines.push(comment);
  if (measure.name !== '') lines.push(`Type: ${measure.name}`);
  if (meta.docUrl !== '') lines.push(`Doc: ${meta.docUrl}`);
  if (meta.startEpochNs !== 0n) lines.push(`Time: ${momentText(meta.startEpochNs)}`);
  if (meta.durationNs !== 0) {
    const duration = label(meta.durationNs, 'nanoseconds');
    const inNs = scale(total, measure.unit, 'nanoseconds');
    const share = inNs.unit === 'ns' && inNs.value !== 0;
    const ratio = share ? ` (${percentage(Math.trunc(inNs.value), meta.durationNs)})` : '';
    lines.push(`Duration: ${duration}, Total samples = ${format(total)}${ratio}`);
  }
  return lines.map(safeLine);
}

function imageLines(profile: Profile): string[] {
  const image = findMainImage(profile);
  if (image === undefined) return [];
  const { mappings } = profile;
  const file = textAt(profile, mappings.file[image] as number);
  const buildId = textAt(profile, mappings.buildId[image] as number);
  return [
    ...(file === '' ? [] : [`File: ${baseName(file)}`]),
    ...(buildId === '' ? [] : [`Build ID: ${buildId}`]),
  ];
}

/** The profile's header, the filters in force, and how much the report leaves out. */
export function graphHeader(
  context: ReportContext,
  graph: CostGraph,
  format: ValueFormat,
  nodeFraction: number,
): string[] {
  const { total } = context;
  const share = percentage(graph.shownTotal, total).trim();
  const lines = [
    ...profileHeader(context, format),
    ...filterLines(context.filters),
    `Showing nodes accounting for ${format(graph.shownTotal)}, ${share} of ${format(total)} total`,
  ];
  if (total === 0) return lines;
  if (graph.droppedNodes > 0) {
    const nodes = graph.droppedNodes === 1 ? 'node' : 'nodes';
    const cutoff = format(Math.abs(Math.trunc(total * nodeFraction)));
    lines.push(`Dropped ${graph.droppedNodes} ${nodes} (cum <= ${cutoff})`);
  }
  if (graph.shown.length > 0 && graph.shown.length < graph.nodesBeforeCount) {
    lines.push(`Showing top ${graph.shown.length} nodes out of ${graph.nodesBeforeCount}`);
  }
  return lines;
}

function filterLines(filters: readonly string[]): string[] {
  if (filters.length === 0) return [];
  const shown = filters.map((filter) =>
    filter.length > longestFilter ? `${filter.slice(0, longestFilter)}…` : filter,
  );
  return ['Active filters:', ...shown.map((filter) => `   ${safeLine(filter)}`)];
}
