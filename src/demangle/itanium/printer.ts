import { limits } from '../limits-table.ts';
import { kinds, type Node, nothing } from './node.ts';

export type PrintRule = (printer: Printer, node: Node) => void;

/** How each kind is written: what stands left of a declared name and what stands right of it. */
export interface PrintRules {
  readonly left: readonly (PrintRule | undefined)[];
  readonly right: readonly (PrintRule | undefined)[];
}

/** The text so far and the context that changes what a node prints as. */
export class Printer {
  readonly rules: PrintRules;
  out = '';
  last = 0;
  stopped = false;
  depth = 0;
  visits = 0;
  /** Which element of a pack is being written, -1 outside of pack expansions. */
  packIndex = -1;
  /** Inside the parameters of a lambda, where a template parameter is an `auto`. */
  inLambda = false;
  /** The template parameters that lambda declares itself. */
  lambdaHead: Node = nothing;

  constructor(rules: PrintRules) {
    this.rules = rules;
  }

  add(text: string): void {
    if (text === '') return;
    this.out += text;
    this.last = text.charCodeAt(text.length - 1);
    if (this.out.length > limits.output) this.stopped = true;
  }

  print(node: Node): void {
    this.left(node);
    this.right(node);
  }

  left(node: Node): void {
    if (node.kind === kinds.name) this.add(node.text);
    else this.run(this.rules.left[node.kind], node);
  }

  right(node: Node): void {
    const rule = this.rules.right[node.kind];
    if (rule !== undefined) this.run(rule, node);
  }

  private run(rule: PrintRule | undefined, node: Node): void {
    if (rule === undefined || this.stopped) return;
    this.visits += 1;
    if (this.depth >= limits.depth || this.visits > limits.visits) {
      this.stopped = true;
      return;
    }
    this.depth += 1;
    rule(this, node);
    this.depth -= 1;
  }

  /**
   * Separated by commas. As binutils has it, an empty pack takes the comma in front with it but leaves
   * the memory of a space: `A<B<int>>` where B has an empty pack at its end, `A<B<int> >` otherwise.
   */
  list(nodes: readonly Node[]): void {
    let hasPrinted = false;
    for (const node of nodes) {
      if (this.isEmpty(node)) {
        if (hasPrinted) this.last = 32;
        continue;
      }
      if (hasPrinted) this.add(', ');
      hasPrinted = true;
      this.print(node);
    }
  }

  /** Whether it prints nothing: an empty pack, or the expansion of one. */
  isEmpty(node: Node): boolean {
    if (node.kind === kinds.pack) return node.list.every((element) => this.isEmpty(element));
    if (node.kind === kinds.templateParameter) {
      const meant = this.resolve(node);
      return meant.kind === kinds.pack && this.isEmpty(meant);
    }
    return node.kind === kinds.packExpansion && this.findPack(node.a)?.list.length === 0;
  }

  /** What a template parameter stands for here; other nodes stand for themselves. */
  resolve(node: Node): Node {
    for (let steps = 0; steps < 100; steps += 1) {
      if (node.kind !== kinds.templateParameter || this.inLambda) return node;
      node = node.a;
      if (node.kind === kinds.pack && this.packIndex >= 0) {
        node = node.list[this.packIndex] ?? nothing;
      }
    }
    this.stopped = true;
    return nothing;
  }

  /** The first pack that the pattern of an expansion mentions. */
  findPack(pattern: Node): Node | undefined {
    this.visits += 1;
    if (this.visits > limits.visits || this.depth >= limits.depth) {
      this.stopped = true;
      return undefined;
    }
    if (pattern.kind === kinds.templateParameter) {
      if (this.inLambda) return undefined;
      return pattern.a.kind === kinds.pack ? pattern.a : undefined;
    }
    if (pattern.kind === kinds.packExpansion || pattern.kind === kinds.lambda) return undefined;
    this.depth += 1;
    const found = this.findPackBelow(pattern);
    this.depth -= 1;
    return found;
  }

  private findPackBelow(pattern: Node): Node | undefined {
    if (pattern.a !== pattern && pattern.a !== nothing) {
      const found = this.findPack(pattern.a);
      if (found !== undefined) return found;
    }
    if (pattern.b !== pattern && pattern.b !== nothing) {
      const found = this.findPack(pattern.b);
      if (found !== undefined) return found;
    }
    for (const child of pattern.list) {
      const found = this.findPack(child);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
