import { fmaOpcodes } from './fma-table.ts';
import { floatArithmetic, namedOpcodes, packedIntegers } from './two-byte-table.ts';

// AVX-512 (SDM volume 2, chapter 5). A digit behind W says that memory may hold one element of that
// many bytes, broadcast to all; `er` and `sae` that a register form may choose how to round.

/** Integer operations on elements of 4 and 8 bytes: these can broadcast. */
const broadcasting: Readonly<Record<string, '4' | '8'>> = {
  punpckldq: '4',
  punpckhdq: '4',
  packssdw: '4',
  pcmpgtd: '4',
  pcmpeqd: '4',
  psubd: '4',
  paddd: '4',
  psubq: '8',
  paddq: '8',
  pmuludq: '8',
};
const countShifts = /^ps(?:rl|ra|ll)[wdq]$/;
const bitwise = /^p(?:and|andn|or|xor)$/;

/** EVEX map 1 (0F). */
export function evexMap1(): string {
  const integers = namedOpcodes(packedIntegers).map(([opcode, name]) => {
    const memory = `Wx${broadcasting[name] ?? ''}`;
    if (bitwise.test(name)) {
      return `${opcode} 66.w0 v${name}d Vx,Hx,Wx4\n${opcode} 66.w1 v${name}q Vx,Hx,Wx8`;
    }
    if (name === 'psrad') {
      return `${opcode} 66.w0 vpsrad Vx,Hx,Wo\n${opcode} 66.w1 vpsraq Vx,Hx,Wo`;
    }
    if (name.startsWith('pcmp')) return `${opcode} 66 v${name} Kg,Hx,${memory}`;
    return `${opcode} 66 v${name} Vx,Hx,${countShifts.test(name) ? 'Wo' : memory}`;
  });
  const floats = namedOpcodes(floatArithmetic).map(([opcode, name]) => {
    const first = name === 'sqrt' ? '' : 'Hx,';
    const rounding = name === 'min' || name === 'max' ? 'sae' : 'er';
    return `
      ${opcode} np.w0 v${name}ps Vx,${first}Wx4,${rounding}
      ${opcode} 66.w1 v${name}pd Vx,${first}Wx8,${rounding}
      ${opcode} f3.w0 v${name}ss Vo,Ho,Wd,${rounding}
      ${opcode} f2.w1 v${name}sd Vo,Ho,Wq,${rounding}`;
  });
  return [...integers, ...floats, moves, conversions, others1].join('\n');
}

const moves = `
  10 np.w0 vmovups Vx,Wx
  10 66.w1 vmovupd Vx,Wx
  10r f3.w0 vmovss Vo,Ho,Wo
  10m f3.w0 vmovss Vo,Md
  10r f2.w1 vmovsd Vo,Ho,Wo
  10m f2.w1 vmovsd Vo,Mq
  11 np.w0 vmovups Wx,Vx
  11 66.w1 vmovupd Wx,Vx
  11r f3.w0 vmovss Wo,Ho,Vo
  11m f3.w0 vmovss Md,Vo
  11r f2.w1 vmovsd Wo,Ho,Vo
  11m f2.w1 vmovsd Mq,Vo
  12r np.w0 vmovhlps Vo,Ho,Wo
  12m np.w0 vmovlps Vo,Ho,Mq
  12m 66.w1 vmovlpd Vo,Ho,Mq
  12 f3.w0 vmovsldup Vx,Wx
  12 f2.w1.l0 vmovddup Vx,Wq
  12 f2.w1 vmovddup Vx,Wx
  13m np.w0 vmovlps Mq,Vo
  13m 66.w1 vmovlpd Mq,Vo
  14 np.w0 vunpcklps Vx,Hx,Wx4
  14 66.w1 vunpcklpd Vx,Hx,Wx8
  15 np.w0 vunpckhps Vx,Hx,Wx4
  15 66.w1 vunpckhpd Vx,Hx,Wx8
  16r np.w0 vmovlhps Vo,Ho,Wo
  16m np.w0 vmovhps Vo,Ho,Mq
  16m 66.w1 vmovhpd Vo,Ho,Mq
  16 f3.w0 vmovshdup Vx,Wx
  17m np.w0 vmovhps Mq,Vo
  17m 66.w1 vmovhpd Mq,Vo
  28 np.w0 vmovaps Vx,Wx
  28 66.w1 vmovapd Vx,Wx
  29 np.w0 vmovaps Wx,Vx
  29 66.w1 vmovapd Wx,Vx
  2bm np.w0 vmovntps Mx,Vx
  2bm 66.w1 vmovntpd Mx,Vx
  6e 66.w1 vmovq Vo,Eq
  6e 66 vmovd Vo,Ed
  6f 66.w0 vmovdqa32 Vx,Wx
  6f 66.w1 vmovdqa64 Vx,Wx
  6f f3.w0 vmovdqu32 Vx,Wx
  6f f3.w1 vmovdqu64 Vx,Wx
  6f f2.w0 vmovdqu8 Vx,Wx
  6f f2.w1 vmovdqu16 Vx,Wx
  7e 66.w1 vmovq Eq,Vo
  7e 66 vmovd Ed,Vo
  7e f3 vmovq Vo,Wq
  7f 66.w0 vmovdqa32 Wx,Vx
  7f 66.w1 vmovdqa64 Wx,Vx
  7f f3.w0 vmovdqu32 Wx,Vx
  7f f3.w1 vmovdqu64 Wx,Vx
  7f f2.w0 vmovdqu8 Wx,Vx
  7f f2.w1 vmovdqu16 Wx,Vx
  d6 66 vmovq Wq,Vo
  e7m 66 vmovntdq Mx,Vx
`;

