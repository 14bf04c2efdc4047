import { fma4Opcodes, fmaOpcodes } from './fma-table.ts';
import { floatArithmetic, namedOpcodes, packedIntegers } from './two-byte-table.ts';

/** Shifts by a count in a register read 128 bits of it, whatever the width of the vector. */
const countShifts = /^ps(?:rl|ra|ll)[wdq]$/;

/** VEX map 1 (0F). */
export function vexMap1(): string {
  const integers = namedOpcodes(packedIntegers).map(
    ([opcode, name]) => `${opcode} 66 v${name} Vx,Hx,${countShifts.test(name) ? 'Wo' : 'Wx'}`,
  );
  const floats = namedOpcodes(floatArithmetic).map(([opcode, name]) => {
    const first = name === 'sqrt' ? '' : 'Hx,';
    return `
      ${opcode} np v${name}ps Vx,${first}Wx
      ${opcode} 66 v${name}pd Vx,${first}Wx
      ${opcode} f3 v${name}ss Vo,Ho,Wd
      ${opcode} f2 v${name}sd Vo,Ho,Wq`;
  });
  return [...integers, ...floats, map1, maskOpcodes()].join('\n');
}

/** Operations on mask registers; the width is told by prefix and W. */
function maskOpcodes(): string {
  const widths = [
    ['w', 'np.w0', 'np.w0', 'd', 'w'],
    ['b', '66.w0', '66.w0', 'd', 'b'],
    ['q', 'np.w1', 'f2.w1', 'q', 'q'],
    ['d', '66.w1', 'f2.w0', 'd', 'd'],
  ] as const;
  const three = '41 kand,42 kandn,45 kor,46 kxnor,47 kxor,4a kadd'.split(',');
  return widths
    .flatMap(([letter, condition, general, register, memory]) => [
      ...three.map((line) => `${line.replace(' ', ` ${condition}.l1 `)}${letter} Kg,Kh,Ke`),
      `44 ${condition}.l0 knot${letter} Kg,Ke`,
      `90 ${condition} kmov${letter} Kg,K${memory}`,
      `91m ${condition} kmov${letter} M${memory},Kg`,
      `92r ${general} kmov${letter} Kg,R${register}`,
      `93r ${general} kmov${letter} G${register},Ke`,
      `98 ${condition} kortest${letter} Kg,Ke`,
      `99 ${condition} ktest${letter} Kg,Ke`,
    ])
    .concat(
      '4b 66.w0 kunpckbw Kg,Kh,Ke',
      '4b np.w0 kunpckwd Kg,Kh,Ke',
      '4b np.w1 kunpckdq Kg,Kh,Ke',
    )
    .join('\n');
}

