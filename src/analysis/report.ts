import { scaledLabel } from '../base/units.ts';
import type { Profile } from '../profile/index.ts';
import type { CostGraph } from './cost-graph.ts';
import type { Measure } from './measure.ts';
import { cumValue, flatValue } from './node-costs.ts';
import { chooseOutputUnit } from './output-unit.ts';

/** What every report needs to know beside its rows. */
export interface ReportContext {
  /** After filters; the total is from before them unless percentages are to be relative. */
  readonly profile: Profile;
  readonly measure: Measure;
  readonly total: number;
  /** `minimum` = whatever suits the report. */
  readonly unit: string;
  /** Filters in force, as `focus=main`. */
  readonly filters: readonly string[];
}

/** Observations that have a value of the measure, after filters. */
export function observedSamples({ measure }: ReportContext): number {
  let sum = 0;
  for (let row = 0; row < measure.values.length; row++) {
    if (measure.values[row] !== 0) sum += measure.counts[row] as number;
  }
  return sum;
}

/** Writes values of the measure as text. */
export type ValueFormat = (value: number) => string;

/** Each value in the unit that suits it, or in the asked one. */
export function looseFormat({ measure, unit }: ReportContext): ValueFormat {
  return (value) => scaledLabel(value, measure.unit, unit);
}

/** All values of a graph in one unit. */
export function graphFormat(context: ReportContext, graph: CostGraph): ValueFormat {
  const unit = graphUnit(context, graph);
  return (value) => scaledLabel(value, context.measure.unit, unit);
}

function graphUnit({ measure, total, unit }: ReportContext, graph: CostGraph): string {
  if (unit !== 'minimum' || graph.shown.length === 0) return unit;
  const smallest = Array.from(
    graph.shown,
    (node) => flatValue(graph.costs, node) || cumValue(graph.costs, node),
  );
  return chooseOutputUnit(smallest, total, measure.unit);
}
