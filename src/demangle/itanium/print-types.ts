import { kinds, type Node, nothing, qualifiers } from './node.ts';
import { operand } from './print-expressions.ts';
import type { Printer, PrintRule } from './printer.ts';

/** What the thing behind qualifiers and template parameters is; decides on parentheses. */
function innermost(printer: Printer, node: Node): Node {
  for (let steps = 0; steps < 400; steps += 1) {
    node = printer.resolve(node);
    if (node.kind !== kinds.cvQualified && node.kind !== kinds.vendorQualified) return node;
    node = node.a;
  }
  return node;
}

/** `void (*f(int))(char)`: a result that closes after the name needs no space before it. */
export function hasRight(printer: Printer, type: Node): boolean {
  for (let steps = 0; steps < 400; steps += 1) {
    type = printer.resolve(type);
    const { kind } = type;
    if (kind === kinds.function || kind === kinds.array) return steps > 0;
    if (kind === kinds.memberPointer) type = type.b;
    else if (kind === kinds.pointer || kind === kinds.reference) type = type.a;
    else if (kind === kinds.cvQualified || kind === kinds.vendorQualified) type = type.a;
    else return false;
  }
  return false;
}

/** Opens the parenthesis that `int (*) [3]` and `int (*)()` need. */
function leftOfModifier(printer: Printer, target: Node): void {
  printer.left(target);
  const { kind } = innermost(printer, target);
  if (kind === kinds.array) printer.add(' ');
  if (kind === kinds.array || kind === kinds.function) printer.add('(');
}

function rightOfModifier(printer: Printer, target: Node): void {
  const { kind } = innermost(printer, target);
  if (kind === kinds.array || kind === kinds.function) printer.add(')');
  printer.right(target);
}

/** A reference to a reference is the one that is an lvalue, if one is (§8.3.2 of the standard). */
function collapse(printer: Printer, node: Node): { target: Node; text: string } {
  let text = node.text;
  let target = printer.resolve(node.a);
  for (let steps = 0; target.kind === kinds.reference && steps < 400; steps += 1) {
    if (target.text === '&') text = '&';
    target = printer.resolve(target.a);
  }
  return { target, text };
}

function collapsed(printer: Printer, node: Node): Node {
  const target = printer.resolve(node.a);
  return target.kind === kinds.reference ? collapse(printer, node).target : node.a;
}

/** const volatile restrict, then & or &&, then what a function type may add. */
export function addQualifiers(printer: Printer, bits: number): void {
  if (bits === 0) return;
  if ((bits & qualifiers.const) !== 0) printer.add(' const');
  if ((bits & qualifiers.volatile) !== 0) printer.add(' volatile');
  if ((bits & qualifiers.restrict) !== 0) printer.add(' restrict');
  if ((bits & qualifiers.lvalue) !== 0) printer.add(' &');
  if ((bits & qualifiers.rvalue) !== 0) printer.add(' &&');
  if ((bits & qualifiers.transactionSafe) !== 0) printer.add(' transaction_safe');
  if ((bits & qualifiers.noexcept) !== 0) printer.add(' noexcept');
}

/** Qualifiers that two ways give, as in `const T` with `T = const int`, are written once. */
function qualifiedOnce(printer: Printer, node: Node): void {
  const target = printer.resolve(node.a);
  const known = target.kind === kinds.cvQualified ? target.n : 0;
  printer.left(node.a);
  // A const function type is the function type.
  if (target.kind === kinds.function) return;
  addQualifiers(printer, node.n & ~known);
}

function leftOfMemberPointer(printer: Printer, node: Node): void {
  printer.left(node.b);
  const { kind } = innermost(printer, node.b);
  if (kind === kinds.array) printer.add(' ');
  printer.add(kind === kinds.array || kind === kinds.function ? '(' : ' ');
  printer.print(node.a);
  printer.add('::*');
}

function rightOfFunction(printer: Printer, node: Node): void {
  printer.add('(');
  printer.list(node.list);
  printer.add(')');
  printer.right(node.a);
  addQualifiers(printer, node.n);
  if (node.b === nothing) return;
  printer.add(' ');
  printer.print(node.b);
}

