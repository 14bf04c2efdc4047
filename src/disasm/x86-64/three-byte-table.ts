/** Opcodes after 0F 38 and 0F 3A without VEX (SDM volume 2, tables ). */

/** SSSE3: for MMX and, with 66, for SSE. */
const ssse3 =
  '00 pshufb,01 phaddw,02 phaddd,03 phaddsw,04 pmaddubsw,05 phsubw,06 phsubd,07 phsubsw,08 psignb,09 psignw,0a psignd,0b pmulhrsw,1c pabsb,1d pabsw,1e pabsd';

const sse4 = `
  10 66 pblendvb Vo,Wo,xmm0
  14 66 blendvps Vo,Wo,xmm0
  15 66 blendvpd Vo,Wo,xmm0
  17 66 ptest Vo,Wo
  20 66 pmovsxbw Vo,Wq
  21 66 pmovsxbd Vo,Wd
  22 66 pmovsxbq Vo,Ww
  23 66 pmovsxwd Vo,Wq
  24 66 pmovsxwq Vo,Wd
  25 66 pmovsxdq Vo,Wq
  28 66 pmuldq Vo,Wo
  29 66 pcmpeqq Vo,Wo
  2a 66 movntdqa Vo,Mo
  2b 66 packusdw Vo,Wo
  30 66 pmovzxbw Vo,Wq
  31 66 pmovzxbd Vo,Wd
  32 66 pmovzxbq Vo,Ww
  33 66 pmovzxwd Vo,Wq
  34 66 pmovzxwq Vo,Wd
  35 66 pmovzxdq Vo,Wq
  37 66 pcmpgtq Vo,Wo
  38 66 pminsb Vo,Wo
  39 66 pminsd Vo,Wo
  3a 66 pminuw Vo,Wo
  3b 66 pminud Vo,Wo
  3c 66 pmaxsb Vo,Wo
  3d 66 pmaxsd Vo,Wo
  3e 66 pmaxuw Vo,Wo
  3f 66 pmaxud Vo,Wo
  40 66 pmulld Vo,Wo
  41 66 phminposuw Vo,Wo
  c8 np sha1nexte Vo,Wo
  c9 np sha1msg1 Vo,Wo
  ca np sha1msg2 Vo,Wo
  cb np sha256rnds2 Vo,Wo,xmm0
  cc np sha256msg1 Vo,Wo
  cd np sha256msg2 Vo,Wo
  cf 66 gf2p8mulb Vo,Wo
  db 66 aesimc Vo,Wo
  dc 66 aesenc Vo,Wo
  dd 66 aesenclast Vo,Wo
  de 66 aesdec Vo,Wo
  df 66 aesdeclast Vo,Wo
  f0 f2 crc32^ Gy,Eb
  f1 f2 crc32^ Gy,Ev
  f6 66 adcx Gy,Ey
  f6 f3 adox Gy,Ey
  f0m movbe Gv,Mv
  f1m movbe Mv,Gv
  f8m 66 movdir64b Gq,M
  f9m np movdiri My,Gy
`;

export const threeByte3a: string = `
  08 66 roundps Vo,Wo,Ib
  09 66 roundpd Vo,Wo,Ib
  0a 66 roundss Vo,Wd,Ib
  0b 66 roundsd Vo,Wq,Ib
  0c 66 blendps Vo,Wo,Ib
  0d 66 blendpd Vo,Wo,Ib
  0e 66 pblendw Vo,Wo,Ib
  0f np palignr Pq,Qq,Ib
  0f 66 palignr Vo,Wo,Ib
  14 66 pextrb Edb,Vo,Ib
  15 66 pextrw Edw,Vo,Ib
  16 66.w1 pextrq Eq,Vo,Ib
  16 66 pextrd Ed,Vo,Ib
  17 66 extractps Ed,Vo,Ib
  20 66 pinsrb Vo,Edb,Ib
  21 66 insertps Vo,Wd,Ib
  22 66.w1 pinsrq Vo,Eq,Ib
  22 66 pinsrd Vo,Ed,Ib
  40 66 dpps Vo,Wo,Ib
  41 66 dppd Vo,Wo,Ib
  42 66 mpsadbw Vo,Wo,Ib
  44 66 pclmul?qdq Vo,Wo,?m
  60 66 pcmpestrm Vo,Wo,Ib
  61 66 pcmpestri Vo,Wo,Ib
  62 66 pcmpistrm Vo,Wo,Ib
  63 66 pcmpistri Vo,Wo,Ib
  cc np sha1rnds4 Vo,Wo,Ib
  ce 66 gf2p8affineqb Vo,Wo,Ib
  cf 66 gf2p8affineinvqb Vo,Wo,Ib
  df 66 aeskeygenassist Vo,Wo,Ib
`;

export function threeByte38(): string {
  const both = ssse3.split(',').map((line) => {
    const [opcode = '', name = ''] = line.split(' ');
    return `${opcode} np ${name} Pq,Qq\n${opcode} 66 ${name} Vo,Wo`;
  });
  return [...both, sse4].join('\n');
}
