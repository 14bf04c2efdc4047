import { formatShare } from '../../base/quantity.ts';
import { escapeXml } from '../escape.ts';
import { diffStep } from '../palette/diff-step.ts';
import { describeBlock, describeFrame, signedValue, wholeText } from './describe.ts';
import { fitLabel } from './label.ts';
import type { Boxes } from './layout.ts';
import { type FlamePicture, shareOf } from './picture.ts';
import type { MeasureText } from './text-width.ts';

/** Where boxes go and how their labels are measured. */
export interface BoxFrame {
  /** Left edge of the graph, top edge of its first row, and how many rows it has. */
  readonly left: number;
  readonly top: number;
  readonly rows: number;
  readonly measure: MeasureText;
  /** Frames up to this box are ancestors of the zoomed one. */
  readonly ancestors: number;
  /** A further class for a box, or ''. */
  mark(box: number): string;
}

const padding = 4;
/** A share is written at the right only when this much stays free between. */
const roomForShare = 70;
const hatchFrom = 6;

/** The elements of the boxes; the same text is written into the file and by its script. */
export function* boxMarkup(
  picture: FlamePicture,
  boxes: Boxes,
  frame: BoxFrame,
): Generator<string> {
  for (let box = 0; box < boxes.length; box++) yield oneBox(picture, boxes, frame, box);
}

function oneBox(picture: FlamePicture, boxes: Boxes, frame: BoxFrame, box: number): string {
  const node = boxes.frame[box] as number;
  const joined = boxes.joined[box] as number;
  const key = picture.key[node] as number;
  const isBlock = joined > 0 || key < 0;
  const wide = boxes.width[box] as number;
  const { rowHeight } = picture.facts;
  const x = (boxes.x[box] as number) + frame.left;
  const y = rowTop(picture, frame, picture.depth[node] as number);
  const width = wide > 3 ? wide - 1 : Math.max(wide - 0.2, 0.5);
  const title = joined > 0 ? describeBlock(picture, node, joined) : describeFrame(picture, node);
  const at = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${rowHeight - 1}"`;
  const hatched = !isBlock && wide > hatchFrom && isHatched(picture, node);
  const hatch = hatched ? `<rect class="h" ${at}/>` : '';
  const label = labelMarkup(picture, frame, { node, isBlock, joined, x, y, width });
  const classes = classesOf(picture, node, isBlock, box < frame.ancestors, frame.mark(box));
  return `<g class="${classes}"><title>${escapeXml(title)}</title><rect ${at}/>${hatch}${label}</g>\n`;
}

export function rowTop(picture: FlamePicture, frame: BoxFrame, depth: number): number {
  const row = picture.facts.shape === 'flame' ? frame.rows - 1 - depth : depth;
  return frame.top + row * picture.facts.rowHeight;
}

function isHatched(picture: FlamePicture, node: number): boolean {
  return (
    picture.base === null && picture.tints[picture.key[node] as number]?.endsWith('h') === true
  );
}

function classesOf(
  picture: FlamePicture,
  node: number,
  isBlock: boolean,
  isAncestor: boolean,
  mark: string,
): string {
  let classes = isBlock ? 's' : fillOf(picture, node);
  if (!isBlock && picture.inlined[node] === 1) classes += ' i';
  if (isAncestor) classes += ' a';
  return mark === '' ? classes : `${classes} ${mark}`;
}

function fillOf(picture: FlamePicture, node: number): string {
  if (picture.base === null) return picture.tints[picture.key[node] as number] ?? 's';
  const step = diffStep(picture.base[node] as number, picture.value[node] as number);
  return step < 0 ? `l${-step}` : step > 0 ? `m${step}` : 'e';
}

interface LabelPlace {
  readonly node: number;
  readonly isBlock: boolean;
  readonly joined: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function labelMarkup(picture: FlamePicture, frame: BoxFrame, place: LabelPlace): string {
  const { node, x, width } = place;
  const room = width - 2 * padding;
  if (room < 18) return '';
  const text = place.isBlock
    ? blockLabel(picture, frame, place, room)
    : fitLabel(fullLabel(picture, node), room, frame.measure);
  if (text === '') return '';
  const { fontSize, rowHeight } = picture.facts;
  const baseline = short(place.y + (rowHeight - 1) / 2 + fontSize * 0.35);
  const label = `<text x="${short(x + padding)}" y="${baseline}">${escapeXml(text)}</text>`;
  const free = room - frame.measure(text);
  if (free < roomForShare || place.isBlock || node === 0) return label;
  return `${label}<text class="p" x="${short(x + width - padding)}" y="${baseline}">${escapeXml(shareText(picture, node))}</text>`;
}

function fullLabel(picture: FlamePicture, node: number): string {
  const name = picture.names[picture.key[node] as number] ?? '';
  return node === 0 ? `${name} · ${wholeText(picture)}` : name;
}

function blockLabel(
  picture: FlamePicture,
  frame: BoxFrame,
  place: LabelPlace,
  room: number,
): string {
  const key = picture.key[place.node] as number;
  const count = place.joined > 1 ? place.joined : Math.max(1, -key);
  const forms = [`${count} small`, `+${count}`];
  return forms.find((form) => frame.measure(form) <= room) ?? '';
}

function shareText(picture: FlamePicture, node: number): string {
  if (picture.base === null) return formatShare(shareOf(picture, node));
  const change = (picture.value[node] as number) - (picture.base[node] as number);
  return change === 0 ? '' : signedValue(picture, change);
}

/** A coordinate with at most two digits, as short as possible. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
