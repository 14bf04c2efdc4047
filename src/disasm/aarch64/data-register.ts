import {
  bit,
  bits,
  condition,
  type Decoded,
  general,
  generalOrStack,
  hex,
  inverted,
  text,
} from './word.ts';

const shifts = ['lsl', 'lsr', 'asr', 'ror'];
const extensions = 'uxtb uxth uxtw uxtx sxtb sxth sxtw sxtx'.split(' ');

/** Data processing with registers (Arm manual, C4.1.90). */
export function dataRegister(word: number): Decoded | undefined {
  if (bits(word, 28, 24) === 0b01010) return logicalShifted(word);
  if (bits(word, 28, 24) === 0b01011)
    return bit(word, 21) === 0 ? addShifted(word) : addExtended(word);
  if (bits(word, 28, 24) === 0b11011) return threeSources(word);
  switch (bits(word, 28, 21)) {
    case 0b11010000:
      return withCarry(word);
    case 0b11010010:
      return conditionalCompare(word);
    case 0b11010100:
      return conditionalSelect(word);
    case 0b11010110:
      return bit(word, 30) === 1 ? oneSource(word) : twoSources(word);
    default:
      return undefined;
  }
}

function shiftText(word: number): string {
  const amount = bits(word, 15, 10);
  const kind = bits(word, 23, 22);
  return amount === 0 && kind === 0 ? '' : `${shifts[kind]} #${amount}`;
}

function logicalShifted(word: number): Decoded {
  const is64 = bit(word, 31);
  const operation = bits(word, 30, 29) * 2 + bit(word, 21);
  const rd = bits(word, 4, 0);
  const rn = bits(word, 9, 5);
  const to = general(rd, is64);
  const second = general(bits(word, 20, 16), is64);
  const shift = shiftText(word);
  if (operation === 2 && rn === 31 && shift === '') return text('mov', to, second);
  if (operation === 3 && rn === 31) return text('mvn', to, second, shift);
  if (operation === 6 && rd === 31) return text('tst', general(rn, is64), second, shift);
  const name = 'and bic orr orn eor eon ands bics'.split(' ')[operation] ?? '';
  return text(name, to, general(rn, is64), second, shift);
}

function addShifted(word: number): Decoded {
  const is64 = bit(word, 31);
  const subtracts = bit(word, 30) === 1;
  const flags = bit(word, 29) === 1 ? 's' : '';
  const rd = bits(word, 4, 0);
  const rn = bits(word, 9, 5);
  const to = general(rd, is64);
  const second = general(bits(word, 20, 16), is64);
  const shift = shiftText(word);
  if (flags !== '' && rd === 31)
    return text(subtracts ? 'cmp' : 'cmn', general(rn, is64), second, shift);
  if (subtracts && rn === 31) return text(`neg${flags}`, to, second, shift);
  return text(`${subtracts ? 'sub' : 'add'}${flags}`, to, general(rn, is64), second, shift);
}

function addExtended(word: number): Decoded {
  const is64 = bit(word, 31);
  const subtracts = bit(word, 30) === 1;
  const flags = bit(word, 29) === 1 ? 's' : '';
  const rd = bits(word, 4, 0);
  const rn = bits(word, 9, 5);
  const option = bits(word, 15, 13);
  const amount = bits(word, 12, 10);
  const second = general(bits(word, 20, 16), is64 === 1 && (option & 3) === 3);
  const isShift = (rn === 31 || (rd === 31 && flags === '')) && option === (is64 === 1 ? 3 : 2);
  const plain = amount === 0 ? (isShift ? '' : (extensions[option] ?? '')) : undefined;
  const extension = plain ?? `${isShift ? 'lsl' : extensions[option]} #${amount}`;
  const from = generalOrStack(rn, is64);
  if (flags !== '' && rd === 31) return text(subtracts ? 'cmp' : 'cmn', from, second, extension);
  const to = flags === '' ? generalOrStack(rd, is64) : general(rd, is64);
  return text(`${subtracts ? 'sub' : 'add'}${flags}`, to, from, second, extension);
}

function withCarry(word: number): Decoded | undefined {
  if (bits(word, 15, 10) !== 0) return undefined;
  const is64 = bit(word, 31);
  const flags = bit(word, 29) === 1 ? 's' : '';
  const to = general(bits(word, 4, 0), is64);
  const rn = bits(word, 9, 5);
  const second = general(bits(word, 20, 16), is64);
  if (bit(word, 30) === 0) return text(`adc${flags}`, to, general(rn, is64), second);
  if (rn === 31) return text(`ngc${flags}`, to, second);
  return text(`sbc${flags}`, to, general(rn, is64), second);
}

function conditionalCompare(word: number): Decoded {
  const is64 = bit(word, 31);
  const rm = bits(word, 20, 16);
  return text(
    bit(word, 30) === 1 ? 'ccmp' : 'ccmn',
    general(bits(word, 9, 5), is64),
    bit(word, 11) === 1 ? hex(rm) : general(rm, is64),
    hex(bits(word, 3, 0)),
    condition(bits(word, 15, 12)),
  );
}

