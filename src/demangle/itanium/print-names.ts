import { kinds, type Node, nothing } from './node.ts';
import { addQualifiers, hasRight } from './print-types.ts';
import type { Printer, PrintRule } from './printer.ts';

/** The last part of a scope without its arguments: what a constructor is called. */
function baseName(printer: Printer, node: Node): void {
  for (let steps = 0; steps < 400; steps += 1) {
    node = printer.resolve(node);
    const { kind } = node;
    if (kind === kinds.nested || kind === kinds.local) node = node.b;
    else if (kind === kinds.template || kind === kinds.qualifiedName || kind === kinds.abiTag) {
      node = node.a;
    } else break;
  }
  printer.print(node);
}

function template(printer: Printer, node: Node): void {
  printer.print(node.a);
  addArguments(printer, node.list);
}

function addArguments(printer: Printer, list: readonly Node[]): void {
  if (printer.last === 60) printer.add(' ');
  printer.add('<');
  printer.list(list);
  if (printer.last === 62) printer.add(' ');
  printer.add('>');
}

function lambda(printer: Printer, node: Node): void {
  printer.add('{lambda');
  const before = printer.inLambda;
  if (node.a !== nothing) printer.print(node.a);
  printer.inLambda = true;
  printer.add('(');
  printer.list(node.list);
  printer.inLambda = before;
  printer.add(`)#${node.n}}`);
}

function encoding(printer: Printer, node: Node): void {
  const result = node.b;
  if (result !== nothing) {
    printer.left(result);
    if (!hasRight(printer, result)) printer.add(' ');
  }
  printer.print(node.a);
  printer.add('(');
  printer.list(node.list);
  printer.add(')');
  addQualifiers(printer, node.n);
  if (result !== nothing) printer.right(result);
}

function special(printer: Printer, node: Node): void {
  printer.add(node.text);
  printer.print(node.a);
  if (node.b === node || node.b === nothing) return;
  printer.add('-in-');
  printer.print(node.b);
}

/** `<typename $T0, int $N1>`; a node without a letter is the list of the others. */
function templateHead(printer: Printer, node: Node): void {
  if (node.text === '') {
    printer.add('<');
    node.list.forEach((declaration, index) => {
      if (index > 0) printer.add(', ');
      printer.print(declaration);
      printer.add(` $T${index}`);
    });
    printer.add('>');
    return;
  }
  if (node.text === 'y') {
    printer.add('typename');
    return;
  }
  if (node.text === 'n') {
    printer.print(node.a);
    return;
  }
  if (node.text === 't') {
    printer.add('template');
    printer.print(node.a);
    printer.add(' class');
    return;
  }
  printer.print(node.a);
  printer.add('...');
}

const joined: PrintRule = (printer, node) => {
  printer.print(node.a);
  printer.add('::');
  printer.print(node.b);
};

export const leftOfNames: Readonly<Record<number, PrintRule>> = {
  [kinds.name]: (printer, node) => printer.add(node.text),
  [kinds.operatorName]: (printer, node) => printer.add(node.text),
  [kinds.nested]: joined,
  [kinds.local]: joined,
  [kinds.template]: template,
  [kinds.qualifiedName]: (printer, node) => {
    printer.print(node.a);
    addQualifiers(printer, node.n);
  },
  [kinds.abiTag]: (printer, node) => {
    printer.print(node.a);
    printer.add(`[abi:${node.text}]`);
  },
  [kinds.constructor]: (printer, node) => baseName(printer, node.a),
  [kinds.destructor]: (printer, node) => {
    printer.add('~');
    baseName(printer, node.a);
  },
  [kinds.conversion]: (printer, node) => {
    printer.add('operator ');
    printer.print(node.a);
  },
  [kinds.lambda]: lambda,
  [kinds.unnamed]: (printer, node) => printer.add(`{unnamed type#${node.n}}`),
  [kinds.moduleName]: (printer, node) => {
    printer.print(node.a);
    printer.add(`@${node.text}`);
  },
  [kinds.binding]: (printer, node) => {
    printer.add('[');
    printer.list(node.list);
    printer.add(']');
  },
  [kinds.encoding]: encoding,
  [kinds.special]: special,
  [kinds.defaultArgument]: (printer, node) => {
    printer.print(node.a);
    printer.add(`::{default arg#${node.n}}`);
  },
  [kinds.templateHead]: templateHead,
};