const conversions = `
  2a f3 vcvtsi2ss~ Vo,Ho,Ey,er
  2a f2 vcvtsi2sd~ Vo,Ho,Ey,er
  2c f3 vcvttss2si Gy,Wd,sae
  2c f2 vcvttsd2si Gy,Wq,sae
  2d f3 vcvtss2si Gy,Wd,er
  2d f2 vcvtsd2si Gy,Wq,er
  2e np vucomiss Vo,Wd,sae
  2e 66 vucomisd Vo,Wq,sae
  2f np vcomiss Vo,Wd,sae
  2f 66 vcomisd Vo,Wq,sae
  5a np.w0 vcvtps2pd Vx,Wh4,sae
  5a 66.w1 vcvtpd2ps% Vh,Wx8,er
  5a f3.w0 vcvtss2sd Vo,Ho,Wd,sae
  5a f2.w1 vcvtsd2ss Vo,Ho,Wq,er
  5b np.w0 vcvtdq2ps Vx,Wx4,er
  5b np.w1 vcvtqq2ps% Vh,Wx8,er
  5b 66.w0 vcvtps2dq Vx,Wx4,er
  5b f3.w0 vcvttps2dq Vx,Wx4,sae
  78 np.w0 vcvttps2udq Vx,Wx4,sae
  78 np.w1 vcvttpd2udq% Vh,Wx8,sae
  78 66.w0 vcvttps2uqq Vx,Wh4,sae
  78 66.w1 vcvttpd2uqq Vx,Wx8,sae
  78 f3 vcvttss2usi Gy,Wd,sae
  78 f2 vcvttsd2usi Gy,Wq,sae
  79 np.w0 vcvtps2udq Vx,Wx4,er
  79 np.w1 vcvtpd2udq% Vh,Wx8,er
  79 66.w0 vcvtps2uqq Vx,Wh4,er
  79 66.w1 vcvtpd2uqq Vx,Wx8,er
  79 f3 vcvtss2usi Gy,Wd,er
  79 f2 vcvtsd2usi Gy,Wq,er
  7a 66.w0 vcvttps2qq Vx,Wh4,sae
  7a 66.w1 vcvttpd2qq Vx,Wx8,sae
  7a f3.w0 vcvtudq2pd Vx,Wh4
  7a f3.w1 vcvtuqq2pd Vx,Wx8,er
  7a f2.w0 vcvtudq2ps Vx,Wx4,er
  7a f2.w1 vcvtuqq2ps% Vh,Wx8,er
  7b 66.w0 vcvtps2qq Vx,Wh4,er
  7b 66.w1 vcvtpd2qq Vx,Wx8,er
  7b f3 vcvtusi2ss~ Vo,Ho,Ey,er
  7b f2 vcvtusi2sd~ Vo,Ho,Ey,er
  e6 66.w1 vcvttpd2dq% Vh,Wx8,sae
  e6 f3.w0 vcvtdq2pd Vx,Wh4
  e6 f3.w1 vcvtqq2pd Vx,Wx8,er
  e6 f2.w1 vcvtpd2dq% Vh,Wx8,er
`;

