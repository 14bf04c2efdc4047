export { escapeXml } from './escape.ts';
export { type FlameSvg, renderFlameSvg } from './flame-svg/document.ts';
export { fitLabel, labelForms, plainName } from './flame-svg/label.ts';
export { minimumShare } from './flame-svg/make-picture.ts';
export type { FlameSvgOptions } from './flame-svg/options.ts';
export { type Weights, weigh } from './flame-svg/prune.ts';
export { formatCount } from './flame-svg/quantity.ts';
export {
  type HtmlReport,
  type ReportFact,
  type ReportRow,
  renderHtmlReport,
} from './html-report/html-report.ts';
export type { DiffColors } from './palette/diff-colors.ts';
export { type Family, type FamilyName, families } from './palette/family-table.ts';
export type { FrameFacts as PaletteFacts } from './palette/frame-family.ts';
export { frameFamily, type KeyFamily, keyFamilies } from './palette/key-family.ts';
export { palettes } from './palette/palette.ts';
