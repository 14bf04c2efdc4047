import { atomicOrSigned } from './atomics.ts';
import { structures } from './structures.ts';
import { bit, bits, type Decoded, general, generalOrStack, hex, signedBits, text } from './word.ts';

/** Loads and stores (Arm manual, C4.1.89). */
export function loadOrStore(word: number, address: number): Decoded | undefined {
  const group = bits(word, 29, 28);
  if (group === 0) return bit(word, 26) === 1 ? structures(word) : exclusive(word);
  if (group === 1) {
    if (bits(word, 31, 24) === 0xd9 && bit(word, 21) === 1) return memoryTag(word);
    if (bit(word, 24) === 1)
      return bit(word, 21) === 0 && bits(word, 11, 10) === 0 ? unscaledOrdered(word) : undefined;
    return literal(word, address);
  }
  if (group === 2) return pair(word);
  return single(word);
}

const prefetches = ['pld', 'pli', 'pst', ''];

function prefetchName(number: number): string {
  const kind = prefetches[number >> 3] ?? '';
  const level = (number >> 1) & 3;
  if (kind === '' || level === 3) return hex(number).replace('#0x', number < 16 ? '#0x0' : '#0x');
  return `${kind}l${level + 1}${(number & 1) === 1 ? 'strm' : 'keep'}`;
}

/** The register of a load of so many bytes' logarithm into the vector file. */
function vectorName(number: number, log: number): string {
  return `${['b', 'h', 's', 'd', 'q'][log] ?? '?'}${number}`;
}

function literal(word: number, address: number): Decoded | undefined {
  const reference = address + signedBits(word, 23, 5) * 4;
  const place = `0x${reference < 0 ? 0 : reference.toString(16)}`;
  const rt = bits(word, 4, 0);
  const size = bits(word, 31, 30);
  if (bit(word, 26) === 1) {
    return size === 3 ? undefined : { ...text('ldr', vectorName(rt, size + 2), place), reference };
  }
  if (size === 3) return { ...text('prfm', prefetchName(rt), place), reference };
  return { ...text(size === 2 ? 'ldrsw' : 'ldr', general(rt, size > 0), place), reference };
}

function offsetText(base: string, offset: number): string {
  return offset === 0 ? `[${base}]` : `[${base}, #${offset}]`;
}

function pair(word: number): Decoded | undefined {
  const isVector = bit(word, 26) === 1;
  const size = bits(word, 31, 30);
  const mode = bits(word, 24, 23);
  const loads = bit(word, 22) === 1;
  if (size === 3) return undefined;
  const log = isVector ? size + 2 : size === 2 ? 3 : 2;
  const scaled = signedBits(word, 21, 15) * 2 ** log;
  const name = (number: number): string =>
    isVector ? vectorName(number, log) : general(number, size > 0);
  const base = generalOrStack(bits(word, 9, 5), true);
  const registers = [name(bits(word, 4, 0)), name(bits(word, 14, 10))];
  const isSigned = !isVector && size === 1;
  if (isSigned && (!loads || mode === 0)) return undefined;
  const plain = mode === 0 ? (loads ? 'ldnp' : 'stnp') : loads ? 'ldp' : 'stp';
  const mnemonic = isSigned ? 'ldpsw' : plain;
  if (mode === 1) return text(mnemonic, ...registers, `[${base}]`, `#${scaled}`);
  if (mode === 3) return text(mnemonic, ...registers, `[${base}, #${scaled}]!`);
  return text(mnemonic, ...registers, offsetText(base, scaled));
}

interface SingleForm {
  readonly name: string;
  readonly register: string;
  readonly log: number;
}

/** What a load or store of one register is called: `ldr`, `strb`, `ldrsw`, without its addressing. */
function singleForm(word: number, stem: 'r' | 'ur' | 'tr'): SingleForm | undefined {
  const size = bits(word, 31, 30);
  const operation = bits(word, 23, 22);
  const rt = bits(word, 4, 0);
  if (bit(word, 26) === 1) {
    const log = operation > 1 ? 4 : size;
    if (operation > 1 && size > 0) return undefined;
    const name = `${(operation & 1) === 1 ? 'ld' : 'st'}${stem}`;
    return { name, register: vectorName(rt, log), log };
  }
  const letter = ['b', 'h', 'w', ''][size] ?? '';
  if (operation < 2) {
    const name = `${operation === 1 ? 'ld' : 'st'}${stem}${size < 2 ? letter : ''}`;
    return { name, register: general(rt, size === 3), log: size };
  }
  if (size === 3) {
    return operation === 2
      ? { name: `prf${stem === 'ur' ? 'um' : 'm'}`, register: prefetchName(rt), log: 3 }
      : undefined;
  }
  if (size === 2 && operation === 3) return undefined;
  return { name: `ld${stem}s${letter}`, register: general(rt, operation === 2), log: size };
}