const others1 = `
  54 np.w0 vandps Vx,Hx,Wx4
  54 66.w1 vandpd Vx,Hx,Wx8
  55 np.w0 vandnps Vx,Hx,Wx4
  55 66.w1 vandnpd Vx,Hx,Wx8
  56 np.w0 vorps Vx,Hx,Wx4
  56 66.w1 vorpd Vx,Hx,Wx8
  57 np.w0 vxorps Vx,Hx,Wx4
  57 66.w1 vxorpd Vx,Hx,Wx8
  6c 66.w1 vpunpcklqdq Vx,Hx,Wx8
  6d 66.w1 vpunpckhqdq Vx,Hx,Wx8
  70 66.w0 vpshufd Vx,Wx4,Ib
  70 f3 vpshufhw Vx,Wx,Ib
  70 f2 vpshuflw Vx,Wx,Ib
  71/2 66 vpsrlw Hx,Wx,Ib
  71/4 66 vpsraw Hx,Wx,Ib
  71/6 66 vpsllw Hx,Wx,Ib
  72/0 66.w0 vprord Hx,Wx4,Ib
  72/0 66.w1 vprorq Hx,Wx8,Ib
  72/1 66.w0 vprold Hx,Wx4,Ib
  72/1 66.w1 vprolq Hx,Wx8,Ib
  72/2 66.w0 vpsrld Hx,Wx4,Ib
  72/4 66.w0 vpsrad Hx,Wx4,Ib
  72/4 66.w1 vpsraq Hx,Wx8,Ib
  72/6 66.w0 vpslld Hx,Wx4,Ib
  73/2 66.w1 vpsrlq Hx,Wx8,Ib
  73/3 66 vpsrldq Hx,Wx,Ib
  73/6 66.w1 vpsllq Hx,Wx8,Ib
  73/7 66 vpslldq Hx,Wx,Ib
  c2 np.w0 vcmp?ps Kg,Hx,Wx4,sae,?v
  c2 66.w1 vcmp?pd Kg,Hx,Wx8,sae,?v
  c2 f3.w0 vcmp?ss Kg,Ho,Wd,sae,?v
  c2 f2.w1 vcmp?sd Kg,Ho,Wq,sae,?v
  c4 66 vpinsrw Vo,Ho,Edw,Ib
  c5r 66 vpextrw Gd,Wo,Ib
  c6 np.w0 vshufps Vx,Hx,Wx4,Ib
  c6 66.w1 vshufpd Vx,Hx,Wx8,Ib
`;

/** Pairs that W tells apart: elements of 4 and 8 bytes, or of 1 and 2. */
function pairs(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [opcode = '', prefix = '', names = '', operands = ''] = line.trim().split(' ');
      const [zero = '', one = ''] = names.split('/');
      const narrow = operands.replaceAll('#', '4');
      return `${opcode} ${prefix}.w0 ${zero} ${narrow}
              ${opcode} ${prefix}.w1 ${one} ${operands.replaceAll('#', '8')}`;
    })
    .join('\n');
}

/** EVEX map 2 (0F 38). */
export function evexMap2(): string {
  return [fmaOpcodes('evex'), pairs(pairs2), others2, narrowing()].join('\n');
}

