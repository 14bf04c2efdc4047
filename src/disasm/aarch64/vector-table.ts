// Names of vector instructions by their opcode; `-` = not allocated. Of pairs `a/b`, bit 23 chooses the second.

/** Three vectors of one shape; [signed or plain, unsigned or other]. From 24 on they are on floats. */
export const threeSame: readonly (readonly string[])[] = [
  'shadd sqadd srhadd logical shsub sqsub cmgt cmge sshl sqshl srshl sqrshl smax smin sabd saba add cmtst mla mul smaxp sminp sqdmulh addp fmaxnm/fminnm fmla/fmls fadd/fsub fmulx/- fcmeq/- -/- fmax/fmin frecps/frsqrts'.split(
    ' ',
  ),
  'uhadd uqadd urhadd logical uhsub uqsub cmhi cmhs ushl uqshl urshl uqrshl umax umin uabd uaba sub cmeq mls pmul umaxp uminp sqrdmulh - fmaxnmp/fminnmp - faddp/fabd fmul/- fcmge/fcmgt facge/facgt fmaxp/fminp fdiv/-'.split(
    ' ',
  ),
];

/** Three vectors of different shapes. */
export const threeDifferent: readonly (readonly string[])[] = [
  'saddl saddw ssubl ssubw addhn sabal subhn sabdl smlal sqdmlal smlsl sqdmlsl smull sqdmull pmull -'.split(
    ' ',
  ),
  'uaddl uaddw usubl usubw raddhn uabal rsubhn uabdl umlal - umlsl - umull - - -'.split(' '),
];

/** Two vectors, integers. */
export const twoIntegers: readonly Readonly<Record<number, string>>[] = [
  {
    0: 'rev64',
    1: 'rev16',
    2: 'saddlp',
    3: 'suqadd',
    4: 'cls',
    5: 'cnt',
    6: 'sadalp',
    7: 'sqabs',
    8: 'cmgt0',
    9: 'cmeq0',
    10: 'cmlt0',
    11: 'abs',
    18: 'xtn',
    20: 'sqxtn',
  },
  {
    0: 'rev32',
    2: 'uaddlp',
    3: 'usqadd',
    4: 'clz',
    5: 'mvn/rbit',
    6: 'uadalp',
    7: 'sqneg',
    8: 'cmge0',
    9: 'cmle0',
    11: 'neg',
    18: 'sqxtun',
    19: 'shll',
    20: 'uqxtn',
  },
];

/** Two vectors of floats. */
export const twoFloats: readonly Readonly<Record<number, string>>[] = [
  {
    12: '-/fcmgt0',
    13: '-/fcmeq0',
    14: '-/fcmlt0',
    15: '-/fabs',
    22: 'fcvtn',
    23: 'fcvtl',
    24: 'frintn/frintp',
    25: 'frintm/frintz',
    26: 'fcvtns/fcvtps',
    27: 'fcvtms/fcvtzs',
    28: 'fcvtas/urecpe',
    29: 'scvtf/frecpe',
    31: '-/frecpx',
  },
  {
    12: '-/fcmge0',
    13: '-/fcmle0',
    15: '-/fneg',
    22: 'fcvtxn',
    24: 'frinta/-',
    25: 'frintx/frinti',
    26: 'fcvtnu/fcvtpu',
    27: 'fcvtmu/fcvtzu',
    28: 'fcvtau/ursqrte',
    29: 'ucvtf/frsqrte',
    31: '-/fsqrt',
  },
];

/** Shifts by a constant. */
export const shiftNames: readonly Readonly<Record<number, string>>[] = [
  {
    0: 'sshr',
    2: 'ssra',
    4: 'srshr',
    6: 'srsra',
    10: 'shl',
    14: 'sqshl',
    16: 'shrn',
    17: 'rshrn',
    18: 'sqshrn',
    19: 'sqrshrn',
    20: 'sshll',
    28: 'scvtf',
    31: 'fcvtzs',
  },
  {
    0: 'ushr',
    2: 'usra',
    4: 'urshr',
    6: 'ursra',
    8: 'sri',
    10: 'sli',
    12: 'sqshlu',
    14: 'uqshl',
    16: 'sqshrun',
    17: 'sqrshrun',
    18: 'uqshrn',
    19: 'uqrshrn',
    20: 'ushll',
    28: 'ucvtf',
    31: 'fcvtzu',
  },
];

/** One element of the last vector with all of the others. */
export const indexedNames: readonly Readonly<Record<number, string>>[] = [
  {
    1: 'fmla',
    2: 'smlal',
    3: 'sqdmlal',
    5: 'fmls',
    6: 'smlsl',
    7: 'sqdmlsl',
    8: 'mul',
    9: 'fmul',
    10: 'smull',
    11: 'sqdmull',
    12: 'sqdmulh',
    13: 'sqrdmulh',
    14: 'sdot',
  },
  {
    0: 'mla',
    2: 'umlal',
    4: 'mls',
    6: 'umlsl',
    9: 'fmulx',
    10: 'umull',
    13: 'sqrdmlah',
    14: 'udot',
    15: 'sqrdmlsh',
  },
];