const map1 = `
  10 np vmovups Vx,Wx
  10 66 vmovupd Vx,Wx
  10r f3 vmovss Vo,Ho,Wo
  10m f3 vmovss Vo,Md
  10r f2 vmovsd Vo,Ho,Wo
  10m f2 vmovsd Vo,Mq
  11 np vmovups Wx,Vx
  11 66 vmovupd Wx,Vx
  11r f3 vmovss Wo,Ho,Vo
  11m f3 vmovss Md,Vo
  11r f2 vmovsd Wo,Ho,Vo
  11m f2 vmovsd Mq,Vo
  12r np vmovhlps Vo,Ho,Wo
  12m np vmovlps Vo,Ho,Mq
  12m 66 vmovlpd Vo,Ho,Mq
  12 f3 vmovsldup Vx,Wx
  12 f2.l0 vmovddup Vx,Wq
  12 f2 vmovddup Vx,Wx
  13m np vmovlps Mq,Vo
  13m 66 vmovlpd Mq,Vo
  14 np vunpcklps Vx,Hx,Wx
  14 66 vunpcklpd Vx,Hx,Wx
  15 np vunpckhps Vx,Hx,Wx
  15 66 vunpckhpd Vx,Hx,Wx
  16r np vmovlhps Vo,Ho,Wo
  16m np vmovhps Vo,Ho,Mq
  16m 66 vmovhpd Vo,Ho,Mq
  16 f3 vmovshdup Vx,Wx
  17m np vmovhps Mq,Vo
  17m 66 vmovhpd Mq,Vo
  28 np vmovaps Vx,Wx
  28 66 vmovapd Vx,Wx
  29 np vmovaps Wx,Vx
  29 66 vmovapd Wx,Vx
  2a f3 vcvtsi2ss~ Vo,Ho,Ey
  2a f2 vcvtsi2sd~ Vo,Ho,Ey
  2bm np vmovntps Mx,Vx
  2bm 66 vmovntpd Mx,Vx
  2c f3 vcvttss2si Gy,Wd
  2c f2 vcvttsd2si Gy,Wq
  2d f3 vcvtss2si Gy,Wd
  2d f2 vcvtsd2si Gy,Wq
  2e np vucomiss Vo,Wd
  2e 66 vucomisd Vo,Wq
  2f np vcomiss Vo,Wd
  2f 66 vcomisd Vo,Wq
  50r np vmovmskps Gd,Wx
  50r 66 vmovmskpd Gd,Wx
  52 np vrsqrtps Vx,Wx
  52 f3 vrsqrtss Vo,Ho,Wd
  53 np vrcpps Vx,Wx
  53 f3 vrcpss Vo,Ho,Wd
  54 np vandps Vx,Hx,Wx
  54 66 vandpd Vx,Hx,Wx
  55 np vandnps Vx,Hx,Wx
  55 66 vandnpd Vx,Hx,Wx
  56 np vorps Vx,Hx,Wx
  56 66 vorpd Vx,Hx,Wx
  57 np vxorps Vx,Hx,Wx
  57 66 vxorpd Vx,Hx,Wx
  5a np vcvtps2pd Vx,Wh
  5a 66 vcvtpd2ps% Vh,Wx
  5a f3 vcvtss2sd Vo,Ho,Wd
  5a f2 vcvtsd2ss Vo,Ho,Wq
  5b np vcvtdq2ps Vx,Wx
  5b 66 vcvtps2dq Vx,Wx
  5b f3 vcvttps2dq Vx,Wx
  6c 66 vpunpcklqdq Vx,Hx,Wx
  6d 66 vpunpckhqdq Vx,Hx,Wx
  6e 66.w1 vmovq Vo,Eq
  6e 66 vmovd Vo,Ed
  6f 66 vmovdqa Vx,Wx
  6f f3 vmovdqu Vx,Wx
  70 66 vpshufd Vx,Wx,Ib
  70 f3 vpshufhw Vx,Wx,Ib
  70 f2 vpshuflw Vx,Wx,Ib
  71/2r 66 vpsrlw Hx,Wx,Ib
  71/4r 66 vpsraw Hx,Wx,Ib
  71/6r 66 vpsllw Hx,Wx,Ib
  72/2r 66 vpsrld Hx,Wx,Ib
  72/4r 66 vpsrad Hx,Wx,Ib
  72/6r 66 vpslld Hx,Wx,Ib
  73/2r 66 vpsrlq Hx,Wx,Ib
  73/3r 66 vpsrldq Hx,Wx,Ib
  73/6r 66 vpsllq Hx,Wx,Ib
  73/7r 66 vpslldq Hx,Wx,Ib
  77 np.l0 vzeroupper
  77 np.l1 vzeroall
  7c 66 vhaddpd Vx,Hx,Wx
  7c f2 vhaddps Vx,Hx,Wx
  7d 66 vhsubpd Vx,Hx,Wx
  7d f2 vhsubps Vx,Hx,Wx
  7e 66.w1 vmovq Eq,Vo
  7e 66 vmovd Ed,Vo
  7e f3 vmovq Vo,Wq
  7f 66 vmovdqa Wx,Vx
  7f f3 vmovdqu Wx,Vx
  ae/2m np vldmxcsr Md
  ae/3m np vstmxcsr Md
  c2 np vcmp?ps Vx,Hx,Wx,?v
  c2 66 vcmp?pd Vx,Hx,Wx,?v
  c2 f3 vcmp?ss Vo,Ho,Wd,?v
  c2 f2 vcmp?sd Vo,Ho,Wq,?v
  c4 66 vpinsrw Vo,Ho,Edw,Ib
  c5r 66 vpextrw Gd,Wo,Ib
  c6 np vshufps Vx,Hx,Wx,Ib
  c6 66 vshufpd Vx,Hx,Wx,Ib
  d0 66 vaddsubpd Vx,Hx,Wx
  d0 f2 vaddsubps Vx,Hx,Wx
  d6 66 vmovq Wq,Vo
  d7r 66 vpmovmskb Gd,Wx
  e6 66 vcvttpd2dq% Vh,Wx
  e6 f3 vcvtdq2pd Vx,Wh
  e6 f2 vcvtpd2dq% Vh,Wx
  e7m 66 vmovntdq Mx,Vx
  f0m f2 vlddqu Vx,Mx
  f7r 66 vmaskmovdqu Vo,Wo
`;

