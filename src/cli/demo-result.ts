import {
  costGraph,
  defaultNodeOptions,
  measureOf,
  type NodeOptions,
  noTrimming,
  reportTotal,
  resolveValueType,
  type TopRow,
  topRows,
} from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import type { Profile } from '../profile/index.ts';
import type { DemoFinding } from './demo-findings-table.ts';

/** What the recording of the demo says; shares are of the CPU time, 0 … 1. */
export interface DemoResult {
  readonly samples: number;
  readonly total: number;
  readonly widest: { readonly name: string; readonly share: number; readonly samples: number };
  /** The built-in bottlenecks with all they call, the most costly first. */
  readonly findings: readonly { readonly finding: DemoFinding; readonly share: number }[];
  /** Every function, by its own time. */
  readonly rows: readonly TopRow[];
}

export function demoResult(profile: Profile, known: readonly DemoFinding[]): DemoResult {
  const measure = measureOf(profile, resolveValueType(profile, undefined), false);
  const options: NodeOptions = {
    ...defaultNodeOptions,
    granularity: 'filefunctions',
    noInlines: true,
  };
  const rows = topRows(costGraph(profile, measure, options, noTrimming));
  const total = Math.max(1, reportTotal(profile, measure));
  const [widest] = rows;
  if (widest === undefined) {
    throw new ToolError('no-data', 'the recording has no samples', {
      hint: 'plateau doctor says whether this machine can be sampled',
    });
  }
  return {
    samples: rows.reduce((sum, row) => sum + row.flatSamples, 0),
    total,
    widest: {
      name: widest.info.name,
      share: widest.flat / total,
      samples: widest.flatSamples,
    },
    findings: known
      .flatMap((finding) => {
        const row = rows.find(({ info }) => info.name === finding.name);
        return row === undefined ? [] : [{ finding, share: row.cum / total }];
      })
      .toSorted((a, b) => b.share - a.share),
    rows,
  };
}
