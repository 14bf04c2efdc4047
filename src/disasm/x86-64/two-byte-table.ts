/** Integer operations that exist for MMX and, with 66, for SSE. */
export const packedIntegers = `
  60 punpcklbw
  61 punpcklwd
  62 punpckldq
  63 packsswb
  64 pcmpgtb
  65 pcmpgtw
  66 pcmpgtd
  67 packuswb
  68 punpckhbw
  69 punpckhwd
  6a punpckhdq
  6b packssdw
  74 pcmpeqb
  75 pcmpeqw
  76 pcmpeqd
  d1 psrlw
  d2 psrld
  d3 psrlq
  d4 paddq
  d5 pmullw
  d8 psubusb
  d9 psubusw
  da pminub
  db pand
  dc paddusb
  dd paddusw
  de pmaxub
  df pandn
  e0 pavgb
  e1 psraw
  e2 psrad
  e3 pavgw
  e4 pmulhuw
  e5 pmulhw
  e8 psubsb
  e9 psubsw
  ea pminsw
  eb por
  ec paddsb
  ed paddsw
  ee pmaxsw
  ef pxor
  f1 psllw
  f2 pslld
  f3 psllq
  f4 pmuludq
  f5 pmaddwd
  f6 psadbw
  f8 psubb
  f9 psubw
  fa psubd
  fb psubq
  fc paddb
  fd paddw
  fe paddd
`;

/** Arithmetic on packed and single floats and doubles. */
export const floatArithmetic = `
  51 sqrt
  58 add
  59 mul
  5c sub
  5d min
  5e div
  5f max
`;

/** A table's lines as pairs of opcode and name. */
export function namedOpcodes(text: string): (readonly [string, string])[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '))
    .map(([opcode = '', name = '']) => [opcode, name] as const);
}

/** Opcodes after 0F (SDM volume 2, table A-3). */
export function twoByteOpcodes(): string {
  const integers = namedOpcodes(packedIntegers).map(
    ([opcode, name]) => `
      ${opcode} np ${name} Pq,${name.startsWith('punpckl') ? 'Qd' : 'Qq'}
      ${opcode} 66 ${name} Vo,Wo`,
  );
  const floats = namedOpcodes(floatArithmetic).map(
    ([opcode, name]) => `
      ${opcode} np ${name}ps Vo,Wo
      ${opcode} 66 ${name}pd Vo,Wo
      ${opcode} f3 ${name}ss Vo,Wd
      ${opcode} f2 ${name}sd Vo,Wq`,
  );
  return [...integers, ...floats, systemOpcodes, moveOpcodes, generalOpcodes].join('\n');
}

const systemOpcodes = `
  00/0 sldt Evw
  00/1 str Evw
  00/2 lldt Ew
  00/3 ltr Ew
  00/4 verr Ew
  00/5 verw Ew
  01=c1 vmcall
  01=c8 monitor
  01=c9 mwait
  01=ca clac
  01=cb stac
  01=d0 xgetbv
  01=d1 xsetbv
  01=d5 xend
  01=d6 xtest
  01=e8 f3 setssbsy
  01=ea f3 saveprevssp
  01=ee rdpkru
  01=ef wrpkru
  01=f8 swapgs
  01=f9 rdtscp
  01/0m sgdt M
  01/1m sidt M
  01/2m lgdt M
  01/3m lidt M
  01/4 smsw Evw
  01/5m f3 rstorssp Mq
  01/6 lmsw Ew
  01/7m invlpg Mb
  02 lar Gv,Ew
  03 lsl Gv,Ew
  05 syscall
  06 clts
  07 w1 sysretq
  07 sysretd:sysretl
  08 invd
  09 wbinvd
  0b ud2
  0d/0m prefetch Mb
  0d/1m prefetchw Mb
  0d nop~ Ev
  18/0m prefetchnta Mb
  18/1m prefetcht0 Mb
  18/2m prefetcht1 Mb
  18/3m prefetcht2 Mb
  1e=fa f3 endbr64
  1e=fb f3 endbr32
  1e/1r f3.w1 rdsspq Ry
  1e/1r f3 rdsspd Ry
  18+r nop~ Ev
  20 mov Rq,Cq
  21 mov Rq,Dq
  22 mov Cq,Rq
  23 mov Dq,Rq
  30 wrmsr
  31 rdtsc
  32 rdmsr
  33 rdpmc
  34 sysenter
  35 sysexit
  77 emms
  a2 cpuid
  aa rsm
  ae=e8 np lfence
  ae=f0 np mfence
  ae=f8 np sfence
  ae/0m np.w1 fxsave64 M
  ae/0m np fxsave M
  ae/1m np.w1 fxrstor64 M
  ae/1m np fxrstor M
  ae/2m np ldmxcsr Md
  ae/3m np stmxcsr Md
  ae/4m np.w1 xsave64 M
  ae/4m np xsave M
  ae/5m np.w1 xrstor64 M
  ae/5m np xrstor M
  ae/6m np.w1 xsaveopt64 M
  ae/6m np xsaveopt M
  ae/7m np clflush Mb
  ae/7m 66 clflushopt Mb
  ae/6m 66 clwb Mb
  ae/6r 66 tpause Rd
  ae/0r f3 rdfsbase Ry
  ae/1r f3 rdgsbase Ry
  ae/2r f3 wrfsbase Ry
  ae/3r f3 wrgsbase Ry
  ae/5r f3.w1 incsspq Ry
  ae/5r f3 incsspd Ry
  ae/6m f3 clrssbsy Mq
  ae/6r f3 umonitor Rq
  ae/6r f2 umwait Rd
  b9 ud1 Gv,Ev
  c7/1m w1 cmpxchg16b Mo
  c7/1m cmpxchg8b Mq
  c7/3m w1 xrstors64 M
  c7/3m xrstors M
  c7/4m w1 xsavec64 M
  c7/4m xsavec M
  c7/5m w1 xsaves64 M
  c7/5m xsaves M
  c7/7r f3 rdpid Rq
  c7/6r rdrand Rv
  c7/7r rdseed Rv
  ff ud0 Gv,Ev
`;