const sameInVex38 =
  '00 pshufb,01 phaddw,02 phaddd,03 phaddsw,04 pmaddubsw,05 phsubw,06 phsubd,07 phsubsw,08 psignb,09 psignw,0a psignd,0b pmulhrsw,28 pmuldq,29 pcmpeqq,2b packusdw,37 pcmpgtq,38 pminsb,39 pminsd,3a pminuw,3b pminud,3c pmaxsb,3d pmaxsd,3e pmaxuw,3f pmaxud,40 pmulld,cf gf2p8mulb,dc aesenc,dd aesenclast,de aesdec,df aesdeclast';

/** VEX map 2 (0F 38). */
export function vexMap2(): string {
  const same = sameInVex38
    .split(',')
    .map((line) => `${line.replace(' ', ' 66 v')} Vx,Hx,Wx`)
    .join('\n');
  return [same, fmaOpcodes('vex'), map2].join('\n');
}

const map2 = `
  0c 66 vpermilps Vx,Hx,Wx
  0d 66 vpermilpd Vx,Hx,Wx
  0e 66 vtestps Vx,Wx
  0f 66 vtestpd Vx,Wx
  13 66 vcvtph2ps Vx,Wh
  16 66 vpermps Vx,Hx,Wx
  17 66 vptest Vx,Wx
  18 66 vbroadcastss Vx,Wd
  19 66 vbroadcastsd Vx,Wq
  1am 66 vbroadcastf128 Vx,Mo
  1c 66 vpabsb Vx,Wx
  1d 66 vpabsw Vx,Wx
  1e 66 vpabsd Vx,Wx
  20 66 vpmovsxbw Vx,Wh
  21 66 vpmovsxbd Vx,Wf
  22 66 vpmovsxbq Vx,We
  23 66 vpmovsxwd Vx,Wh
  24 66 vpmovsxwq Vx,Wf
  25 66 vpmovsxdq Vx,Wh
  2am 66 vmovntdqa Vx,Mx
  2cm 66 vmaskmovps Vx,Hx,Mx
  2dm 66 vmaskmovpd Vx,Hx,Mx
  2em 66 vmaskmovps Mx,Hx,Vx
  2fm 66 vmaskmovpd Mx,Hx,Vx
  30 66 vpmovzxbw Vx,Wh
  31 66 vpmovzxbd Vx,Wf
  32 66 vpmovzxbq Vx,We
  33 66 vpmovzxwd Vx,Wh
  34 66 vpmovzxwq Vx,Wf
  35 66 vpmovzxdq Vx,Wh
  36 66 vpermd Vx,Hx,Wx
  41 66 vphminposuw Vo,Wo
  45 66.w0 vpsrlvd Vx,Hx,Wx
  45 66.w1 vpsrlvq Vx,Hx,Wx
  46 66 vpsravd Vx,Hx,Wx
  47 66.w0 vpsllvd Vx,Hx,Wx
  47 66.w1 vpsllvq Vx,Hx,Wx
  50 66 {vex}-vpdpbusd Vx,Hx,Wx
  51 66 {vex}-vpdpbusds Vx,Hx,Wx
  52 66 {vex}-vpdpwssd Vx,Hx,Wx
  53 66 {vex}-vpdpwssds Vx,Hx,Wx
  58 66 vpbroadcastd Vx,Wd
  59 66 vpbroadcastq Vx,Wq
  5am 66 vbroadcasti128 Vx,Mo
  78 66 vpbroadcastb Vx,Wb
  79 66 vpbroadcastw Vx,Ww
  8cm 66.w0 vpmaskmovd Vx,Hx,Mx
  8cm 66.w1 vpmaskmovq Vx,Hx,Mx
  8em 66.w0 vpmaskmovd Mx,Hx,Vx
  8em 66.w1 vpmaskmovq Mx,Hx,Vx
  90m 66.w0 vpgatherdd Vx,Yxd,Hx
  90m 66.w1 vpgatherdq Vx,Yoq,Hx
  91m 66.w0 vpgatherqd Vh,Yxd,Hh
  91m 66.w1 vpgatherqq Vx,Yxq,Hx
  92m 66.w0 vgatherdps Vx,Yxd,Hx
  92m 66.w1 vgatherdpd Vx,Yoq,Hx
  93m 66.w0 vgatherqps Vh,Yxd,Hh
  93m 66.w1 vgatherqpd Vx,Yxq,Hx
  db 66 vaesimc Vo,Wo
  f2 np andn Gy,By,Ey
  f3/1 np blsr~ By,Ey
  f3/2 np blsmsk~ By,Ey
  f3/3 np blsi~ By,Ey
  f5 np bzhi Gy,Ey,By
  f5 f3 pext Gy,By,Ey
  f5 f2 pdep Gy,By,Ey
  f6 f2 mulx Gy,By,Ey
  f7 np bextr Gy,Ey,By
  f7 66 shlx Gy,Ey,By
  f7 f3 sarx Gy,Ey,By
  f7 f2 shrx Gy,Ey,By
`;