function single(word: number): Decoded | undefined {
  const base = generalOrStack(bits(word, 9, 5), true);
  if (bit(word, 24) === 1) {
    const form = singleForm(word, 'r');
    if (form === undefined) return undefined;
    return text(form.name, form.register, offsetText(base, bits(word, 21, 10) * 2 ** form.log));
  }
  const mode = bits(word, 11, 10);
  if (bit(word, 21) === 1)
    return mode === 2 ? registerOffset(word, base) : atomicOrSigned(word, base);
  const form = singleForm(word, mode === 0 ? 'ur' : mode === 2 ? 'tr' : 'r');
  if (form === undefined) return undefined;
  const offset = signedBits(word, 20, 12);
  if (mode === 1) return text(form.name, form.register, `[${base}]`, `#${offset}`);
  if (mode === 3) return text(form.name, form.register, `[${base}, #${offset}]!`);
  return text(form.name, form.register, offsetText(base, offset));
}

const extensions: Readonly<Record<number, string>> = { 2: 'uxtw', 3: 'lsl', 6: 'sxtw', 7: 'sxtx' };

function registerOffset(word: number, base: string): Decoded | undefined {
  const form = singleForm(word, 'r');
  const option = bits(word, 15, 13);
  const extension = extensions[option];
  if (form === undefined || extension === undefined) return undefined;
  const index = general(bits(word, 20, 16), (option & 1) === 1);
  const isScaled = bit(word, 12) === 1;
  const amount = isScaled ? ` #${form.log}` : '';
  const shift = option === 3 && !isScaled ? '' : `, ${extension}${amount}`;
  return text(form.name, form.register, `[${base}, ${index}${shift}]`);
}

function unscaledOrdered(word: number): Decoded | undefined {
  const size = bits(word, 31, 30);
  const operation = bits(word, 23, 22);
  const letter = ['b', 'h', 'w', ''][size] ?? '';
  const base = generalOrStack(bits(word, 9, 5), true);
  const place = offsetText(base, signedBits(word, 20, 12));
  const rt = bits(word, 4, 0);
  if (operation < 2) {
    const name = `${operation === 1 ? 'ldapur' : 'stlur'}${size < 2 ? letter : ''}`;
    return text(name, general(rt, size === 3), place);
  }
  if (size === 3) return undefined;
  return text(`ldapurs${letter}`, general(rt, operation === 2), place);
}

function exclusive(word: number): Decoded | undefined {
  const size = bits(word, 31, 30);
  const isOrdered = bit(word, 23) === 1;
  const loads = bit(word, 22) === 1;
  const isPair = bit(word, 21) === 1;
  const acquires = bit(word, 15) === 1;
  const rs = bits(word, 20, 16);
  const is64 = size === 3;
  const letter = ['b', 'h', '', ''][size] ?? '';
  const first = general(bits(word, 4, 0), isPair && !isOrdered ? (size & 1) === 1 : is64);
  const second = general(bits(word, 14, 10), (size & 1) === 1);
  const place = `[${generalOrStack(bits(word, 9, 5), true)}]`;
  const status = general(rs, false);
  if (isPair && (isOrdered || size < 2)) return compareAndSwap(word, place);
  if (isOrdered) {
    const name = acquires ? (loads ? 'ldar' : 'stlr') : loads ? 'ldlar' : 'stllr';
    return text(`${name}${letter}`, first, place);
  }
  const stem = loads ? (acquires ? 'ldax' : 'ldx') : acquires ? 'stlx' : 'stx';
  if (isPair) return text(`${stem}p`, loads ? '' : status, first, second, place);
  return text(`${stem}r${letter}`, loads ? '' : status, first, place);
}

function compareAndSwap(word: number, place: string): Decoded | undefined {
  const size = bits(word, 31, 30);
  const rs = bits(word, 20, 16);
  const rt = bits(word, 4, 0);
  const order = `${bit(word, 22) === 1 ? 'a' : ''}${bit(word, 15) === 1 ? 'l' : ''}`;
  if (bit(word, 23) === 1) {
    const letter = ['b', 'h', '', ''][size] ?? '';
    return text(`cas${order}${letter}`, general(rs, size === 3), general(rt, size === 3), place);
  }
  const is64 = size === 1;
  const registers = [rs, rs + 1, rt, rt + 1].map((number) => general(number, is64));
  return text(`casp${order}`, ...registers, place);
}

/** Tags of memory (MTE): one for every 16 bytes. */
function memoryTag(word: number): Decoded | undefined {
  const operation = bits(word, 23, 22);
  const mode = bits(word, 11, 10);
  const rt = bits(word, 4, 0);
  const base = generalOrStack(bits(word, 9, 5), true);
  const offset = signedBits(word, 20, 12) * 16;
  if (mode === 0) {
    return operation === 1 ? text('ldg', general(rt, true), offsetText(base, offset)) : undefined;
  }
  const name = ['stg', 'stzg', 'st2g', 'stz2g'][operation] ?? '';
  const register = generalOrStack(rt, true);
  if (mode === 1) return text(name, register, `[${base}]`, `#${offset}`);
  if (mode === 3) return text(name, register, `[${base}, #${offset}]!`);
  return text(name, register, offsetText(base, offset));
}