function rightOfArray(printer: Printer, node: Node): void {
  printer.add(printer.last === 93 ? '[' : ' [');
  printer.print(node.b);
  printer.add(']');
  printer.right(node.a);
}

function templateParameter(printer: Printer, node: Node): void {
  if (printer.inLambda) {
    const declared = printer.lambdaHead.list[node.n];
    printer.add(declared === undefined ? `auto:${node.n + 1}` : declaredName(declared, node.n));
    return;
  }
  const meant = printer.resolve(node);
  // Unknown in every scope: the name is not one a compiler makes.
  if (meant === nothing) printer.stopped = true;
  printer.left(meant);
}

/** What binutils calls a template parameter that a lambda declares: a type, a value or a template. */
export function declaredName(declaration: Node, index: number): string {
  while (declaration.text === 'p' && declaration.a !== declaration) declaration = declaration.a;
  const letters = declaration.text === 'n' ? 'N' : declaration.text === 't' ? 'TT' : 'T';
  return `$${letters}${index}`;
}

function packExpansion(printer: Printer, node: Node): void {
  const pack = printer.findPack(node.a);
  if (pack === undefined) {
    operand(printer, node.a);
    printer.add('...');
    return;
  }
  const before = printer.packIndex;
  for (let i = 0; i < pack.list.length && !printer.stopped; i += 1) {
    if (i > 0) printer.add(', ');
    printer.packIndex = i;
    printer.print(node.a);
  }
  printer.packIndex = before;
}

export const leftOfTypes: Readonly<Record<number, PrintRule>> = {
  [kinds.cvQualified]: qualifiedOnce,
  [kinds.vendorQualified]: (printer, node) => {
    printer.left(node.a);
    printer.add(' ');
    printer.print(node.b);
  },
  [kinds.pointer]: (printer, node) => {
    leftOfModifier(printer, node.a);
    printer.add('*');
  },
  [kinds.reference]: (printer, node) => {
    const { target, text } = collapse(printer, node);
    leftOfModifier(printer, target.kind === kinds.reference ? target : collapsed(printer, node));
    printer.add(text);
  },
  [kinds.memberPointer]: leftOfMemberPointer,
  [kinds.function]: (printer, node) => {
    printer.left(node.a);
    if (!hasRight(printer, node.a)) printer.add(' ');
  },
  [kinds.array]: (printer, node) => printer.left(node.a),
  [kinds.vector]: (printer, node) => {
    printer.left(node.a);
    printer.add(' __vector(');
    printer.print(node.b);
    printer.add(')');
  },
  [kinds.suffixed]: (printer, node) => {
    printer.print(node.a);
    printer.add(node.text);
  },
  [kinds.templateParameter]: templateParameter,
  [kinds.pack]: (printer, node) => printer.list(node.list),
  [kinds.packExpansion]: packExpansion,
  [kinds.decltype]: (printer, node) => {
    printer.add('decltype (');
    printer.print(node.a);
    printer.add(')');
  },
};

export const rightOfTypes: Readonly<Record<number, PrintRule>> = {
  [kinds.cvQualified]: (printer, node) => printer.right(node.a),
  [kinds.vendorQualified]: (printer, node) => printer.right(node.a),
  [kinds.pointer]: (printer, node) => rightOfModifier(printer, node.a),
  [kinds.reference]: (printer, node) => rightOfModifier(printer, collapsed(printer, node)),
  [kinds.memberPointer]: (printer, node) => {
    const { kind } = innermost(printer, node.b);
    if (kind === kinds.array || kind === kinds.function) printer.add(')');
    printer.right(node.b);
  },
  [kinds.function]: rightOfFunction,
  [kinds.array]: rightOfArray,
  [kinds.vector]: (printer, node) => printer.right(node.a),
  [kinds.templateParameter]: (printer, node) => {
    if (!printer.inLambda) printer.right(printer.resolve(node));
  },
};
