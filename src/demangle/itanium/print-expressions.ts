import { literalSuffixes } from './builtin-table.ts';
import { kinds, type Node, nothing } from './node.ts';
import type { Printer, PrintRule } from './printer.ts';

/** Names, parameters and lists stand without parentheses; binutils puts them around all else. */
export function operand(printer: Printer, node: Node): void {
  const { kind } = node;
  const isSimple =
    kind === kinds.name ||
    kind === kinds.nested ||
    kind === kinds.initializerList ||
    kind === kinds.functionParameter;
  if (isSimple) {
    printer.print(node);
    return;
  }
  printer.add('(');
  printer.print(node);
  printer.add(')');
}

function literal(printer: Printer, node: Node): void {
  const { text, a: type } = node;
  const name = type.kind === kinds.name ? type.text : '';
  const suffix = literalSuffixes[name];
  if (suffix !== undefined) {
    printer.add(text + suffix);
    return;
  }
  if (name === 'bool' && (text === '0' || text === '1')) {
    printer.add(text === '0' ? 'false' : 'true');
    return;
  }
  if (text === '') {
    printer.print(type);
    return;
  }
  printer.add('(');
  printer.print(type);
  printer.add(')');
  const isFloat = name === 'float' || name === 'double' || name === 'long double';
  printer.add(isFloat ? `[${text}]` : text);
}

/** n: 0 before the operand, 1 before a type, 2 after the operand. */
function unary(printer: Printer, node: Node): void {
  if (node.n === 2) {
    operand(printer, node.a);
    printer.add(node.text);
    return;
  }
  printer.add(node.text);
  if (node.n === 1) {
    printer.add('(');
    printer.print(node.a);
    printer.add(')');
    return;
  }
  operand(printer, node.text === '&' ? addressed(node.a) : node.a);
}

/** The address of a member function is shown without its parameters. */
function addressed(node: Node): Node {
  const isMember = node.kind === kinds.encoding && node.a.kind === kinds.nested && node.n === 0;
  return isMember ? node.a : node;
}

function binary(printer: Printer, node: Node): void {
  const { text, a, b } = node;
  // Inside template arguments a bare > would end them.
  if (text === '>') printer.add('(');
  operand(printer, a);
  if (text === '[]') {
    printer.add('[');
    printer.print(b);
    printer.add(']');
  } else {
    printer.add(text);
    operand(printer, b);
  }
  if (text === '>') printer.add(')');
}

function call(printer: Printer, node: Node): void {
  if (node.text !== '') {
    printer.add(`${node.text}(`);
    if (node.a !== nothing) printer.print(node.a);
  } else {
    operand(printer, node.a.kind === kinds.encoding ? node.a.a : node.a);
    printer.add('(');
  }
  printer.list(node.list);
  printer.add(')');
}

function cast(printer: Printer, node: Node): void {
  printer.add('(');
  printer.print(node.a);
  printer.add(')');
  if (node.n === 0) {
    operand(printer, node.b);
    return;
  }
  printer.add('(');
  printer.list(node.list);
  printer.add(')');
}

function fold(printer: Printer, node: Node): void {
  printer.add(node.n === 0 ? '(...' : '(');
  if (node.n === 0) printer.add(node.text);
  operand(printer, node.a);
  if (node.n === 1) printer.add(`${node.text}...`);
  if (node.n === 2) {
    printer.add(`${node.text}...${node.text}`);
    operand(printer, node.b);
  }
  printer.add(')');
}

function allocation(printer: Printer, node: Node): void {
  printer.add(`${node.text} `);
  if (node.b.list.length > 0) {
    printer.add('(');
    printer.list(node.b.list);
    printer.add(') ');
  }
  printer.print(node.a);
  if (node.n === 0) return;
  printer.add(node.n === 1 ? '(' : '{');
  printer.list(node.list);
  printer.add(node.n === 1 ? ')' : '}');
}

function conditional(printer: Printer, node: Node): void {
  const separators = ['', '?', ' : '];
  node.list.forEach((part, index) => {
    printer.add(separators[index] ?? '');
    operand(printer, part);
  });
}

function packSize(printer: Printer, node: Node): void {
  if (node.list.length > 0) {
    printer.add(String(node.list.length));
    return;
  }
  printer.add(String(printer.findPack(node.a)?.list.length ?? 0));
}

export const leftOfExpressions: Readonly<Record<number, PrintRule>> = {
  [kinds.literal]: literal,
  [kinds.unary]: unary,
  [kinds.binary]: binary,
  [kinds.nullary]: (printer, node) => printer.add(node.text),
  [kinds.conditional]: conditional,
  [kinds.call]: call,
  [kinds.cast]: cast,
  [kinds.namedCast]: (printer, node) => {
    printer.add(`${node.text}<`);
    printer.print(node.a);
    printer.add('>(');
    printer.print(node.b);
    printer.add(')');
  },
  [kinds.functionParameter]: (printer, node) => printer.add(node.text),
  [kinds.initializerList]: (printer, node) => {
    if (node.a !== nothing) printer.print(node.a);
    printer.add('{');
    printer.list(node.list);
    printer.add('}');
  },
  [kinds.fold]: fold,
  [kinds.packSize]: packSize,
  [kinds.allocation]: allocation,
  [kinds.globalScope]: (printer, node) => {
    printer.add('::');
    printer.print(node.a);
  },
};
