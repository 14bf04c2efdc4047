import { bit, bits, condition, type Decoded, general, hex, text } from './word.ts';

/** The register of a floating-point type: single, double, half. */
function floatRegister(number: number, type: number): string {
  return `${['s', 'd', 'q', 'h'][type] ?? '?'}${number}`;
}

/** The constant of fmov (VFPExpandImm), as objdump writes it. */
export function floatConstant(byte: number): string {
  const sign = byte >> 7 === 1 ? -1 : 1;
  const exponent = ((byte >> 4) & 7) ^ 4;
  const value = sign * (1 + (byte & 15) / 16) * 2 ** (exponent - 3);
  const [mantissa = '', power = '0'] = value.toExponential(18).split('e');
  const digits = Math.abs(Number(power)).toString().padStart(2, '0');
  return `#${mantissa}e${power.startsWith('-') ? '-' : '+'}${digits}`;
}

/** Floating point on single values (Arm manual, C4.1.91). */
export function floatScalar(word: number): Decoded | undefined {
  const type = bits(word, 23, 22);
  if (bit(word, 29) === 1) return undefined;
  if (bit(word, 24) === 1) return threeSources(word, type);
  if (bit(word, 21) === 0) return fixedPoint(word, type);
  const low = bits(word, 11, 10);
  if (low === 1) return conditionalCompare(word, type);
  if (low === 2) return twoSources(word, type);
  if (low === 3) return select(word, type);
  if (bit(word, 12) === 1) {
    return text('fmov', floatRegister(bits(word, 4, 0), type), floatConstant(bits(word, 20, 13)));
  }
  if (bit(word, 13) === 1) return compare(word, type);
  if (bit(word, 14) === 1) return oneSource(word, type);
  return bits(word, 15, 10) === 0 ? convert(word, type) : undefined;
}

function operandsOf(word: number, type: number): [string, string, string] {
  return [
    floatRegister(bits(word, 4, 0), type),
    floatRegister(bits(word, 9, 5), type),
    floatRegister(bits(word, 20, 16), type),
  ];
}

function threeSources(word: number, type: number): Decoded {
  const name = ['fmadd', 'fmsub', 'fnmadd', 'fnmsub'][bit(word, 21) * 2 + bit(word, 15)] ?? '';
  return text(name, ...operandsOf(word, type), floatRegister(bits(word, 14, 10), type));
}

function twoSources(word: number, type: number): Decoded | undefined {
  const names = 'fmul fdiv fadd fsub fmax fmin fmaxnm fminnm fnmul'.split(' ');
  const name = names[bits(word, 15, 12)];
  return name === undefined ? undefined : text(name, ...operandsOf(word, type));
}

function select(word: number, type: number): Decoded {
  return text('fcsel', ...operandsOf(word, type), condition(bits(word, 15, 12)));
}

function conditionalCompare(word: number, type: number): Decoded {
  const [, first, second] = operandsOf(word, type);
  const name = bit(word, 4) === 1 ? 'fccmpe' : 'fccmp';
  return text(name, first, second, hex(bits(word, 3, 0)), condition(bits(word, 15, 12)));
}

function compare(word: number, type: number): Decoded {
  const [, first, second] = operandsOf(word, type);
  const name = bit(word, 4) === 1 ? 'fcmpe' : 'fcmp';
  return text(name, first, bit(word, 3) === 1 ? '#0.0' : second);
}

const oneSourceNames: Readonly<Record<number, string>> = {
  0: 'fmov',
  1: 'fabs',
  2: 'fneg',
  3: 'fsqrt',
  8: 'frintn',
  9: 'frintp',
  10: 'frintm',
  11: 'frintz',
  12: 'frinta',
  14: 'frintx',
  15: 'frinti',
  16: 'frint32z',
  17: 'frint32x',
  18: 'frint64z',
  19: 'frint64x',
};

function oneSource(word: number, type: number): Decoded | undefined {
  const operation = bits(word, 20, 15);
  const [to, from] = operandsOf(word, type);
  if (operation >= 4 && operation < 8) {
    return text('fcvt', floatRegister(bits(word, 4, 0), operation & 3), from);
  }
  const name = oneSourceNames[operation];
  return name === undefined ? undefined : text(name, to, from);
}

const roundings = ['n', 'p', 'm', 'z'];

function convert(word: number, type: number): Decoded | undefined {
  const is64 = bit(word, 31);
  const mode = bits(word, 20, 19);
  const operation = bits(word, 18, 16);
  const rd = bits(word, 4, 0);
  const rn = bits(word, 9, 5);
  const toGeneral = [general(rd, is64), floatRegister(rn, type)];
  const toFloat = [floatRegister(rd, type), general(rn, is64)];
  switch (operation) {
    case 0:
    case 1:
      return text(`fcvt${roundings[mode]}${operation === 1 ? 'u' : 's'}`, ...toGeneral);
    case 2:
    case 3:
      return mode === 0 ? text(operation === 3 ? 'ucvtf' : 'scvtf', ...toFloat) : undefined;
    case 4:
    case 5:
      return mode === 0 ? text(operation === 5 ? 'fcvtau' : 'fcvtas', ...toGeneral) : undefined;
    case 6:
      if (mode === 3) return text('fjcvtzs', general(rd, false), floatRegister(rn, 1));
      if (mode === 1) return text('fmov', general(rd, true), `v${rn}.d[1]`);
      return text('fmov', ...toGeneral);
    default:
      if (mode === 1) return text('fmov', `v${rd}.d[1]`, general(rn, true));
      return text('fmov', ...toFloat);
  }
}

function fixedPoint(word: number, type: number): Decoded | undefined {
  const is64 = bit(word, 31);
  const fraction = `#${64 - bits(word, 15, 10)}`;
  const rd = bits(word, 4, 0);
  const rn = bits(word, 9, 5);
  switch (bits(word, 20, 16)) {
    case 2:
      return text('scvtf', floatRegister(rd, type), general(rn, is64), fraction);
    case 3:
      return text('ucvtf', floatRegister(rd, type), general(rn, is64), fraction);
    case 24:
      return text('fcvtzs', general(rd, is64), floatRegister(rn, type), fraction);
    case 25:
      return text('fcvtzu', general(rd, is64), floatRegister(rn, type), fraction);
    default:
      return undefined;
  }
}
