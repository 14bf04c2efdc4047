export type { CodePlace, PlaceSource } from './code-place.ts';
export { type DebugCompanions, DebugInfo } from './debug-info.ts';
export { type CodeExtent, FunctionCode } from './function-code.ts';
export { type ImageParts, ImageSymbolizer } from './image-symbolizer.ts';
export type { FileProblem, FileReply, NeedFile } from './need-file.ts';
export { type OpenedImage, openSymbolizer, sectionsOf } from './open-symbolizer.ts';
export { type SymbolizeOptions, symbolizeProfile } from './symbolize-profile.ts';
