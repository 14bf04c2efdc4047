export { DwarfFile } from './dwarf-file.ts';
export { nameAt, nameReferred } from './entry-names.ts';
export { FunctionIndex, scanFunctions } from './function-index.ts';
export { LineTable } from './line-table.ts';
export type { DwarfSections } from './sections.ts';
export { findInPackage } from './split.ts';
export { Unit } from './unit.ts';
export { UnitIndex } from './unit-index.ts';
