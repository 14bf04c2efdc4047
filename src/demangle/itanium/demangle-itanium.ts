import { parseEncoding } from './encodings.ts';
import { parseExpression } from './expressions.ts';
import { type Grammar, Input } from './input.ts';
import { parseName } from './names.ts';
import { kinds } from './node.ts';
import { leftOfExpressions } from './print-expressions.ts';
import { leftOfNames } from './print-names.ts';
import { leftOfTypes, rightOfTypes } from './print-types.ts';
import { Printer, type PrintRule, type PrintRules } from './printer.ts';
import { parseTemplateArguments } from './template-arguments.ts';
import { parseFunctionParameters, parseType } from './types.ts';
import { parseUnqualifiedName } from './unqualified-names.ts';

const grammar: Grammar = {
  encoding: parseEncoding,
  name: parseName,
  unqualifiedName: parseUnqualifiedName,
  type: parseType,
  functionParameters: parseFunctionParameters,
  expression: parseExpression,
  templateArguments: parseTemplateArguments,
};

const rules: PrintRules = {
  left: byKind({ ...leftOfNames, ...leftOfTypes, ...leftOfExpressions }),
  right: byKind(rightOfTypes),
};

function byKind(table: Readonly<Record<number, PrintRule>>): readonly (PrintRule | undefined)[] {
  return Object.values(kinds).map((kind) => table[kind]);
}

/** The C++ name behind `_Z…`, or undefined when it is not one. */
export function findItaniumName(mangled: string): string | undefined {
  const input = new Input(mangled, 2, grammar);
  const name = findName(input);
  if (name !== undefined || !input.sawScope) return name;
  return findName(new Input(mangled, 2, grammar, true));
}

function findName(input: Input): string | undefined {
  const encoding = parseEncoding(input, false);
  const clones = parseClones(input);
  if (input.failed || clones === undefined) return undefined;
  const printer = new Printer(rules);
  printer.print(encoding);
  return printer.stopped || printer.out === '' ? undefined : printer.out + clones;
}

/** `.cold`, `.part.0`, `.isra.0.constprop.1`: what compilers call copies of a function. */
function parseClones(input: Input): string | undefined {
  let clones = '';
  while (input.take(46)) {
    const start = input.at - 1;
    skipWord(input);
    while (input.here === 46 && isDigit(input.next)) {
      input.at += 1;
      while (isDigit(input.here)) input.at += 1;
    }
    clones += ` [clone ${input.text.slice(start, input.at)}]`;
  }
  return input.at === input.end ? clones : undefined;
}

function skipWord(input: Input): void {
  while (isDigit(input.here) || isLetter(input.here)) input.at += 1;
}

function isDigit(char: number): boolean {
  return char >= 48 && char <= 57;
}

function isLetter(char: number): boolean {
  return (char >= 97 && char <= 122) || (char >= 65 && char <= 90) || char === 95;
}