const moveOpcodes = `
  10 np movups Vo,Wo
  10 66 movupd Vo,Wo
  10 f3 movss Vo,Wd
  10 f2 movsd Vo,Wq
  11 np movups Wo,Vo
  11 66 movupd Wo,Vo
  11 f3 movss Wd,Vo
  11 f2 movsd Wq,Vo
  12r np movhlps Vo,Wo
  12m np movlps Vo,Mq
  12m 66 movlpd Vo,Mq
  12 f3 movsldup Vo,Wo
  12 f2 movddup Vo,Wq
  13m np movlps Mq,Vo
  13m 66 movlpd Mq,Vo
  14 np unpcklps Vo,Wo
  14 66 unpcklpd Vo,Wo
  15 np unpckhps Vo,Wo
  15 66 unpckhpd Vo,Wo
  16r np movlhps Vo,Wo
  16m np movhps Vo,Mq
  16m 66 movhpd Vo,Mq
  16 f3 movshdup Vo,Wo
  17m np movhps Mq,Vo
  17m 66 movhpd Mq,Vo
  28 np movaps Vo,Wo
  28 66 movapd Vo,Wo
  29 np movaps Wo,Vo
  29 66 movapd Wo,Vo
  2a np cvtpi2ps Vo,Qq
  2a 66 cvtpi2pd Vo,Qq
  2a f3 cvtsi2ss~ Vo,Ey
  2a f2 cvtsi2sd~ Vo,Ey
  2b np movntps Mo,Vo
  2b 66 movntpd Mo,Vo
  2c np cvttps2pi Pq,Wq
  2c 66 cvttpd2pi Pq,Wo
  2c f3 cvttss2si Gy,Wd
  2c f2 cvttsd2si Gy,Wq
  2d np cvtps2pi Pq,Wq
  2d 66 cvtpd2pi Pq,Wo
  2d f3 cvtss2si Gy,Wd
  2d f2 cvtsd2si Gy,Wq
  2e np ucomiss Vo,Wd
  2e 66 ucomisd Vo,Wq
  2f np comiss Vo,Wd
  2f 66 comisd Vo,Wq
  50r np movmskps Gd,Wo
  50r 66 movmskpd Gd,Wo
  52 np rsqrtps Vo,Wo
  52 f3 rsqrtss Vo,Wd
  53 np rcpps Vo,Wo
  53 f3 rcpss Vo,Wd
  54 np andps Vo,Wo
  54 66 andpd Vo,Wo
  55 np andnps Vo,Wo
  55 66 andnpd Vo,Wo
  56 np orps Vo,Wo
  56 66 orpd Vo,Wo
  57 np xorps Vo,Wo
  57 66 xorpd Vo,Wo
  5a np cvtps2pd Vo,Wq
  5a 66 cvtpd2ps Vo,Wo
  5a f3 cvtss2sd Vo,Wd
  5a f2 cvtsd2ss Vo,Wq
  5b np cvtdq2ps Vo,Wo
  5b 66 cvtps2dq Vo,Wo
  5b f3 cvttps2dq Vo,Wo
  6c 66 punpcklqdq Vo,Wo
  6d 66 punpckhqdq Vo,Wo
  6e np.w1 movq Pq,Eq
  6e np movd Pq,Ed
  6e 66.w1 movq Vo,Eq
  6e 66 movd Vo,Ed
  6f np movq Pq,Qq
  6f 66 movdqa Vo,Wo
  6f f3 movdqu Vo,Wo
  70 np pshufw Pq,Qq,Ib
  70 66 pshufd Vo,Wo,Ib
  70 f3 pshufhw Vo,Wo,Ib
  70 f2 pshuflw Vo,Wo,Ib
  71/2r np psrlw Nq,Ib
  71/2r 66 psrlw Wo,Ib
  71/4r np psraw Nq,Ib
  71/4r 66 psraw Wo,Ib
  71/6r np psllw Nq,Ib
  71/6r 66 psllw Wo,Ib
  72/2r np psrld Nq,Ib
  72/2r 66 psrld Wo,Ib
  72/4r np psrad Nq,Ib
  72/4r 66 psrad Wo,Ib
  72/6r np pslld Nq,Ib
  72/6r 66 pslld Wo,Ib
  73/2r np psrlq Nq,Ib
  73/2r 66 psrlq Wo,Ib
  73/3r 66 psrldq Wo,Ib
  73/6r np psllq Nq,Ib
  73/6r 66 psllq Wo,Ib
  73/7r 66 pslldq Wo,Ib
  7c 66 haddpd Vo,Wo
  7c f2 haddps Vo,Wo
  7d 66 hsubpd Vo,Wo
  7d f2 hsubps Vo,Wo
  7e np.w1 movq Eq,Pq
  7e np movd Ed,Pq
  7e 66.w1 movq Eq,Vo
  7e 66 movd Ed,Vo
  7e f3 movq Vo,Wq
  7f np movq Qq,Pq
  7f 66 movdqa Wo,Vo
  7f f3 movdqu Wo,Vo
  c2 np cmp?ps Vo,Wo,?s
  c2 66 cmp?pd Vo,Wo,?s
  c2 f3 cmp?ss Vo,Wd,?s
  c2 f2 cmp?sd Vo,Wq,?s
  c4 np pinsrw Pq,Edw,Ib
  c4 66 pinsrw Vo,Edw,Ib
  c5r np pextrw Gd,Nq,Ib
  c5r 66 pextrw Gd,Wo,Ib
  c6 np shufps Vo,Wo,Ib
  c6 66 shufpd Vo,Wo,Ib
  d0 66 addsubpd Vo,Wo
  d0 f2 addsubps Vo,Wo
  d6 66 movq Wq,Vo
  d6r f3 movq2dq Vo,Nq
  d6r f2 movdq2q Pq,Wo
  d7r np pmovmskb Gd,Nq
  d7r 66 pmovmskb Gd,Wo
  e6 66 cvttpd2dq Vo,Wo
  e6 f3 cvtdq2pd Vo,Wq
  e6 f2 cvtpd2dq Vo,Wo
  e7m np movntq Mq,Pq
  e7m 66 movntdq Mo,Vo
  f0m f2 lddqu Vo,Mo
  f7r np maskmovq Pq,Nq
  f7r 66 maskmovdqu Vo,Wo
`;

