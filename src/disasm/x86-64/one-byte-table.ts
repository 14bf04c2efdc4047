const arithmetic = 'add or adc sbb and sub xor cmp'.split(' ');
const shifts = 'rol ror rcl rcr shl shr shl sar'.split(' ');
const stringSizes = ['b', 'v'];

/** Opcodes of one byte (SDM volume 2, table A-2). Prefixes are not in it. */
export function oneByteOpcodes(): string {
  return [arithmeticLines(), shiftLines(), stringLines(), others].join('\n');
}

function arithmeticLines(): string {
  return arithmetic
    .map((name, row) => {
      const at = (column: number): string => (row * 8 + column).toString(16).padStart(2, '0');
      return `
        ${at(0)} ${name} Eb,Gb
        ${at(1)} ${name} Ev,Gv
        ${at(2)} ${name} Gb,Eb
        ${at(3)} ${name} Gv,Ev
        ${at(4)} ${name} al,Ib
        ${at(5)} ${name} Av,Iz
        80/${row} ${name}~ Eb,Ib
        81/${row} ${name}~ Ev,Iz
        83/${row} ${name}~ Ev,Is`;
    })
    .join('\n');
}

function shiftLines(): string {
  return shifts
    .map(
      (name, row) => `
        c0/${row} ${name}~ Eb,Ib
        c1/${row} ${name}~ Ev,Ib
        d0/${row} ${name}~ Eb,1
        d1/${row} ${name}~ Ev,1
        d2/${row} ${name}~ Eb,cl
        d3/${row} ${name}~ Ev,cl`,
    )
    .join('\n');
}

function stringLines(): string {
  return stringSizes
    .map((size, row) => {
      const accumulator = size === 'b' ? 'al' : 'Av';
      const port = size === 'b' ? 'b' : 'z';
      const at = (first: number): string => (first + row).toString(16);
      return `
        ${at(0x6c)} ins^ O${port},dx
        ${at(0x6e)} outs^ dx,X${port}
        ${at(0xa4)} movs^ O${size},X${size}
        ${at(0xa6)} cmps^ X${size},O${size}
        ${at(0xaa)} stos O${size},${accumulator}
        ${at(0xac)} lods ${accumulator},X${size}
        ${at(0xae)} scas ${accumulator},O${size}`;
    })
    .join('\n');
}

const others = `
  50+r push Zs
  58+r pop Zs
  63 movsxd:movsl+ Gv,Ed
  68 push Ip
  69 imul Gv,Ev,Iz
  6a push Ipb
  6b imul Gv,Ev,Is
  70+cc jCC Jb
  84 test Eb,Gb
  85 test Ev,Gv
  86 xchg Eb,Gb
  87 xchg Ev,Gv
  88 mov Eb,Gb
  89 mov Ev,Gv
  8a mov Gb,Eb
  8b mov Gv,Ev
  8c mov Evw,Sw
  8d lea Gv,M
  8e mov Sw,Edw
  8f/0 pop Es
  90 f3 pause
  90+r xchg Zv,Av
  98 AX
  99 DX
  9b fwait
  9c pushf
  9d popf
  9e sahf
  9f lahf
  a0 movabs al,Tb
  a1 movabs Av,Tv
  a2 movabs Tb,al
  a3 movabs Tv,Av
  a8 test al,Ib
  a9 test Av,Iz
  b0+r mov Zb,Ib
  b8+r w1 movabs Zv,Iv
  b8+r mov Zv,Iv
  c2 ret Iw
  c3 ret
  c6=f8 xabort Ib
  c6/0 mov~ Eb,Ib
  c7=f8 xbegin Jz
  c7/0 mov~ Ev,Iz
  c8 enter Iw,Ib
  c9 leave
  ca retf:lret Iw
  cb retf:lret
  cc int3
  cd int Ib
  cf w1 iretq:iretq
  cf iretd:iret
  d7 xlat BX
  e0 loopne Jb
  e1 loope Jb
  e2 loop Jb
  e3 jrcxz Jb
  e4 in al,Ib
  e5 in eax,Ib
  e6 out Ib,al
  e7 out Ib,eax
  e8 call Jz
  e9 jmp Jz
  eb jmp Jb
  ec in al,dx
  ed in eax,dx
  ee out dx,al
  ef out dx,eax
  f1 int1
  f4 hlt
  f5 cmc
  f6/0 test~ Eb,Ib
  f6/1 test~ Eb,Ib
  f6/2 not~ Eb
  f6/3 neg~ Eb
  f6/4 mul~ Eb
  f6/5 imul~ Eb
  f6/6 div~ Eb
  f6/7 idiv~ Eb
  f7/0 test~ Ev,Iz
  f7/1 test~ Ev,Iz
  f7/2 not~ Ev
  f7/3 neg~ Ev
  f7/4 mul~ Ev
  f7/5 imul~ Ev
  f7/6 div~ Ev
  f7/7 idiv~ Ev
  f8 clc
  f9 stc
  fa cli
  fb sti
  fc cld
  fd std
  fe/0 inc~ Eb
  fe/1 dec~ Eb
  ff/0 inc~ Ev
  ff/1 dec~ Ev
  ff/2 call Es
  ff/3m call:lcall M
  ff/4 jmp Es
  ff/5m jmp:ljmp M
  ff/6 push Es
`;
