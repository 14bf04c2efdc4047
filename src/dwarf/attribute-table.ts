/**
 * What an attribute is good for here. An entry is read into one array indexed by role, so that every
 * use shares one loop; all other attributes have role 0 and are passed over.
 */
export const roles = {
  other: 0,
  lowPc: 1,
  highPc: 2,
  ranges: 3,
  sibling: 4,
  origin: 5,
  linkageName: 6,
  name: 7,
  callFile: 8,
  callLine: 9,
  callColumn: 10,
  declarationLine: 11,
  lines: 12,
  folder: 13,
  stringOffsetsBase: 14,
  addressBase: 15,
  rangeListsBase: 16,
  splitName: 17,
  splitId: 18,
  gnuRangesBase: 19,
  specification: 20,
  callDiscriminator: 21,
} as const;

export const roleCount = 22;

/** DW_AT codes (DWARF 5, section 7.5.4, and vendors' extensions) with their roles. */
const attributeRoles: readonly (readonly [code: number, role: number])[] = [
  [0x01, roles.sibling],
  [0x03, roles.name],
  [0x10, roles.lines],
  [0x11, roles.lowPc],
  [0x12, roles.highPc],
  [0x1b, roles.folder],
  [0x31, roles.origin],
  [0x3b, roles.declarationLine],
  [0x47, roles.specification],
  [0x55, roles.ranges],
  [0x57, roles.callColumn],
  [0x58, roles.callFile],
  [0x59, roles.callLine],
  [0x6e, roles.linkageName],
  [0x72, roles.stringOffsetsBase],
  [0x73, roles.addressBase],
  [0x74, roles.rangeListsBase],
  [0x76, roles.splitName],
  [0x2007, roles.linkageName], // DW_AT_MIPS_linkage_name: compilers before DWARF 4
  [0x2130, roles.splitName], // DW_AT_GNU_dwo_name
  [0x2131, roles.splitId], // DW_AT_GNU_dwo_id
  [0x2132, roles.gnuRangesBase], // DW_AT_GNU_ranges_base
  [0x2133, roles.addressBase], // DW_AT_GNU_addr_base
  [0x2136, roles.callDiscriminator], // DW_AT_GNU_discriminator
];

const highest = 0x2136;

const roleOfCode: Uint8Array = rolesByCode();

function rolesByCode(): Uint8Array {
  const table = new Uint8Array(highest + 1);
  for (const [code, role] of attributeRoles) table[code] = role;
  return table;
}

export function roleOf(attribute: number): number {
  return attribute <= highest ? (roleOfCode[attribute] as number) : roles.other;
}
