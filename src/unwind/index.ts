export { type AddedMapping, AddressSpaces, type SpaceMapping } from './address-spaces.ts';
export { FrameTable } from './frame-table.ts';