const pairs2 = `
  14 66 vprorvd/vprorvq Vx,Hx,Wx#
  15 66 vprolvd/vprolvq Vx,Hx,Wx#
  16 66 vpermps/vpermpd Vx,Hx,Wx#
  26 66 vptestmb/vptestmw Kg,Hx,Wx
  26 f3 vptestnmb/vptestnmw Kg,Hx,Wx
  27 66 vptestmd/vptestmq Kg,Hx,Wx#
  27 f3 vptestnmd/vptestnmq Kg,Hx,Wx#
  28 f3 vpmovm2b/vpmovm2w Vx,Ke
  29 f3 vpmovb2m/vpmovw2m Kg,Wx
  2c 66 vscalefps/vscalefpd Vx,Hx,Wx#,er
  2d 66 vscalefss/vscalefsd Vo,Ho,Wy,er
  36 66 vpermd/vpermq Vx,Hx,Wx#
  38 f3 vpmovm2d/vpmovm2q Vx,Ke
  39 66 vpminsd/vpminsq Vx,Hx,Wx#
  39 f3 vpmovd2m/vpmovq2m Kg,Wx
  3b 66 vpminud/vpminuq Vx,Hx,Wx#
  3d 66 vpmaxsd/vpmaxsq Vx,Hx,Wx#
  3f 66 vpmaxud/vpmaxuq Vx,Hx,Wx#
  40 66 vpmulld/vpmullq Vx,Hx,Wx#
  42 66 vgetexpps/vgetexppd Vx,Wx#,sae
  43 66 vgetexpss/vgetexpsd Vo,Ho,Wy,sae
  44 66 vplzcntd/vplzcntq Vx,Wx#
  45 66 vpsrlvd/vpsrlvq Vx,Hx,Wx#
  46 66 vpsravd/vpsravq Vx,Hx,Wx#
  47 66 vpsllvd/vpsllvq Vx,Hx,Wx#
  4c 66 vrcp14ps/vrcp14pd Vx,Wx#
  4d 66 vrcp14ss/vrcp14sd Vo,Ho,Wy
  4e 66 vrsqrt14ps/vrsqrt14pd Vx,Wx#
  4f 66 vrsqrt14ss/vrsqrt14sd Vo,Ho,Wy
  54 66 vpopcntb/vpopcntw Vx,Wx
  55 66 vpopcntd/vpopcntq Vx,Wx#
  62 66 vpexpandb/vpexpandw Vx,Wxn
  63 66 vpcompressb/vpcompressw Wxn,Vx
  64 66 vpblendmd/vpblendmq Vx,Hx,Wx#
  65 66 vblendmps/vblendmpd Vx,Hx,Wx#
  66 66 vpblendmb/vpblendmw Vx,Hx,Wx
  71 66 vpshldvd/vpshldvq Vx,Hx,Wx#
  73 66 vpshrdvd/vpshrdvq Vx,Hx,Wx#
  75 66 vpermi2b/vpermi2w Vx,Hx,Wx
  76 66 vpermi2d/vpermi2q Vx,Hx,Wx#
  77 66 vpermi2ps/vpermi2pd Vx,Hx,Wx#
  7d 66 vpermt2b/vpermt2w Vx,Hx,Wx
  7e 66 vpermt2d/vpermt2q Vx,Hx,Wx#
  7f 66 vpermt2ps/vpermt2pd Vx,Hx,Wx#
  88 66 vexpandps/vexpandpd Vx,Wxn
  89 66 vpexpandd/vpexpandq Vx,Wxn
  8a 66 vcompressps/vcompresspd Wxn,Vx
  8b 66 vpcompressd/vpcompressq Wxn,Vx
  8d 66 vpermb/vpermw Vx,Hx,Wx
  c4 66 vpconflictd/vpconflictq Vx,Wx#
`;

/** Down-conversions F3 0F 38 10 … 35: signed, unsigned and plain; the result is a part of the vector. */
function narrowing(): string {
  const shapes = ['0 wb Wh', '1 db Wf', '2 qb We', '3 dw Wh', '4 qw Wf', '5 qd Wh'];
  const kinds = [
    ['1', 'vpmovus'],
    ['2', 'vpmovs'],
    ['3', 'vpmov'],
  ] as const;
  return kinds
    .flatMap(([row, name]) =>
      shapes.map((shape) => {
        const [column = '', ending = '', result = ''] = shape.split(' ');
        return `${row}${column} f3.w0 ${name}${ending} ${result},Vx`;
      }),
    )
    .join('\n');
}

