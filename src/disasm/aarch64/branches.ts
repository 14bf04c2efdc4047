import { barriers, cacheOperations, hints, systemRegisters } from './system-table.ts';
import { bit, bits, condition, type Decoded, general, hex, signedBits, text } from './word.ts';

/** Branches, exceptions and system instructions (Arm manual, C4.1.88). */
export function branchOrSystem(word: number, address: number): Decoded | undefined {
  const to = (distance: number): { target: number; operand: string } => {
    const target = address + distance * 4;
    return {
      target,
      operand: `0x${target < 0 ? (target + 2 ** 53).toString(16) : target.toString(16)}`,
    };
  };
  switch (bits(word, 30, 26)) {
    case 0b00101: {
      const { target, operand } = to(signedBits(word, 25, 0));
      const isCall = bit(word, 31) === 1;
      return { ...text(isCall ? 'bl' : 'b', operand), kind: isCall ? 'call' : 'jump', target };
    }
    default:
  }
  if (bits(word, 30, 25) === 0b011010) {
    const { target, operand } = to(signedBits(word, 23, 5));
    const name = bit(word, 24) === 1 ? 'cbnz' : 'cbz';
    const register = general(bits(word, 4, 0), bit(word, 31));
    return { ...text(name, register, operand), kind: 'conditional-jump', target };
  }
  if (bits(word, 30, 25) === 0b011011) {
    const { target, operand } = to(signedBits(word, 18, 5));
    const name = bit(word, 24) === 1 ? 'tbnz' : 'tbz';
    const number = bit(word, 31) * 32 + bits(word, 23, 19);
    const register = general(bits(word, 4, 0), bit(word, 31));
    return { ...text(name, register, `#${number}`, operand), kind: 'conditional-jump', target };
  }
  if (bits(word, 31, 24) === 0b01010100) {
    const { target, operand } = to(signedBits(word, 23, 5));
    const name = `${bit(word, 4) === 1 ? 'bc' : 'b'}.${condition(word)}`;
    return { ...text(name, operand), kind: 'conditional-jump', target };
  }
  if (bits(word, 31, 25) === 0b1101011) return throughRegister(word);
  if (bits(word, 31, 24) === 0b11010100) return exception(word);
  return bits(word, 31, 22) === 0b1101010100 ? system(word) : undefined;
}

function throughRegister(word: number): Decoded | undefined {
  const operation = bits(word, 24, 21);
  const rn = bits(word, 9, 5);
  const rm = bits(word, 4, 0);
  const signs = bits(word, 15, 10);
  const register = general(rn, true);
  const key = signs === 3 ? 'b' : 'a';
  if (operation === 2) {
    const name = signs === 0 ? 'ret' : `reta${key}`;
    return { ...text(name, signs === 0 && rn !== 30 ? register : ''), kind: 'return' };
  }
  if (operation === 4) return { ...text('eret'), kind: 'return' };
  const isCall = (operation & 1) === 1;
  const kind = isCall ? 'call' : 'jump';
  if (operation < 2) {
    const name = isCall ? 'blr' : 'br';
    if (signs === 0) return { ...text(name, register), kind };
    return { ...text(`${isCall ? 'blra' : 'bra'}${key}z`, register), kind };
  }
  if (operation !== 8 && operation !== 9) return undefined;
  const name = `${isCall ? 'blra' : 'bra'}${key}`;
  return { ...text(name, register, rm === 31 ? 'sp' : general(rm, true)), kind };
}

function exception(word: number): Decoded | undefined {
  const value = hex(bits(word, 20, 5));
  switch (bits(word, 23, 21) * 4 + bits(word, 1, 0)) {
    case 1:
      return text('svc', value);
    case 2:
      return text('hvc', value);
    case 3:
      return text('smc', value);
    case 4:
      return { ...text('brk', value), kind: 'trap' };
    case 8:
      return { ...text('hlt', value), kind: 'trap' };
    default:
      return undefined;
  }
}

function system(word: number): Decoded | undefined {
  const op0 = bits(word, 20, 19);
  const op1 = bits(word, 18, 16);
  const crn = bits(word, 15, 12);
  const crm = bits(word, 11, 8);
  const op2 = bits(word, 7, 5);
  const register = general(bits(word, 4, 0), true);
  if (bit(word, 21) === 0 && op0 === 0 && crn === 2) {
    const [name = '', operand = ''] = (hints[crm * 8 + op2] ?? `hint ${hex(crm * 8 + op2)}`).split(
      ' ',
    );
    return text(name, operand);
  }
  if (bit(word, 21) === 0 && op0 === 0 && crn === 3) return barrier(crm, op2);
  if (op0 >= 2) {
    const key = `${op0} ${op1} ${crn} ${crm} ${op2}`;
    const name = systemRegisters[key] ?? `s${op0}_${op1}_c${crn}_c${crm}_${op2}`;
    return bit(word, 21) === 1 ? text('mrs', register, name) : text('msr', name, register);
  }
  if (op0 !== 1) return undefined;
  const [name, operand = ''] = (cacheOperations[`${op1} ${crn} ${crm} ${op2}`] ?? '').split(' ');
  if (name !== undefined && name !== '') return text(name, operand, register);
  return text(
    'sys',
    `#${op1}`,
    `C${crn}`,
    `C${crm}`,
    `#${op2}`,
    register === 'xzr' ? '' : register,
  );
}

function barrier(crm: number, op2: number): Decoded | undefined {
  switch (op2) {
    case 2:
      return text('clrex', crm === 15 ? '' : hex(crm));
    case 4:
      if (crm === 0) return text('ssbb');
      return crm === 4 ? text('pssbb') : text('dsb', barriers[crm] ?? '');
    case 5:
      return text('dmb', barriers[crm] ?? '');
    case 6:
      return text('isb', crm === 15 ? '' : hex(crm));
    case 7:
      return text('sb');
    default:
      return undefined;
  }
}
