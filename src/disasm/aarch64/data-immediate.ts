import { findBitMask, isMoveWide } from './bit-mask.ts';
import { bit, bits, type Decoded, general, generalOrStack, hex, signedBits, text } from './word.ts';

/** Data processing with a constant (Arm manual, C4.1.86). */
export function dataImmediate(word: number, address: number): Decoded | undefined {
  switch (bits(word, 25, 23)) {
    case 0:
    case 1:
      return relative(word, address);
    case 2:
      return addSubtract(word);
    case 4:
      return logical(word);
    case 5:
      return moveWide(word);
    case 6:
      return bitfield(word);
    case 7:
      return extract(word);
    default:
      return undefined;
  }
}

function relative(word: number, address: number): Decoded {
  const distance = signedBits(word, 23, 5) * 4 + bits(word, 30, 29);
  const isPage = bit(word, 31) === 1;
  const page = Math.floor(address / 4096) * 4096;
  const reference = isPage ? page + distance * 4096 : address + distance;
  const name = general(bits(word, 4, 0), true);
  return { ...text(isPage ? 'adrp' : 'adr', name, `0x${reference.toString(16)}`), reference };
}

function addSubtract(word: number): Decoded {
  const is64 = bit(word, 31);
  const setsFlags = bit(word, 29) === 1;
  const subtracts = bit(word, 30) === 1;
  const value = bits(word, 21, 10);
  const shift = bit(word, 22) === 1 ? 'lsl #12' : '';
  const rn = bits(word, 9, 5);
  const rd = bits(word, 4, 0);
  const from = generalOrStack(rn, is64);
  if (setsFlags && rd === 31) return text(subtracts ? 'cmp' : 'cmn', from, hex(value), shift);
  const to = setsFlags ? general(rd, is64) : generalOrStack(rd, is64);
  if (!setsFlags && !subtracts && value === 0 && shift === '' && (rd === 31 || rn === 31)) {
    return text('mov', to, from);
  }
  return text(`${subtracts ? 'sub' : 'add'}${setsFlags ? 's' : ''}`, to, from, hex(value), shift);
}

function logical(word: number): Decoded | undefined {
  const is64 = bit(word, 31) === 1;
  const mask = findBitMask(bit(word, 22), bits(word, 15, 10), bits(word, 21, 16), is64);
  if (mask === undefined) return undefined;
  const operation = bits(word, 30, 29);
  const rn = bits(word, 9, 5);
  const rd = bits(word, 4, 0);
  const from = general(rn, is64);
  if (operation === 3 && rd === 31) return text('tst', from, hex(mask));
  const to = operation === 3 ? general(rd, is64) : generalOrStack(rd, is64);
  if (operation === 1 && rn === 31 && !isMoveWide(mask, is64)) return text('mov', to, hex(mask));
  return text(['and', 'orr', 'eor', 'ands'][operation] ?? '', to, from, hex(mask));
}

function moveWide(word: number): Decoded | undefined {
  const is64 = bit(word, 31) === 1;
  const operation = bits(word, 30, 29);
  const shift = bits(word, 22, 21) * 16;
  const value = bits(word, 20, 5);
  const to = general(bits(word, 4, 0), is64);
  if (operation === 1 || (!is64 && shift > 16)) return undefined;
  const isPlain = operation !== 3 && !(value === 0 && shift > 0);
  const isInverted = operation === 0;
  if (isPlain && !(isInverted && !is64 && value === 0xffff)) {
    const shifted = BigInt(value) << BigInt(shift);
    return text('mov', to, hex(BigInt.asUintN(is64 ? 64 : 32, isInverted ? ~shifted : shifted)));
  }
  const name = ['movn', '', 'movz', 'movk'][operation] ?? '';
  return text(name, to, hex(value), shift > 0 ? `lsl #${shift}` : '');
}

interface Bitfield {
  readonly is64: number;
  readonly immr: number;
  readonly imms: number;
  readonly to: string;
  readonly rn: number;
  readonly from: string;
}

function bitfield(word: number): Decoded | undefined {
  const is64 = bit(word, 31);
  const rn = bits(word, 9, 5);
  const field: Bitfield = {
    is64,
    immr: bits(word, 21, 16),
    imms: bits(word, 15, 10),
    to: general(bits(word, 4, 0), is64),
    rn,
    from: general(rn, is64),
  };
  const { to, from, imms, immr } = field;
  const place = placeOf(field);
  const inserts = imms < immr;
  switch (bits(word, 30, 29)) {
    case 0:
      return signedMove(field) ?? text(inserts ? 'sbfiz' : 'sbfx', to, from, ...place);
    case 1:
      if (inserts && rn === 31) return text('bfc', to, ...place);
      return text(inserts ? 'bfi' : 'bfxil', to, from, ...place);
    case 2:
      return unsignedMove(field) ?? text(inserts ? 'ubfiz' : 'ubfx', to, from, ...place);
    default:
      return undefined;
  }
}

function widthOf({ is64 }: Bitfield): number {
  return is64 === 1 ? 64 : 32;
}

/** First bit and number of bits, as the names with `bf` count them. */
function placeOf(field: Bitfield): readonly [string, string] {
  const { immr, imms } = field;
  if (imms < immr) return [`#${widthOf(field) - immr}`, `#${imms + 1}`];
  return [`#${immr}`, `#${imms - immr + 1}`];
}

function signedMove(field: Bitfield): Decoded | undefined {
  const { is64, immr, imms, to, rn, from } = field;
  if (imms === widthOf(field) - 1) return text('asr', to, from, `#${immr}`);
  const letters: Readonly<Record<number, string>> = { 7: 'b', 15: 'h', 31: is64 === 1 ? 'w' : '' };
  const letter = immr === 0 ? (letters[imms] ?? '') : '';
  return letter === '' ? undefined : text(`sxt${letter}`, to, general(rn, false));
}

function unsignedMove(field: Bitfield): Decoded | undefined {
  const { is64, immr, imms, to, from } = field;
  if (imms === widthOf(field) - 1) return text('lsr', to, from, `#${immr}`);
  if (imms + 1 === immr) return text('lsl', to, from, `#${widthOf(field) - immr}`);
  if (immr !== 0 || is64 === 1 || (imms !== 7 && imms !== 15)) return undefined;
  return text(imms === 7 ? 'uxtb' : 'uxth', to, from);
}

function extract(word: number): Decoded {
  const is64 = bit(word, 31);
  const to = general(bits(word, 4, 0), is64);
  const rn = bits(word, 9, 5);
  const rm = bits(word, 20, 16);
  const amount = `#${bits(word, 15, 10)}`;
  if (rn === rm) return text('ror', to, general(rn, is64), amount);
  return text('extr', to, general(rn, is64), general(rm, is64), amount);
}