const others2 = `
  00 66 vpshufb Vx,Hx,Wx
  04 66 vpmaddubsw Vx,Hx,Wx
  0b 66 vpmulhrsw Vx,Hx,Wx
  0c 66.w0 vpermilps Vx,Hx,Wx4
  0d 66.w1 vpermilpd Vx,Hx,Wx8
  10 66.w1 vpsrlvw Vx,Hx,Wx
  11 66.w1 vpsravw Vx,Hx,Wx
  12 66.w1 vpsllvw Vx,Hx,Wx
  13 66.w0 vcvtph2ps Vx,Wh,sae
  18 66.w0 vbroadcastss Vx,Wd
  19 66.w0 vbroadcastf32x2 Vx,Wq
  19 66.w1 vbroadcastsd Vx,Wq
  1am 66.w0 vbroadcastf32x4 Vx,Mo
  1am 66.w1 vbroadcastf64x2 Vx,Mo
  1bm 66.w0 vbroadcastf32x8 Vx,MY
  1bm 66.w1 vbroadcastf64x4 Vx,MY
  1c 66 vpabsb Vx,Wx
  1d 66 vpabsw Vx,Wx
  1e 66.w0 vpabsd Vx,Wx4
  1f 66.w1 vpabsq Vx,Wx8
  20 66 vpmovsxbw Vx,Wh
  21 66 vpmovsxbd Vx,Wf
  22 66 vpmovsxbq Vx,We
  23 66 vpmovsxwd Vx,Wh
  24 66 vpmovsxwq Vx,Wf
  25 66.w0 vpmovsxdq Vx,Wh
  28 66.w1 vpmuldq Vx,Hx,Wx8
  29 66.w1 vpcmpeqq Kg,Hx,Wx8
  2am 66.w0 vmovntdqa Vx,Mx
  2a f3.w1 vpbroadcastmb2q Vx,Ke
  2b 66.w0 vpackusdw Vx,Hx,Wx4
  30 66 vpmovzxbw Vx,Wh
  31 66 vpmovzxbd Vx,Wf
  32 66 vpmovzxbq Vx,We
  33 66 vpmovzxwd Vx,Wh
  34 66 vpmovzxwq Vx,Wf
  35 66.w0 vpmovzxdq Vx,Wh
  37 66.w1 vpcmpgtq Kg,Hx,Wx8
  38 66 vpminsb Vx,Hx,Wx
  3a 66 vpminuw Vx,Hx,Wx
  3a f3.w0 vpbroadcastmw2d Vx,Ke
  3c 66 vpmaxsb Vx,Hx,Wx
  3e 66 vpmaxuw Vx,Hx,Wx
  50 66.w0 vpdpbusd Vx,Hx,Wx4
  51 66.w0 vpdpbusds Vx,Hx,Wx4
  52 66.w0 vpdpwssd Vx,Hx,Wx4
  52 f3.w0 vdpbf16ps Vx,Hx,Wx4
  53 66.w0 vpdpwssds Vx,Hx,Wx4
  58 66.w0 vpbroadcastd Vx,Wd
  59 66.w0 vbroadcasti32x2 Vx,Wq
  59 66.w1 vpbroadcastq Vx,Wq
  5am 66.w0 vbroadcasti32x4 Vx,Mo
  5am 66.w1 vbroadcasti64x2 Vx,Mo
  5bm 66.w0 vbroadcasti32x8 Vx,MY
  5bm 66.w1 vbroadcasti64x4 Vx,MY
  70 66.w1 vpshldvw Vx,Hx,Wx
  72 66.w1 vpshrdvw Vx,Hx,Wx
  78 66.w0 vpbroadcastb Vx,Wb
  79 66.w0 vpbroadcastw Vx,Ww
  7ar 66.w0 vpbroadcastb Vx,Rd
  7br 66.w0 vpbroadcastw Vx,Rd
  7cr 66.w0 vpbroadcastd Vx,Rd
  7cr 66.w1 vpbroadcastq Vx,Rq
  83 66.w1 vpmultishiftqb Vx,Hx,Wx8
  90m 66.w0 vpgatherdd Vx,Yxd
  90m 66.w1 vpgatherdq Vx,Yoq
  91m 66.w0 vpgatherqd Vh,Yxd
  91m 66.w1 vpgatherqq Vx,Yxq
  92m 66.w0 vgatherdps Vx,Yxd
  92m 66.w1 vgatherdpd Vx,Yoq
  93m 66.w0 vgatherqps Vh,Yxd
  93m 66.w1 vgatherqpd Vx,Yxq
  a0m 66.w0 vpscatterdd Yxd,Vx
  a0m 66.w1 vpscatterdq Yoq,Vx
  a1m 66.w0 vpscatterqd Yxd,Vh
  a1m 66.w1 vpscatterqq Yxq,Vx
  a2m 66.w0 vscatterdps Yxd,Vx
  a2m 66.w1 vscatterdpd Yoq,Vx
  a3m 66.w0 vscatterqps Yxd,Vh
  a3m 66.w1 vscatterqpd Yxq,Vx
  b4 66.w1 vpmadd52luq Vx,Hx,Wx8
  b5 66.w1 vpmadd52huq Vx,Hx,Wx8
  cf 66.w0 vgf2p8mulb Vx,Hx,Wx
  dc 66 vaesenc Vx,Hx,Wx
  dd 66 vaesenclast Vx,Hx,Wx
  de 66 vaesdec Vx,Hx,Wx
  df 66 vaesdeclast Vx,Hx,Wx
`;

