const ordered = 'eq lt le unord neq nlt nle ord'.split(' ');
const vector =
  'eq lt le unord neq nlt nle ord eq_uq nge ngt false neq_oq ge gt true eq_os lt_oq le_oq unord_s neq_us nlt_uq nle_uq ord_s eq_us nge_uq ngt_uq false_os neq_os ge_oq gt_oq true_us'.split(
    ' ',
  );
const integer = ['eq', 'lt', 'le', '', 'neq', 'nlt', 'nle', ''];
const halves: Readonly<Record<number, string>> = { 0: 'lql', 1: 'hql', 16: 'lqh', 17: 'hqh' };

/** The word that an immediate puts into a mnemonic: `cmp?ps` with 1 is `cmpltps`. */
export function findPredicate(kind: string, immediate: number): string | undefined {
  switch (kind) {
    case '?s':
      return ordered[immediate];
    case '?v':
      return vector[immediate];
    case '?p':
      return integer[immediate] || undefined;
    default:
      return halves[immediate];
  }
}
