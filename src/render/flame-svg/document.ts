import type { CallTree } from '../../analysis/index.ts';
import { counted } from '../../base/quantity.ts';
import { escapeXml } from '../escape.ts';
import { boxMarkup, short } from './box-markup.ts';
import { wholeText } from './describe.ts';
import { fitText } from './label.ts';
import { type Boxes, layoutBoxes } from './layout.ts';
import { type DrawnPicture, makePicture } from './make-picture.ts';
import { type FlameSvgOptions, margin } from './options.ts';
import { chromeHeights } from './page.ts';
import { encodePicture } from './picture-data.ts';
import { flameScript } from './script.gen.ts';
import { styleSheet } from './style.ts';
import { estimatedWidth } from './text-width.ts';

export interface FlameSvg {
  /** The file, in pieces. */
  readonly chunks: Iterable<string>;
  /** Frames in the file, and what was left out of it. */
  readonly frames: number;
  readonly prunedFrames: number;
  readonly prunedShare: number;
}

/** One self-contained SVG: readable as a picture anywhere, interactive where scripts run. */
export function renderFlameSvg(tree: CallTree, options: FlameSvgOptions = {}): FlameSvg {
  const drawn = makePicture(tree, options);
  return {
    chunks: writeDocument(drawn, tree, options),
    frames: drawn.picture.length,
    prunedFrames: drawn.prunedFrames,
    prunedShare: drawn.prunedShare,
  };
}

function* writeDocument(
  drawn: DrawnPicture,
  tree: CallTree,
  options: FlameSvgOptions,
): Generator<string> {
  const { picture } = drawn;
  const { facts } = picture;
  const boxes = layoutBoxes(picture, 0, facts.width - 2 * margin);
  const rows = rowsOf(drawn, boxes);
  const { head, foot } = chromeHeights(facts);
  const height = head + rows * facts.rowHeight + foot;
  const summary = `${facts.title}: ${wholeText(picture)} in ${counted(picture.names.length - 1, 'function')}.`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n`;
  yield `<svg xmlns="http://www.w3.org/2000/svg" class="pf" width="${facts.fluid ? '100%' : facts.width}" viewBox="0 0 ${facts.width} ${height}" preserveAspectRatio="xMidYMin meet" role="graphics-document" aria-roledescription="flame graph">
<title>${escapeXml(facts.title)}</title>
<desc>${escapeXml([summary, facts.subtitle, facts.pruned, facts.notes].filter((part) => part !== '').join(' '))}</desc>
<style>${styleSheet(picture, options.diffColors ?? 'blue-orange')}</style>
<defs><pattern id="pf-hatch" width="6" height="6" patternUnits="userSpaceOnUse"><path class="hl" d="M-1 7L7-1M-1 1L1-1M5 7L7 5"/></pattern></defs>
<rect class="bg" width="100%" height="100%"/>
`;
  yield header(drawn, facts.width);
  yield '<g class="f">\n';
  let chunk = '';
  const place = {
    left: margin,
    top: head,
    rows,
    measure: estimatedWidth(facts.fontSize),
    ancestors: 0,
    mark: () => '',
  };
  for (const box of boxMarkup(picture, boxes, place)) {
    chunk += box;
    if (chunk.length < 1 << 16) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}</g>\n`;
  yield footer(drawn, height, foot);
  yield `<script type="application/json">${encodePicture(picture, tree.start === null)}</script>\n`;
  yield `<script><![CDATA[${flameScript}]]></script>\n</svg>\n`;
}

/** Rows that hold something at this width; deeper frames appear when they are zoomed into. */
function rowsOf(drawn: DrawnPicture, boxes: Boxes): number {
  let rows = 1;
  for (const frame of boxes.frame) {
    rows = Math.max(rows, (drawn.picture.depth[frame] as number) + 1);
  }
  return rows;
}

function header(drawn: DrawnPicture, width: number): string {
  const { title, subtitle } = drawn.picture.facts;
  const fitted = (text: string, size: number): string =>
    escapeXml(fitText(text, width - 2 * margin, estimatedWidth(size)));
  const second =
    subtitle === '' ? '' : `<text class="q" x="${margin}" y="44">${fitted(subtitle, 12)}</text>`;
  return `<g class="head"><text class="t" x="${margin}" y="24">${fitted(title, 15)}</text>${second}</g>\n`;
}

/** The legend at the right, the facts at the left, what was left out below. */
function footer(drawn: DrawnPicture, height: number, foot: number): string {
  const { picture } = drawn;
  const { facts } = picture;
  const line = height - foot + 20;
  const functions = counted(picture.names.length - 1, 'function');
  const total = `${wholeText(picture)} in ${functions}`;
  const fitted = (text: string): string =>
    escapeXml(fitText(text, facts.width - 2 * margin, estimatedWidth(12)));
  const lines = [facts.pruned, facts.notes]
    .filter((text) => text !== '')
    .map(
      (text, i) =>
        `<text class="q" x="${margin}" y="${line + 18 * (i + 1)}">${fitted(text)}</text>`,
    );
  const legend = legendOf(drawn);
  return `<g class="foot" data-height="${height}"><rect class="bg" y="${height - foot + 2}" width="100%" height="${foot}"/><text class="q d" x="${margin}" y="${line}">${escapeXml(total)}</text>${lines.join('')}<g class="legend">${legendMarkup(legend, facts.width, line)}</g></g>\n`;
}

interface LegendEntry {
  readonly className: string;
  readonly text: string;
}

function legendOf(drawn: DrawnPicture): LegendEntry[] {
  if (drawn.picture.base !== null) {
    return [
      { className: 'l6', text: 'shrank' },
      { className: 'e', text: 'same' },
      { className: 'm6', text: 'grew' },
    ];
  }
  const { picture, palette } = drawn;
  const words = Object.entries(palette.legend);
  const families: readonly string[] = drawn.familyOfName;
  const entries = words.flatMap(([family, text]) => {
    const row = families.indexOf(family);
    return row < 0 ? [] : [{ className: picture.tints[row] ?? '', text }];
  });
  return entries.length < 2 ? [] : entries;
}

function legendMarkup(entries: readonly LegendEntry[], width: number, line: number): string {
  const measure = estimatedWidth(12);
  let right = width - margin;
  return entries
    .toReversed()
    .map(({ className, text }) => {
      const x = right - measure(text);
      right = x - 34;
      const at = `x="${short(x - 16)}" y="${line - 10}" width="11" height="11" rx="2"`;
      const hatch = className.endsWith('h') ? `<rect class="h" ${at}/>` : '';
      return `<rect class="${className}" ${at}/>${hatch}<text class="q" x="${short(x)}" y="${line}">${escapeXml(text)}</text>`;
    })
    .join('');
}
