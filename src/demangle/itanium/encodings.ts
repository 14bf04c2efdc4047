import type { Input } from './input.ts';
import { kinds, Node, nothing, numbered } from './node.ts';
import { parseSpecialName } from './special-names.ts';

/** <encoding>: a special name, or a name and, of a function, its types. */
export function parseEncoding(input: Input, isLocal: boolean): Node {
  if (!input.enter()) return nothing;
  const encoding = parseEncodingHere(input, isLocal);
  input.leave();
  return encoding;
}

function parseEncodingHere(input: Input, isLocal: boolean): Node {
  const here = input.here;
  if (here === 84 || here === 71) return parseSpecialName(input);
  const outer = input.unresolved;
  input.unresolved = [];
  const name = input.grammar.name(input, true);
  const parameters = input.parameters;
  resolve(input);
  input.unresolved = outer;
  if (input.failed || input.at >= input.end || input.here === 69) return name;
  if (input.here === 46) return name;
  const result = hasReturnType(name) ? input.grammar.type(input) : nothing;
  const list = input.grammar.functionParameters(input);
  input.parameters = parameters;
  const shown = isLocal ? nothing : result;
  const bits = qualifierBits(name);
  const bare = bits === 0 ? name : withoutQualifiers(name);
  return numbered(new Node(kinds.encoding, '', bare, shown, list), bits);
}

/** The qualifiers of a member function: part of its name, written after its parameters. */
function qualifierBits(name: Node): number {
  while (name.kind === kinds.local) name = name.b;
  return name.kind === kinds.qualifiedName ? name.n : 0;
}

function withoutQualifiers(name: Node): Node {
  if (name.kind === kinds.qualifiedName) return name.a;
  return new Node(kinds.local, '', name.a, withoutQualifiers(name.b));
}

/** Gives template parameters met before their arguments the arguments known now. */
function resolve(input: Input): void {
  for (const parameter of input.unresolved) {
    parameter.a = input.parameters[parameter.n] ?? parameter.a;
  }
}

/** A template's return type is mangled, except where the name says it (§5.1.5.3). */
function hasReturnType(name: Node): boolean {
  let node = name;
  while (node.kind === kinds.qualifiedName || node.kind === kinds.local) {
    node = node.kind === kinds.local ? node.b : node.a;
  }
  if (node.kind !== kinds.template) return false;
  return !namesItsType(node.a);
}

function namesItsType(node: Node): boolean {
  while (node.kind === kinds.nested || node.kind === kinds.abiTag) {
    node = node.kind === kinds.nested ? node.b : node.a;
  }
  const { kind } = node;
  return kind === kinds.constructor || kind === kinds.destructor || kind === kinds.conversion;
}
