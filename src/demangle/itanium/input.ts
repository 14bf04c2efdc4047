import { limits } from '../limits-table.ts';
import { kinds, Node, nothing, numbered } from './node.ts';

const noNodes: readonly Node[] = [];

/** The rules that call one another; each lives in its own file. */
export interface Grammar {
  encoding(input: Input, isLocal: boolean): Node;
  name(input: Input, isFunctionName: boolean): Node;
  unqualifiedName(input: Input, scope: Node): Node;
  type(input: Input): Node;
  functionParameters(input: Input): readonly Node[];
  expression(input: Input): Node;
  templateArguments(input: Input, isFunctionName: boolean): readonly Node[];
}

/**
 * A mangled name with a place in it, and what the rules remember: substitutions and the template
 * arguments that `T_` means now. A failure moves to the end, where every rule ends by itself.
 */
export class Input {
  readonly text: string;
  readonly grammar: Grammar;
  readonly end: number;
  at: number;
  failed = false;
  depth = 0;
  readonly substitutions: Node[] = [];
  /** Per substitution, the parameters it was remembered among; undefined when it has no `T_`. */
  private readonly scopes: (readonly Node[] | undefined)[] = [];
  private parametersMet = 0;
  private copies = 0;
  parameters: readonly Node[] = noNodes;
  /** In `operator T`, whose template arguments come after it: `T_` is theirs, and so is an `I` after it. */
  inConversion = false;
  /** Template parameters met before the arguments they stand for, as in `operator T<int>`. */
  unresolved: Node[] = [];
  /** `sr` as gcc wrote it before version 5; met once, the whole name is read again this way if needed. */
  readonly oldScopes: boolean;
  sawScope = false;

  constructor(text: string, at: number, grammar: Grammar, oldScopes = false) {
    this.oldScopes = oldScopes;
    this.text = text;
    this.at = at;
    this.end = text.length;
    this.grammar = grammar;
  }

  /** The character here, 0 at the end. */
  get here(): number {
    return this.at < this.end ? this.text.charCodeAt(this.at) : 0;
  }

  get next(): number {
    return this.at + 1 < this.end ? this.text.charCodeAt(this.at + 1) : 0;
  }

  take(char: number): boolean {
    if (this.here !== char) return false;
    this.at += 1;
    return true;
  }

  takeText(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  expect(char: number): void {
    if (!this.take(char)) this.fail();
  }

  fail(): Node {
    this.failed = true;
    this.at = this.end;
    return nothing;
  }

  /** False, and failed, when rules are too deep inside one another; every `enter` has a `leave`. */
  enter(): boolean {
    this.depth += 1;
    if (this.depth <= limits.depth) return true;
    this.fail();
    return false;
  }

  leave(): void {
    this.depth -= 1;
  }

  remember(node: Node): Node {
    if (this.failed) return node;
    this.substitutions.push(node);
    this.scopes.push(this.parametersMet === 0 ? undefined : this.parameters);
    return node;
  }

  forget(length: number): void {
    if (length >= this.substitutions.length) return;
    this.substitutions.length = length;
    this.scopes.length = length;
  }

  /**
   * What was remembered, with `T_` in it meaning what it means here: one that stood in the signature of a
   * function named by a template argument may be used outside of it.
   */
  recall(index: number): Node {
    const found = this.substitutions[index];
    if (found === undefined) return this.fail();
    const scope = this.scopes[index];
    return scope === undefined || scope === this.parameters ? found : this.inScope(found);
  }

  private inScope(node: Node): Node {
    this.copies += 1;
    if (this.copies > limits.visits || !this.enter()) return this.fail();
    const copy = this.copyInScope(node);
    this.leave();
    return copy;
  }

  private copyInScope(node: Node): Node {
    if (node.kind === kinds.templateParameter) return this.parameter(node.n);
    // A function named inside is a scope of its own.
    if (node.kind === kinds.encoding) return node;
    const a = node.a === node || node.a === nothing ? node.a : this.inScope(node.a);
    const b = node.b === node || node.b === nothing ? node.b : this.inScope(node.b);
    const list = node.list.map((child) => this.inScope(child));
    const isSame = a === node.a && b === node.b && list.every((child, i) => child === node.list[i]);
    if (isSame) return node;
    return numbered(new Node(node.kind, node.text, a, b, list), node.n);
  }

  /** `T_` and its like, which may come before the arguments it stands for. */
  parameter(number: number): Node {
    const argument = this.parameters[number];
    const node = numbered(
      new Node(kinds.templateParameter, '', argument ?? nothing, nothing),
      number,
    );
    this.parametersMet += 1;
    if (argument === undefined || this.inConversion) this.unresolved.push(node);
    return node;
  }

  /** Decimal digits, -1 when there are none; a number that cannot be a length or an index fails. */
  number(): number {
    const { text, at: start, end } = this;
    let value = 0;
    let at = start;
    for (; at < end; at += 1) {
      const digit = text.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === start) return -1;
    this.at = at;
    if (at - start > 10) this.fail();
    return value;
  }

  /** `_` is 0, `0_` is 1: <number> as it is used for parameters, discriminators and lambdas. */
  compactNumber(): number {
    if (this.take(95)) return 0;
    const value = this.number();
    if (value < 0 || !this.take(95)) this.fail();
    return value + 1;
  }

  /** <seq-id> in base 36, `_` is 0. */
  sequenceNumber(): number {
    if (this.take(95)) return 0;
    let value = 0;
    const start = this.at;
    for (let digit = digit36(this.here); digit >= 0; digit = digit36(this.here)) {
      value = value * 36 + digit;
      this.at += 1;
    }
    if (this.at === start || this.at - start > 6 || !this.take(95)) this.fail();
    return value + 1;
  }
}

function digit36(char: number): number {
  if (char >= 48 && char <= 57) return char - 48;
  return char >= 65 && char <= 90 ? char - 55 : -1;
}