/** EVEX map 3 (0F 3A). */
export function evexMap3(): string {
  return [pairs(pairs3), others3].join('\n');
}

const pairs3 = `
  03 66 valignd/valignq Vx,Hx,Wx#,Ib
  18 66 vinsertf32x4/vinsertf64x2 Vx,Hx,Wo,Ib
  19 66 vextractf32x4/vextractf64x2 Wo,Vx,Ib
  1a 66 vinsertf32x8/vinsertf64x4 Vx,Hx,WY,Ib
  1b 66 vextractf32x8/vextractf64x4 WY,Vx,Ib
  1e 66 vpcmp?ud/vpcmp?uq Kg,Hx,Wx#,?p
  1f 66 vpcmp?d/vpcmp?q Kg,Hx,Wx#,?p
  23 66 vshuff32x4/vshuff64x2 Vx,Hx,Wx#,Ib
  25 66 vpternlogd/vpternlogq Vx,Hx,Wx#,Ib
  26 66 vgetmantps/vgetmantpd Vx,Wx#,sae,Ib
  27 66 vgetmantss/vgetmantsd Vo,Ho,Wy,sae,Ib
  38 66 vinserti32x4/vinserti64x2 Vx,Hx,Wo,Ib
  39 66 vextracti32x4/vextracti64x2 Wo,Vx,Ib
  3a 66 vinserti32x8/vinserti64x4 Vx,Hx,WY,Ib
  3b 66 vextracti32x8/vextracti64x4 WY,Vx,Ib
  3e 66 vpcmp?ub/vpcmp?uw Kg,Hx,Wx,?p
  3f 66 vpcmp?b/vpcmp?w Kg,Hx,Wx,?p
  43 66 vshufi32x4/vshufi64x2 Vx,Hx,Wx#,Ib
  50 66 vrangeps/vrangepd Vx,Hx,Wx#,sae,Ib
  51 66 vrangess/vrangesd Vo,Ho,Wy,sae,Ib
  54 66 vfixupimmps/vfixupimmpd Vx,Hx,Wx#,sae,Ib
  55 66 vfixupimmss/vfixupimmsd Vo,Ho,Wy,sae,Ib
  56 66 vreduceps/vreducepd Vx,Wx#,sae,Ib
  57 66 vreducess/vreducesd Vo,Ho,Wy,sae,Ib
  66 66 vfpclassps/vfpclasspd Kg,Wx#,Ib
  67 66 vfpclassss/vfpclasssd Kg,Wy,Ib
  71 66 vpshldd/vpshldq Vx,Hx,Wx#,Ib
  73 66 vpshrdd/vpshrdq Vx,Hx,Wx#,Ib
`;

const others3 = `
  00 66.w1 vpermq Vx,Wx8,Ib
  01 66.w1 vpermpd Vx,Wx8,Ib
  04 66.w0 vpermilps Vx,Wx4,Ib
  05 66.w1 vpermilpd Vx,Wx8,Ib
  08 66.w0 vrndscaleps Vx,Wx4,sae,Ib
  09 66.w1 vrndscalepd Vx,Wx8,sae,Ib
  0a 66.w0 vrndscaless Vo,Ho,Wd,sae,Ib
  0b 66.w1 vrndscalesd Vo,Ho,Wq,sae,Ib
  0f 66 vpalignr Vx,Hx,Wx,Ib
  14 66 vpextrb Edb,Vo,Ib
  15 66 vpextrw Edw,Vo,Ib
  16 66.w1 vpextrq Eq,Vo,Ib
  16 66 vpextrd Ed,Vo,Ib
  17 66 vextractps Ed,Vo,Ib
  1d 66.w0 vcvtps2ph Wh,Vx,sae,Ib
  20 66 vpinsrb Vo,Ho,Edb,Ib
  21 66.w0 vinsertps Vo,Ho,Wd,Ib
  22 66.w1 vpinsrq Vo,Ho,Eq,Ib
  22 66 vpinsrd Vo,Ho,Ed,Ib
  42 66.w0 vdbpsadbw Vx,Hx,Wx,Ib
  44 66 vpclmul?qdq Vx,Hx,Wx,?m
  70 66.w1 vpshldw Vx,Hx,Wx,Ib
  72 66.w1 vpshrdw Vx,Hx,Wx,Ib
  ce 66.w1 vgf2p8affineqb Vx,Hx,Wx8,Ib
  cf 66.w1 vgf2p8affineinvqb Vx,Hx,Wx8,Ib
`;
