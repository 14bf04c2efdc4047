import { escapeXml } from '../escape.ts';
import { flameScriptHash } from '../flame-svg/script.gen.ts';
import { reportStyle } from './report-style.ts';

/** A fact of the recording: `Duration`, `2.31 s`. */
export interface ReportFact {
  readonly name: string;
  readonly value: string;
  /** Something a reader must know before trusting the rest: lost samples, cut stacks. */
  readonly isWarning?: boolean;
}

/** A row of the table of functions; numbers come ready to read. */
export interface ReportRow {
  readonly name: string;
  /** Where it is: `src/router.js:12`. */
  readonly place: string;
  readonly self: string;
  readonly total: string;
  readonly samples: string;
  /** 0 … 1, for the bars. */
  readonly selfShare: number;
  readonly totalShare: number;
}

export interface HtmlReport {
  readonly title: string;
  /** The answer in a sentence: `findDuplicates is the widest: 61 % of all samples.` */
  readonly answer: string;
  readonly facts: readonly ReportFact[];
  readonly rows: readonly ReportRow[];
  /** The text of an SVG flame graph of ours. */
  readonly svg: string;
  /** Commands worth trying next. */
  readonly next?: readonly string[];
}

/**
 * One page that needs nothing but itself: the answer first, then the table, then the flame graph,
 * which stays interactive. Its policy lets only the flame graph's own script run.
 */
export function renderHtmlReport(report: HtmlReport): string {
  const title = escapeXml(report.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${flameScriptHash}'; base-uri 'none'; form-action 'none'">
<title>${title}</title>
<style>${reportStyle}</style>
</head>
<body>
<header><h1>${title}</h1><p class="answer">${escapeXml(report.answer)}</p>${factList(report.facts)}</header>
<main>
<section aria-labelledby="top"><h2 id="top">Where the time goes</h2>${topTable(report.rows)}</section>
<section aria-labelledby="graph"><h2 id="graph">Flame graph</h2><div class="graph">${inlineSvg(report.svg)}</div></section>
${nextSteps(report.next ?? [])}</main>
</body>
</html>
`;
}

function factList(facts: readonly ReportFact[]): string {
  if (facts.length === 0) return '';
  const items = facts.map(({ name, value, isWarning }) => {
    const mark = isWarning === true ? ' class="warning"' : '';
    return `<div${mark}><dt>${escapeXml(name)}</dt><dd>${escapeXml(value)}</dd></div>`;
  });
  return `<dl>${items.join('')}</dl>`;
}

function topTable(rows: readonly ReportRow[]): string {
  const lines = rows.map((row) => {
    const bar = `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="total" width="${percent(row.totalShare)}" height="10"/><rect class="self" width="${percent(row.selfShare)}" height="10"/></svg>`;
    return `<tr><td class="name"><code>${escapeXml(row.name)}</code> <span>${escapeXml(row.place)}</span></td><td>${escapeXml(row.self)}</td><td>${escapeXml(row.total)}</td><td>${escapeXml(row.samples)}</td><td class="bars">${bar}</td></tr>`;
  });
  return `<table><thead><tr><th class="name" scope="col">Function</th><th scope="col">Self</th><th scope="col">Total</th><th scope="col">Samples</th><th class="bars" scope="col"><span>Self on total</span></th></tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

function percent(share: number): string {
  return (Math.min(1, Math.max(0, share)) * 100).toFixed(2);
}

/** In HTML there is no XML declaration. */
function inlineSvg(svg: string): string {
  return svg.replace(/^<\?xml[^>]*\?>\s*/, '');
}

function nextSteps(commands: readonly string[]): string {
  if (commands.length === 0) return '';
  const items = commands.map((command) => `<li><code>${escapeXml(command)}</code></li>`);
  return `<section aria-labelledby="next"><h2 id="next">Try next</h2><ul>${items.join('')}</ul></section>\n`;
}
