import { builtinTypes, furtherTypes } from './builtin-table.ts';
import type { Input } from './input.ts';
import { parseQualifierBits } from './names.ts';
import { kinds, Node, nothing, numbered, qualifiers } from './node.ts';
import { parseSourceText, parseSubstitution } from './substitutions.ts';

type Rule = (input: Input) => Node;

const builtins = byCharCode(builtinTypes);
const furtherBuiltins = byCharCode(furtherTypes);
const voidType = builtins[118];

function byCharCode(table: Readonly<Record<string, string>>): readonly (Node | undefined)[] {
  const nodes = Array.from<undefined, Node | undefined>({ length: 128 }, () => undefined);
  for (const [letter, name] of Object.entries(table)) {
    nodes[letter.charCodeAt(0)] = new Node(kinds.name, name);
  }
  return nodes;
}

/** <type> */
export function parseType(input: Input): Node {
  const here = input.here;
  const builtin = builtins[here];
  if (builtin !== undefined) {
    input.at += 1;
    return builtin;
  }
  if (!input.enter()) return nothing;
  const rule = rules[here];
  const type = rule === undefined ? input.fail() : rule(input);
  input.leave();
  return type;
}

/** Parameters up to their end; `(void)` is none. */
export function parseFunctionParameters(input: Input): readonly Node[] {
  const list: Node[] = [];
  for (;;) {
    const here = input.here;
    if (here === 0 || here === 69 || here === 46) break;
    if ((here === 82 || here === 79) && input.next === 69) break;
    list.push(parseType(input));
  }
  return list.length === 1 && list[0] === voidType ? [] : list;
}

function parseQualified(input: Input): Node {
  const bits = parseQualifierBits(input);
  if (isFunction(input)) return input.remember(parseFunctionType(input, bits));
  const type = parseType(input);
  return input.remember(numbered(new Node(kinds.cvQualified, '', type, nothing), bits));
}

function isFunction(input: Input): boolean {
  if (input.here === 70) return true;
  const next = input.next;
  return input.here === 68 && (next === 111 || next === 79 || next === 119 || next === 120);
}

/** [Do | DO <expression> E | Dw <type>+ E] [Dx] F [Y] <return> <parameters> [R | O] E */
function parseFunctionType(input: Input, bits: number): Node {
  let specification = nothing;
  if (input.takeText('Do')) bits |= qualifiers.noexcept;
  else if (input.takeText('DO')) {
    specification = new Node(kinds.call, 'noexcept', input.grammar.expression(input));
    input.expect(69);
  } else if (input.takeText('Dw')) {
    specification = new Node(kinds.call, 'throw', nothing, nothing, parseFunctionParameters(input));
    input.expect(69);
  }
  if (input.takeText('Dx')) bits |= qualifiers.transactionSafe;
  input.expect(70);
  input.take(89);
  const result = parseType(input);
  const list = parseFunctionParameters(input);
  if (input.take(82)) bits |= qualifiers.lvalue;
  else if (input.take(79)) bits |= qualifiers.rvalue;
  input.expect(69);
  return numbered(new Node(kinds.function, '', result, specification, list), bits);
}

/** A [<number> | <expression>] _ <type> */
function parseArray(input: Input): Node {
  input.at += 1;
  let size = nothing;
  if (input.here >= 48 && input.here <= 57) {
    size = new Node(kinds.name, String(input.number()));
  } else if (input.here !== 95) size = input.grammar.expression(input);
  input.expect(95);
  return input.remember(new Node(kinds.array, '', parseType(input), size));
}

/** M <class type> <member type> */
function parseMemberPointer(input: Input): Node {
  input.at += 1;
  const owner = parseType(input);
  return input.remember(new Node(kinds.memberPointer, '', owner, parseType(input)));
}

/** T_ | T <number> _ | TL <level> __ …, then perhaps the arguments of a template template parameter. */
function parseParameter(input: Input): Node {
  const next = input.next;
  if (next === 115 || next === 117 || next === 101) {
    // Ts, Tu, Te: struct, union, enum as elaborated in the source; the name alone is shown.
    input.at += 2;
    return input.remember(input.grammar.name(input, false));
  }
  const parameter = input.remember(parseTemplateParameter(input));
  if (input.here !== 73 || input.inConversion) return parameter;
  const list = input.grammar.templateArguments(input, false);
  return input.remember(new Node(kinds.template, '', parameter, nothing, list));
}

export function parseTemplateParameter(input: Input): Node {
  input.at += 1;
  if (input.take(76)) {
    input.compactNumber();
  }
  return input.parameter(input.compactNumber());
}

