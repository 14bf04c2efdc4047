import type { Input } from './input.ts';
import { kinds, Node, nothing, numbered, qualifiers } from './node.ts';
import { parseAbiTags, parseSubstitution } from './substitutions.ts';
import { parseSourceName } from './unqualified-names.ts';

const std = new Node(kinds.name, 'std');
const stringLiteral = new Node(kinds.name, 'string literal');

/**
 * <name>. `isFunctionName` says that the template arguments in it are those that `T_` means in the
 * signature that follows.
 */
export function parseName(input: Input, isFunctionName: boolean): Node {
  if (!input.enter()) return nothing;
  const name = parseNameHere(input, isFunctionName);
  input.leave();
  return name;
}

function parseNameHere(input: Input, isFunctionName: boolean): Node {
  const here = input.here;
  if (here === 78) return parseNestedName(input, isFunctionName);
  if (here === 90) return parseLocalName(input, isFunctionName);
  if (here === 83 && input.next !== 116) {
    const found = parseSubstitution(input);
    if (input.here !== 73) return found;
    return templateOf(input, found, isFunctionName);
  }
  const scope = input.takeText('St') ? std : nothing;
  const name = scoped(scope, input.grammar.unqualifiedName(input, scope));
  if (input.here !== 73) return name;
  input.remember(name);
  return templateOf(input, name, isFunctionName);
}

function templateOf(input: Input, name: Node, isFunctionName: boolean): Node {
  const list = input.grammar.templateArguments(input, isFunctionName);
  return new Node(kinds.template, '', name, nothing, list);
}

function scoped(scope: Node, name: Node): Node {
  return scope === nothing ? name : new Node(kinds.nested, '', scope, name);
}

/** N [CV-qualifiers] [ref-qualifier] <prefix> <unqualified-name> E */
function parseNestedName(input: Input, isFunctionName: boolean): Node {
  input.at += 1;
  let bits = parseQualifierBits(input);
  if (input.take(82)) bits |= qualifiers.lvalue;
  else if (input.take(79)) bits |= qualifiers.rvalue;
  const name = parsePrefix(input, isFunctionName);
  return bits === 0 ? name : numbered(new Node(kinds.qualifiedName, '', name, nothing), bits);
}

/** [r] [V] [K] */
export function parseQualifierBits(input: Input): number {
  let bits = 0;
  for (;;) {
    const here = input.here;
    if (here === 114) bits |= qualifiers.restrict;
    else if (here === 86) bits |= qualifiers.volatile;
    else if (here === 75) bits |= qualifiers.const;
    else return bits;
    input.at += 1;
  }
}

/** Every prefix can be substituted, the whole name not; so the last one remembered is forgotten. */
function parsePrefix(input: Input, isFunctionName: boolean): Node {
  let soFar = nothing;
  let isNew = false;
  for (;;) {
    const here = input.here;
    if (here >= 48 && here <= 57) {
      // By far the most common part; the general way would give the same.
      soFar = input.remember(scoped(soFar, parseAbiTags(input, parseSourceName(input))));
      isNew = true;
      continue;
    }
    if (here === 69) break;
    if (here === 0) return input.fail();
    if (here === 83) {
      const isStd = input.next === 116;
      if (soFar !== nothing) return input.fail();
      soFar = parseSubstitution(input);
      isNew = false;
      if (isStd && input.here === 69) return input.fail();
      continue;
    }
    if (here === 77) {
      // <data-member-prefix>: the initializer of the member named before.
      if (soFar === nothing) return input.fail();
      input.at += 1;
      continue;
    }
    soFar = parsePrefixPart(input, soFar, isFunctionName);
    input.remember(soFar);
    isNew = true;
  }
  input.at += 1;
  if (isNew) input.forget(input.substitutions.length - 1);
  return soFar === nothing ? input.fail() : soFar;
}

function parsePrefixPart(input: Input, soFar: Node, isFunctionName: boolean): Node {
  const here = input.here;
  if (here === 73) {
    if (soFar === nothing) return input.fail();
    return templateOf(input, soFar, isFunctionName);
  }
  const isParameter = here === 84;
  const isDecltype = here === 68 && (input.next === 116 || input.next === 84);
  if (isParameter || isDecltype) {
    if (soFar !== nothing) return input.fail();
    const before = input.substitutions.length;
    const type = input.grammar.type(input);
    // The type remembered itself; the caller does so for every prefix.
    input.forget(before);
    return type;
  }
  return scoped(soFar, input.grammar.unqualifiedName(input, soFar));
}

/** Z <encoding> E <entity> [<discriminator>], with `s` for a string and `d` for a default argument. */
function parseLocalName(input: Input, isFunctionName: boolean): Node {
  input.at += 1;
  const outer = input.parameters;
  const encoding = input.grammar.encoding(input, true);
  const inner = input.parameters;
  input.expect(69);
  if (input.take(115)) {
    parseDiscriminator(input);
    return new Node(kinds.local, '', encoding, stringLiteral);
  }
  // What is local in a template may use the template's parameters.
  input.parameters = isFunctionName && outer.length === 0 ? inner : outer;
  let scope = encoding;
  if (input.take(100)) {
    const number = input.compactNumber();
    scope = numbered(new Node(kinds.defaultArgument, '', encoding, nothing), number + 1);
  }
  const entity = parseName(input, isFunctionName);
  parseDiscriminator(input);
  return new Node(kinds.local, '', scope, entity);
}

/** _ <digit> | __ <number> _ ; counts things of one name and is not shown. */
function parseDiscriminator(input: Input): void {
  if (input.here !== 95) return;
  const next = input.next;
  if (next === 95) {
    input.at += 2;
    if (input.number() < 0) input.fail();
    input.expect(95);
  } else if (next >= 48 && next <= 57) {
    input.at += 1;
    input.number();
  }
}
