export {
  type Confidence,
  detectBytes,
  type EncodeOptions,
  type Format,
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
