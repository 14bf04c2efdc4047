// DW_FORM codes: DWARF 5, section 7.5.6. GNU's forms before DWARF 5 mean the same as later ones and are
// translated to them when abbreviations are read, so everything behind knows one set.
export const forms = {
  addr: 0x01,
  string: 0x08,
  strp: 0x0e,
  refAddr: 0x10,
  ref1: 0x11,
  ref2: 0x12,
  ref4: 0x13,
  ref8: 0x14,
  refUdata: 0x15,
  indirect: 0x16,
  secOffset: 0x17,
  strx: 0x1a,
  addrx: 0x1b,
  refSup4: 0x1c,
  strpSup: 0x1d,
  lineStrp: 0x1f,
  refSig8: 0x20,
  implicitConst: 0x21,
  rnglistx: 0x23,
  refSup8: 0x24,
  strx1: 0x25,
  strx4: 0x28,
  addrx1: 0x29,
  addrx4: 0x2c,
  /** Ours: DW_FORM_GNU_ref_alt, an offset into the supplementary file of the unit's own width. */
  refAlt: 0x30,
  /** Ours: LLVM's address index plus offset. */
  addrxOffset: 0x31,
} as const;

const gnuForms: Readonly<Record<number, number>> = {
  8193: forms.addrxOffset, // 0x2001
  7937: forms.addrx, // 0x1f01 DW_FORM_GNU_addr_index
  7938: forms.strx, // 0x1f02 DW_FORM_GNU_str_index
  7968: forms.refAlt, // 0x1f20 DW_FORM_GNU_ref_alt
  7969: forms.strpSup, // 0x1f21 DW_FORM_GNU_strp_alt
};

export function standardForm(form: number): number {
  return form <= 0x2c ? form : (gnuForms[form] ?? 0);
}

/** How a form is stored: 0 to 16 are that many bytes, the others are below. */
export const encodings = {
  uleb: 20,
  sleb: 21,
  blockUleb: 22,
  block1: 23,
  block2: 24,
  block4: 25,
  text: 26,
  indirect: 27,
  implicit: 28,
  present: 29,
  ulebAnd4: 30,
  offset: 40, // 4 or 8 by the unit's format
  address: 41, // by the unit's address size
  refAddr: 42, // an address in DWARF 2, an offset later
  unknown: 50,
} as const;

const e = encodings;

/** Indexed by standard form. */
// biome-ignore format: a table of forms, eight in a row
const encodingOfForm: Uint8Array = Uint8Array.of(
  e.unknown, e.address, e.unknown, e.block2, e.block4, 2, 4, 8,                   // 0x00
  e.text, e.blockUleb, e.block1, 1, 1, e.sleb, e.offset, e.uleb,                  // 0x08
  e.refAddr, 1, 2, 4, 8, e.uleb, e.indirect, e.offset,                            // 0x10
  e.blockUleb, e.present, e.uleb, e.uleb, 4, e.offset, 16, e.offset,              // 0x18
  8, e.implicit, e.uleb, e.uleb, 8, 1, 2, 3,                                      // 0x20
  4, 1, 2, 3, 4, e.unknown, e.unknown, e.unknown,                                 // 0x28
  e.offset, e.ulebAnd4,                                                           // 0x30
);

/** What decides the width of a form besides the form itself. */
export interface UnitShape {
  readonly version: number;
  readonly offsetSize: 4 | 8;
  readonly addressSize: number;
}

export function encodingOf(form: number, shape: UnitShape): number {
  const encoding = form < encodingOfForm.length ? (encodingOfForm[form] as number) : e.unknown;
  if (encoding === e.offset) return shape.offsetSize;
  if (encoding === e.address) return shape.addressSize;
  if (encoding !== e.refAddr) return encoding;
  return shape.version <= 2 ? shape.addressSize : shape.offsetSize;
}
