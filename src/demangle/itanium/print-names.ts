import { kinds, type Node, nothing } from './node.ts';
import { addQualifiers, declaredName, hasRight } from './print-types.ts';
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
  const { inLambda, lambdaHead } = printer;
  printer.inLambda = true;
  printer.lambdaHead = node.a;
  if (node.a !== nothing) addHead(printer, node.a, true);
  printer.add('(');
  printer.list(node.list);
  printer.inLambda = inLambda;
  printer.lambdaHead = lambdaHead;
  printer.add(`)#${node.n}}`);
}

/** `<typename $T0, int $N1>`; the parameters of a template parameter have no names. */
function addHead(printer: Printer, head: Node, areNamed: boolean): void {
  printer.add('<');
  head.list.forEach((declaration, index) => {
    if (index > 0) printer.add(', ');
    printer.print(declaration);
    if (areNamed) printer.add(` ${declaredName(declaration, index)}`);
  });
  printer.add('>');
}

/** <template-param-decl> by its letter. */
function declaration(printer: Printer, node: Node): void {
  if (node.text === 'y') {
    printer.add('typename');
  } else if (node.text === 't') {
    printer.add('template');
    addHead(printer, node.a, false);
    printer.add(' class');
  } else {
    printer.print(node.a);
    if (node.text === 'p') printer.add('...');
  }
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
  [kinds.templateHead]: declaration,
};