function conditionalSelect(word: number): Decoded | undefined {
  const is64 = bit(word, 31);
  const operation = bit(word, 30) * 2 + bit(word, 10);
  if (bit(word, 29) === 1 || bit(word, 11) === 1) return undefined;
  const rd = general(bits(word, 4, 0), is64);
  const rn = bits(word, 9, 5);
  const rm = bits(word, 20, 16);
  const when = bits(word, 15, 12);
  const [first, second] = [general(rn, is64), general(rm, is64)];
  if (operation > 0 && rn === rm && when < 14) {
    const isZero = rn === 31 && operation < 3;
    if (isZero) return text(operation === 1 ? 'cset' : 'csetm', rd, inverted(when));
    return text(['', 'cinc', 'cinv', 'cneg'][operation] ?? '', rd, first, inverted(when));
  }
  return text(
    ['csel', 'csinc', 'csinv', 'csneg'][operation] ?? '',
    rd,
    first,
    second,
    condition(when),
  );
}

function oneSource(word: number): Decoded | undefined {
  const is64 = bit(word, 31);
  const to = general(bits(word, 4, 0), is64);
  const rn = bits(word, 9, 5);
  const operation = bits(word, 15, 10);
  if (bits(word, 20, 16) === 1) return signing(to, rn, operation);
  const names = ['rbit', 'rev16', is64 === 1 ? 'rev32' : 'rev', 'rev', 'clz', 'cls'];
  const name = names[operation];
  return name === undefined ? undefined : text(name, to, general(rn, is64));
}

/** Pointer authentication. */
function signing(to: string, rn: number, operation: number): Decoded | undefined {
  const names = 'pacia pacib pacda pacdb autia autib autda autdb'.split(' ');
  if (operation < 8) return text(names[operation] ?? '', to, generalOrStack(rn, true));
  if (operation < 16)
    return text(
      (names[operation - 8] ?? '').replace(/i(?=[ab]$)/, 'iz').replace(/d(?=[ab]$)/, 'dz'),
      to,
    );
  if (operation === 16) return text('xpaci', to);
  return operation === 17 ? text('xpacd', to) : undefined;
}

function twoSources(word: number): Decoded | undefined {
  const is64 = bit(word, 31);
  const operation = bits(word, 15, 10);
  const to = general(bits(word, 4, 0), is64);
  const first = general(bits(word, 9, 5), is64);
  const rm = bits(word, 20, 16);
  const second = general(rm, is64);
  if (operation === 4 && is64 === 1) {
    const tagged = [bits(word, 4, 0), bits(word, 9, 5)].map((number) =>
      generalOrStack(number, true),
    );
    return text('irg', ...tagged, rm === 31 ? '' : second);
  }
  if (operation === 5 && is64 === 1) {
    return text('gmi', to, generalOrStack(bits(word, 9, 5), true), second);
  }
  if (operation === 12) return text('pacga', to, first, generalOrStack(rm, true));
  if (operation >= 16 && operation < 24) {
    const size = ['b', 'h', 'w', 'x'][operation & 3] ?? '';
    const name = `crc32${(operation & 4) === 4 ? 'c' : ''}${size}`;
    return text(
      name,
      general(bits(word, 4, 0), false),
      general(bits(word, 9, 5), false),
      general(rm, size === 'x'),
    );
  }
  const names: Readonly<Record<number, string>> = {
    2: 'udiv',
    3: 'sdiv',
    8: 'lsl',
    9: 'lsr',
    10: 'asr',
    11: 'ror',
  };
  const name = names[operation];
  return name === undefined ? undefined : text(name, to, first, second);
}

function threeSources(word: number): Decoded | undefined {
  const is64 = bit(word, 31);
  const operation = bits(word, 23, 21) * 2 + bit(word, 15);
  const ra = bits(word, 14, 10);
  const isLong = operation > 1;
  const to = general(bits(word, 4, 0), is64);
  const first = general(bits(word, 9, 5), is64 === 1 && !isLong);
  const second = general(bits(word, 20, 16), is64 === 1 && !isLong);
  const third = general(ra, is64);
  const isShort = ra === 31;
  const forms: Readonly<Record<number, readonly [string, string]>> = {
    0: ['mul', 'madd'],
    1: ['mneg', 'msub'],
    2: ['smull', 'smaddl'],
    3: ['smnegl', 'smsubl'],
    10: ['umull', 'umaddl'],
    11: ['umnegl', 'umsubl'],
  };
  if (operation === 4 || operation === 12) {
    const full = [general(bits(word, 9, 5), true), general(bits(word, 20, 16), true)];
    return text(operation === 4 ? 'smulh' : 'umulh', to, ...full);
  }
  const form = forms[operation];
  if (form === undefined) return undefined;
  return isShort ? text(form[0], to, first, second) : text(form[1], to, first, second, third);
}
