/** What a node of a C++ name is; the printers are tables by this number. */
export const kinds = {
  nothing: 0,
  name: 1,
  nested: 2,
  local: 3,
  template: 4,
  qualifiedName: 5,
  abiTag: 6,
  constructor: 7,
  destructor: 8,
  conversion: 9,
  lambda: 10,
  unnamed: 11,
  moduleName: 12,
  binding: 13,
  encoding: 14,
  special: 15,
  defaultArgument: 16,
  cvQualified: 17,
  vendorQualified: 18,
  pointer: 19,
  reference: 20,
  memberPointer: 21,
  function: 22,
  array: 23,
  vector: 24,
  suffixed: 25,
  templateParameter: 26,
  pack: 27,
  packExpansion: 28,
  decltype: 29,
  templateHead: 30,
  literal: 31,
  unary: 32,
  binary: 33,
  conditional: 34,
  call: 35,
  cast: 36,
  namedCast: 37,
  functionParameter: 38,
  initializerList: 39,
  fold: 40,
  packSize: 41,
  allocation: 42,
  member: 43,
  globalScope: 44,
  operatorName: 45,
  nullary: 46,
  index: 47,
  vendorExpression: 48,
  construction: 49,
} as const;

export type Kind = (typeof kinds)[keyof typeof kinds];

const noNodes: readonly Node[] = [];

/** One shape for every kind, so that the engine sees one class; what is not used is `nothing`. */
export class Node {
  readonly kind: Kind;
  readonly text: string;
  /** Written once after construction only for a template parameter used before its arguments. */
  a: Node;
  readonly b: Node;
  readonly list: readonly Node[];
  /** A number or bits, as the kind has it; see `numbered`. */
  n: number;

  constructor(kind: Kind, text = '', a?: Node, b?: Node, list: readonly Node[] = noNodes) {
    this.kind = kind;
    this.text = text;
    this.a = a ?? this;
    this.b = b ?? this;
    this.list = list;
    this.n = 0;
  }
}

/** Stands for an absent child and for what could not be parsed. */
export const nothing: Node = new Node(kinds.nothing);

export function numbered(node: Node, n: number): Node {
  node.n = n;
  return node;
}

/** Bits of `n` where a node has qualifiers; written in this order. */
export const qualifiers = {
  restrict: 1,
  volatile: 2,
  const: 4,
  lvalue: 8,
  rvalue: 16,
  noexcept: 32,
  transactionSafe: 64,
} as const;
