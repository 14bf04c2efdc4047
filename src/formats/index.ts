export {
  type Confidence,
  type DetachedPart,
  detectBytes,
  type EncodeOptions,
  type Format,
  type JitSymbols,
  type PartFormat,
  type PartReader,
  type ProfileReader,
  type ReadOptions,
} from './format.ts';
export {
  detectFormat,
  findFormat,
  findFormatByExtension,
  formatNames,
  formats,
} from './registry.ts';