function parseSubstituted(input: Input): Node {
  if (input.next === 116) return parseNamed(input);
  const found = parseSubstitution(input);
  if (input.here !== 73) return found;
  const list = input.grammar.templateArguments(input, false);
  return input.remember(new Node(kinds.template, '', found, nothing, list));
}

function parseNamed(input: Input): Node {
  return input.remember(input.grammar.name(input, false));
}

/** u <source-name> [<template-args>] */
function parseVendorType(input: Input): Node {
  input.at += 1;
  const name = new Node(kinds.name, parseSourceText(input));
  if (input.here !== 73) return input.remember(name);
  const list = input.grammar.templateArguments(input, false);
  return input.remember(new Node(kinds.template, '', name, nothing, list));
}

/** U <source-name> [<template-args>] <type>; also the block pointer, as clang mangles it. */
function parseVendorQualified(input: Input): Node {
  if (input.next === 108 || input.next === 116) return parseNamed(input);
  input.at += 1;
  let name = new Node(kinds.name, parseSourceText(input));
  if (input.here === 73) {
    const list = input.grammar.templateArguments(input, false);
    name = new Node(kinds.template, '', name, nothing, list);
  }
  return input.remember(new Node(kinds.vendorQualified, '', parseType(input), name));
}

function parseFurther(input: Input): Node {
  const next = input.next;
  const builtin = furtherBuiltins[next];
  if (builtin !== undefined) {
    input.at += 2;
    return builtin;
  }
  const rule = furtherRules[next];
  return rule === undefined ? input.fail() : rule(input);
}

/** Dt … E | DT … E */
function parseDecltype(input: Input): Node {
  input.at += 2;
  const expression = input.grammar.expression(input);
  input.expect(69);
  return input.remember(new Node(kinds.decltype, '', expression));
}

function parsePackExpansion(input: Input): Node {
  input.at += 2;
  return input.remember(new Node(kinds.packExpansion, '', parseType(input)));
}

/** Dv <number> _ <type> | Dv _ <expression> _ <type> */
function parseVector(input: Input): Node {
  input.at += 2;
  let size: Node;
  if (input.take(95)) size = input.grammar.expression(input);
  else size = new Node(kinds.name, String(input.number()));
  input.expect(95);
  return input.remember(new Node(kinds.vector, '', parseType(input), size));
}

/** DF <number> _ | DF <number> x | DF16b; DB and DU <number> _ */
function parseSizedNumber(input: Input): Node {
  const letter = input.next;
  input.at += 2;
  const bits = input.number();
  if (bits < 0) return input.fail();
  if (letter !== 70) {
    input.expect(95);
    return new Node(kinds.name, `${letter === 85 ? 'unsigned ' : ''}_BitInt(${bits})`);
  }
  if (input.take(98)) return new Node(kinds.name, 'std::bfloat16_t');
  const suffix = input.take(120) ? 'x' : '';
  if (suffix === '') input.expect(95);
  return new Node(kinds.name, `_Float${bits}${suffix}`);
}

/** Dk and DK <concept>: auto and decltype(auto) that a concept constrains. */
function parseConstrainedAuto(input: Input): Node {
  const text = input.next === 107 ? ' auto' : ' decltype(auto)';
  input.at += 2;
  return new Node(kinds.suffixed, text, input.grammar.name(input, false));
}

const wrapped =
  (make: (type: Node) => Node): Rule =>
  (input) => {
    input.at += 1;
    return input.remember(make(parseType(input)));
  };

const functionType: Rule = (input) => input.remember(parseFunctionType(input, 0));

function ruleTable(rules: Readonly<Record<string, Rule>>): readonly (Rule | undefined)[] {
  const table = Array.from<undefined, Rule | undefined>({ length: 128 }, () => undefined);
  for (const [letters, rule] of Object.entries(rules)) {
    for (const letter of letters) table[letter.charCodeAt(0)] = rule;
  }
  return table;
}

const rules = ruleTable({
  rVK: parseQualified,
  P: wrapped((type) => new Node(kinds.pointer, '*', type)),
  R: wrapped((type) => new Node(kinds.reference, '&', type)),
  O: wrapped((type) => new Node(kinds.reference, '&&', type)),
  C: wrapped((type) => new Node(kinds.suffixed, ' _Complex', type)),
  G: wrapped((type) => new Node(kinds.suffixed, ' _Imaginary', type)),
  F: functionType,
  A: parseArray,
  M: parseMemberPointer,
  T: parseParameter,
  S: parseSubstituted,
  D: parseFurther,
  u: parseVendorType,
  U: parseVendorQualified,
  NZW0123456789: parseNamed,
});

const furtherRules = ruleTable({
  tT: parseDecltype,
  p: parsePackExpansion,
  v: parseVector,
  oOwx: functionType,
  FBU: parseSizedNumber,
  kK: parseConstrainedAuto,
});