const generalOpcodes = `
  40+cc cmovCC Gv,Ev
  80+cc jCC Jz
  90+cc setCC Eb
  a0 push fs
  a1 pop fs
  a3 bt Ev,Gv
  a4 shld Ev,Gv,Ib
  a5 shld Ev,Gv,cl
  a8 push gs
  a9 pop gs
  ab bts Ev,Gv
  ac shrd Ev,Gv,Ib
  ad shrd Ev,Gv,cl
  af imul Gv,Ev
  b0 cmpxchg Eb,Gb
  b1 cmpxchg Ev,Gv
  b2m lss Gv,M
  b3 btr Ev,Gv
  b4m lfs Gv,M
  b5m lgs Gv,M
  b6 movzx:movzb+ Gv,Eb
  b7 movzx:movzw+ Gv,Ew
  b8 f3 popcnt Gv,Ev
  ba/4 bt~ Ev,Ib
  ba/5 bts~ Ev,Ib
  ba/6 btr~ Ev,Ib
  ba/7 btc~ Ev,Ib
  bb btc Ev,Gv
  bc f3 tzcnt Gv,Ev
  bc bsf Gv,Ev
  bd f3 lzcnt Gv,Ev
  bd bsr Gv,Ev
  be movsx:movsb+ Gv,Eb
  bf movsx:movsw+ Gv,Ew
  c0 xadd Eb,Gb
  c1 xadd Ev,Gv
  c3m np movnti My,Gy
  c8+r bswap Zv
`;
