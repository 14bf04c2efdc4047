import type { V0Input } from './v0-input.ts';

/** What a constant needs of the grammar around it. */
export interface ConstantRules {
  addPath(input: V0Input, isValue: boolean): void;
}

const unsigned: readonly number[] = Array.from('htmyoj', (letter) => letter.charCodeAt(0));
const signed: readonly number[] = Array.from('aslxni', (letter) => letter.charCodeAt(0));

/** <const>; in braces when it is an expression among generic arguments. */
export function addConstant(input: V0Input, isInside: boolean, rules: ConstantRules): void {
  input.within(() => {
    if (input.take(66)) {
      input.backReference(() => addConstant(input, isInside, rules));
    } else if (!addPlainConstant(input)) addExpression(input, isInside, rules);
  });
}

/** Numbers, booleans, characters, string slices and `_`; false when it is something else. */
function addPlainConstant(input: V0Input): boolean {
  const tag = input.here;
  if (tag === 112) {
    input.at += 1;
    input.add('_');
    return true;
  }
  if (unsigned.includes(tag) || signed.includes(tag)) {
    input.at += 1;
    if (signed.includes(tag) && input.take(110)) input.add('-');
    addInteger(input);
    return true;
  }
  if (tag === 98 || tag === 99) {
    input.at += 1;
    if (tag === 98) addBoolean(input);
    else addCharacter(input);
    return true;
  }
  if (tag !== 82 || input.text.charCodeAt(input.at + 1) !== 101) return false;
  input.at += 2;
  addString(input);
  return true;
}

function addExpression(input: V0Input, isInside: boolean, rules: ConstantRules): void {
  if (!isInside) input.add('{');
  const tag = input.next();
  const part = (): void => addConstant(input, true, rules);
  if (tag === 101) {
    input.add('*');
    addString(input);
  } else if (tag === 82 || tag === 81) {
    input.add(tag === 82 ? '&' : '&mut ');
    part();
  } else if (tag === 65) {
    input.add('[');
    input.list(', ', part);
    input.add(']');
  } else if (tag === 84) {
    input.add('(');
    const count = input.list(', ', part);
    input.add(count === 1 ? ',)' : ')');
  } else if (tag === 86) addVariant(input, rules);
  else input.fail();
  if (!isInside) input.add('}');
}

/** V <path> (U | T <const>* E | S {<identifier> <const>} E) */
function addVariant(input: V0Input, rules: ConstantRules): void {
  rules.addPath(input, true);
  const tag = input.next();
  if (tag === 85) return;
  if (tag === 84) {
    input.add('(');
    input.list(', ', () => addConstant(input, true, rules));
    input.add(')');
  } else if (tag === 83) {
    input.add(' { ');
    input.list(', ', () => {
      input.add(`${input.identifier().name}: `);
      addConstant(input, true, rules);
    });
    input.add(' }');
  } else input.fail();
}

/** <hex digit>* _ ; gives the digits. */
function hexDigits(input: V0Input): string {
  const start = input.at;
  while (isHex(input.here)) input.at += 1;
  const digits = input.text.slice(start, input.at);
  if (!input.take(95)) input.fail();
  return digits;
}

function isHex(char: number): boolean {
  return (char >= 48 && char <= 57) || (char >= 97 && char <= 102);
}

/** Decimal up to 64 bits, hexadecimal above. */
function addInteger(input: V0Input): void {
  const digits = hexDigits(input);
  let from = 0;
  while (from < digits.length && digits.charCodeAt(from) === 48) from += 1;
  const significant = digits.slice(from);
  if (significant.length > 16) input.add(`0x${significant}`);
  else input.add(significant === '' ? '0' : BigInt(`0x${significant}`).toString());
}

function addBoolean(input: V0Input): void {
  const digits = hexDigits(input);
  if (digits !== '0' && digits !== '1') input.fail();
  input.add(digits === '1' ? 'true' : 'false');
}

function addCharacter(input: V0Input): void {
  const point = Number.parseInt(hexDigits(input), 16);
  const isValid = point >= 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  if (isValid) input.add(`'${escaped(point, 39)}'`);
  else input.fail();
}

/** The bytes of a string in hexadecimal. */
function addString(input: V0Input): void {
  const digits = hexDigits(input);
  if (digits.length % 2 !== 0) input.fail();
  let text = '';
  for (let at = 0; at < digits.length; ) {
    const first = byteAt(digits, at);
    const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    let point = length === 1 ? first : first & (0xff >> (length + 1));
    for (let i = 1; i < length; i += 1) point = (point << 6) | (byteAt(digits, at + 2 * i) & 0x3f);
    const isValid = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    if (!isValid || at + 2 * length > digits.length) {
      input.fail();
      return;
    }
    text += escaped(point, 34);
    at += 2 * length;
  }
  input.add(`"${text}"`);
}

function byteAt(digits: string, at: number): number {
  return Number.parseInt(digits.slice(at, at + 2), 16);
}

/** As Rust's `escape_debug` writes it between these quotes. */
function escaped(point: number, quote: number): string {
  if (point === 9) return '\\t';
  if (point === 10) return '\\n';
  if (point === 13) return '\\r';
  if (point === 0) return '\\0';
  if (point === quote || point === 92) return `\\${String.fromCharCode(point)}`;
  if (point < 32 || point === 127) return `\\u{${point.toString(16)}}`;
  return String.fromCodePoint(point);
}
