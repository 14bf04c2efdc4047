import { describe, expect, it } from 'vitest';
import {
  callTables,
  costGraph,
  defaultNodeOptions,
  measureOf,
  noTrimming,
  type ReportContext,
  reportTotal,
  type TrimOptions,
  traces,
} from '../../analysis/index.ts';
import type { Profile, ValueTypeIndex } from '../../profile/index.ts';
import { profileFromPicture } from '../../profile/testing/picture.ts';
import { plainStyle } from './text-style.ts';
import { topText } from './top-text.ts';
import { tracesText } from './traces-text.ts';
import { treeText } from './tree-text.ts';

function contextOf(profile: Profile): ReportContext {
  const measure = measureOf(profile, 0 as ValueTypeIndex);
  const total = reportTotal(profile, measure);
  return { profile, measure, total, unit: 'minimum', filters: [] };
}

function graphOf(context: ReportContext, trim: Partial<TrimOptions>) {
  const options = { ...noTrimming, ...trim };
  return costGraph(context.profile, context.measure, defaultNodeOptions, options);
}

function top(picture: string, trim: Partial<TrimOptions> = {}): string {
  const context = contextOf(profileFromPicture(picture));
  const graph = graphOf(context, trim);
  return text(topText(context, graph, trim.nodeFraction ?? 0, plainStyle));
}

function tree(picture: string, trim: Partial<TrimOptions> = {}): string {
  const context = contextOf(profileFromPicture(picture));
  const graph = graphOf(context, trim);
  return text(treeText(context, graph, callTables(graph), trim.nodeFraction ?? 0, plainStyle));
}

const text = (lines: Iterable<string>): string => `\n${Array.from(lines).join('\n')}\n`;

const program = `
  main   main   main   main
  parse  parse  eval
  read          parse
                eval
  3      2      5      1
`;

describe('top', () => {
  it('counts recursion once and sorts by flat', () => {
    expect(top(program)).toBe(`
Type: samples
Showing nodes accounting for 11, 100% of 11 total
      flat  flat%   sum%        cum   cum%
         5 45.45% 45.45%          5 45.45%  eval
         3 27.27% 72.73%          3 27.27%  read
         2 18.18% 90.91%         10 90.91%  parse
         1  9.09%   100%         11   100%  main
`);
  });

  it('says what it leaves out', () => {
    const shown = top(program, { nodeCount: 1, nodeFraction: 0.3, sort: 'cum' });
    expect(shown).toBe(`
Type: samples
Showing nodes accounting for 1, 9.09% of 11 total
Showing top 1 nodes out of 4
      flat  flat%   sum%        cum   cum%
         1  9.09%  9.09%         11   100%  main
`);
    expect(top(program, { nodeFraction: 0.4 })).toContain('Dropped 1 node (cum <= 4)');
  });

  it('escapes names', () => {
    expect(top('\n\x1b[31mevil\n')).toContain('  \\x1b[31mevil\n');
  });
});

describe('tree', () => {
  it('shows callers above and callees below, heaviest first', () => {
    expect(tree(program, { nodeCount: 3 })).toBe(`
Type: samples
Showing nodes accounting for 10, 90.91% of 11 total
Showing top 3 nodes out of 4
----------------------------------------------------------+-------------
      flat  flat%   sum%        cum   cum%   calls calls% + context
----------------------------------------------------------+-------------
                                                 5   100% |   parse
         5 45.45% 45.45%          5 45.45%                | eval
                                                 5   100% |   parse
----------------------------------------------------------+-------------
                                                 3   100% |   parse
         3 27.27% 72.73%          3 27.27%                | read
----------------------------------------------------------+-------------
                                                 5 50.00% |   eval
         2 18.18% 90.91%         10 90.91%                | parse
                                                 5 50.00% |   eval
                                                 3 30.00% |   read
----------------------------------------------------------+-------------
`);
  });

  it('joins what a hidden function connected', () => {
    const picture = `
      main   main
      small  small
      leaf
      5      1
    `;
    const context = contextOf(profileFromPicture(picture));
    const graph = graphOf(context, { nodeCount: 1 });
    expect(callTables(graph)[0]?.callers).toEqual([]);
    const two = graphOf(context, { nodeCount: 2, sort: 'cum' });
    expect(two.shown.length).toBe(2);
    const hidden = graphOf(
      contextOf(
        profileFromPicture(`
          main   main
          tiny   leaf
          leaf
          5      9
        `),
      ),
      { nodeFraction: 0.5 },
    );
    const leaf = callTables(hidden).find(({ info }) => info.name === 'leaf');
    expect(leaf?.callers).toMatchObject([{ weight: 14, residual: true, info: { name: 'main' } }]);
  });
});

it('traces start at the leaf', () => {
  const context = contextOf(profileFromPicture(program));
  const shown = text(tracesText(context, traces(context, defaultNodeOptions), plainStyle));
  expect(shown.split('\n').slice(0, 7).join('\n')).toBe(`
Type: samples
-----------+-------------------------------------------------------
         3   read
             parse
             main
-----------+-------------------------------------------------------`);
});