/** VEX map 3 (0F 3A). */
export function vexMap3(): string {
  return [fma4Opcodes(), map3].join('\n');
}

const map3 = `
  00 66.w1 vpermq Vx,Wx,Ib
  01 66.w1 vpermpd Vx,Wx,Ib
  02 66 vpblendd Vx,Hx,Wx,Ib
  04 66 vpermilps Vx,Wx,Ib
  05 66 vpermilpd Vx,Wx,Ib
  06 66 vperm2f128 Vx,Hx,Wx,Ib
  08 66 vroundps Vx,Wx,Ib
  09 66 vroundpd Vx,Wx,Ib
  0a 66 vroundss Vo,Ho,Wd,Ib
  0b 66 vroundsd Vo,Ho,Wq,Ib
  0c 66 vblendps Vx,Hx,Wx,Ib
  0d 66 vblendpd Vx,Hx,Wx,Ib
  0e 66 vpblendw Vx,Hx,Wx,Ib
  0f 66 vpalignr Vx,Hx,Wx,Ib
  14 66 vpextrb Edb,Vo,Ib
  15 66 vpextrw Edw,Vo,Ib
  16 66.w1 vpextrq Eq,Vo,Ib
  16 66 vpextrd Ed,Vo,Ib
  17 66 vextractps Ed,Vo,Ib
  18 66 vinsertf128 Vx,Hx,Wo,Ib
  19 66 vextractf128 Wo,Vx,Ib
  1d 66 vcvtps2ph Wh,Vx,Ib
  20 66 vpinsrb Vo,Ho,Edb,Ib
  21 66 vinsertps Vo,Ho,Wd,Ib
  22 66.w1 vpinsrq Vo,Ho,Eq,Ib
  22 66 vpinsrd Vo,Ho,Ed,Ib
  30 66.w0 kshiftrb Kg,Ke,Ib
  30 66.w1 kshiftrw Kg,Ke,Ib
  31 66.w0 kshiftrd Kg,Ke,Ib
  31 66.w1 kshiftrq Kg,Ke,Ib
  32 66.w0 kshiftlb Kg,Ke,Ib
  32 66.w1 kshiftlw Kg,Ke,Ib
  33 66.w0 kshiftld Kg,Ke,Ib
  33 66.w1 kshiftlq Kg,Ke,Ib
  38 66 vinserti128 Vx,Hx,Wo,Ib
  39 66 vextracti128 Wo,Vx,Ib
  40 66 vdpps Vx,Hx,Wx,Ib
  41 66 vdppd Vo,Ho,Wo,Ib
  42 66 vmpsadbw Vx,Hx,Wx,Ib
  44 66 vpclmul?qdq Vx,Hx,Wx,?m
  46 66 vperm2i128 Vx,Hx,Wx,Ib
  4a 66 vblendvps Vx,Hx,Wx,Lx
  4b 66 vblendvpd Vx,Hx,Wx,Lx
  4c 66 vpblendvb Vx,Hx,Wx,Lx
  60 66 vpcmpestrm Vo,Wo,Ib
  61 66 vpcmpestri Vo,Wo,Ib
  62 66 vpcmpistrm Vo,Wo,Ib
  63 66 vpcmpistri Vo,Wo,Ib
  ce 66 vgf2p8affineqb Vx,Hx,Wx,Ib
  cf 66 vgf2p8affineinvqb Vx,Hx,Wx,Ib
  df 66 vaeskeygenassist Vo,Wo,Ib
  f0 f2 rorx Gy,Ey,Ib
`;
