import type { Input } from './input.ts';
import { kinds, Node, nothing, numbered } from './node.ts';
import { operators } from './operator-table.ts';
import { parseAbiTags, parseSourceText } from './substitutions.ts';

const anonymous = new Node(kinds.name, '(anonymous namespace)');

/** <unqualified-name> with its ABI tags; `scope` is what a constructor constructs. */
export function parseUnqualifiedName(input: Input, scope: Node): Node {
  const module = input.here === 87 ? parseModule(input) : '';
  const name = parseAbiTags(input, parseUntagged(input, scope));
  return module === '' ? name : new Node(kinds.moduleName, module, name);
}

/** W <source-name> | W P <source-name>: the C++20 module a name is attached to. */
export function parseModule(input: Input): string {
  let module = '';
  while (input.take(87)) {
    const separator = input.take(80) ? ':' : module === '' ? '' : '.';
    module += separator + parseSourceText(input);
  }
  return module;
}

function parseUntagged(input: Input, scope: Node): Node {
  // Internal linkage is marked in names but not shown.
  while (input.here === 76) input.at += 1;
  const here = input.here;
  if (here >= 48 && here <= 57) return parseSourceName(input);
  if (here === 67 || here === 68) return parseConstructor(input, scope);
  if (here === 85) return parseUnnamed(input);
  if (here >= 97 && here <= 122) return parseOperatorName(input);
  return input.fail();
}

export function parseSourceName(input: Input): Node {
  const text = parseSourceText(input);
  return isAnonymousNamespace(text) ? anonymous : new Node(kinds.name, text);
}

function isAnonymousNamespace(text: string): boolean {
  if (text.charCodeAt(0) !== 95 || !text.startsWith('_GLOBAL_') || text[9] !== 'N') return false;
  return text[8] === '_' || text[8] === '.' || text[8] === '$';
}

/** C1 … C5, CI1 <type>, D0 … D5, DC for structured bindings. */
function parseConstructor(input: Input, scope: Node): Node {
  const isDestructor = input.here === 68;
  input.at += 1;
  if (isDestructor && input.take(67)) return parseBinding(input);
  if (scope === nothing) return input.fail();
  const isInherited = !isDestructor && input.take(73);
  const digit = input.here;
  if (digit < 48 || digit > 53) return input.fail();
  input.at += 1;
  if (isInherited) input.grammar.type(input);
  return new Node(isDestructor ? kinds.destructor : kinds.constructor, '', scope);
}

function parseBinding(input: Input): Node {
  const list: Node[] = [];
  while (!input.take(69)) {
    if (input.at >= input.end) return input.fail();
    list.push(parseUnqualifiedName(input, nothing));
  }
  return new Node(kinds.binding, '', nothing, nothing, list);
}

/** Ut [<number>] _ | Ul <lambda-sig> E [<number>] _ */
function parseUnnamed(input: Input): Node {
  if (input.next === 116) {
    input.at += 2;
    return numbered(new Node(kinds.unnamed, '', nothing, nothing), input.compactNumber() + 1);
  }
  if (input.next !== 108 || !input.enter()) return input.fail();
  input.at += 2;
  const head = parseTemplateHead(input);
  const list = input.grammar.functionParameters(input);
  input.expect(69);
  const number = input.compactNumber() + 1;
  input.leave();
  return numbered(new Node(kinds.lambda, '', head, nothing, list), number);
}

/** <template-param-decl>*: Ty | Tn <type> | Tt <template-param-decl>* E | Tp <template-param-decl> */
function parseTemplateHead(input: Input): Node {
  const list: Node[] = [];
  while (input.here === 84 && isDeclaration(input.next)) list.push(parseDeclaration(input));
  return list.length === 0 ? nothing : new Node(kinds.templateHead, '', nothing, nothing, list);
}

function isDeclaration(char: number): boolean {
  return char === 121 || char === 110 || char === 116 || char === 112;
}

function parseDeclaration(input: Input): Node {
  if (!input.enter()) return nothing;
  const letter = input.text[input.at + 1] ?? '';
  input.at += 2;
  let declaration: Node;
  if (letter === 'n') {
    declaration = new Node(kinds.templateHead, letter, input.grammar.type(input));
  } else if (letter === 't') {
    declaration = new Node(kinds.templateHead, letter, parseTemplateHead(input));
    input.expect(69);
  } else if (letter === 'p') {
    declaration = new Node(kinds.templateHead, letter, parseDeclaration(input));
  } else {
    declaration = new Node(kinds.templateHead, letter);
  }
  input.leave();
  return declaration;
}

/** <operator-name>: two letters, cv <type>, li <source-name>, v <digit> <source-name>. */
export function parseOperatorName(input: Input): Node {
  const code = input.text.slice(input.at, input.at + 2);
  if (code === 'cv') {
    input.at += 2;
    const before = input.inConversion;
    input.inConversion = true;
    const type = input.grammar.type(input);
    input.inConversion = before;
    return new Node(kinds.conversion, '', type);
  }
  if (code === 'li') {
    input.at += 2;
    return new Node(kinds.name, `operator"" ${parseSourceText(input)}`);
  }
  if (code.charCodeAt(0) === 118 && code.charCodeAt(1) >= 48 && code.charCodeAt(1) <= 57) {
    input.at += 2;
    return new Node(kinds.name, `operator ${parseSourceText(input)}`);
  }
  const operator = operators.get(code);
  if (operator === undefined) return input.fail();
  input.at += 2;
  return new Node(kinds.operatorName, operatorText(operator.text));
}

function operatorText(text: string): string {
  const first = text.charCodeAt(0);
  const isWord = first >= 97 && first <= 122;
  return isWord ? `operator ${text.trimEnd()}` : `operator${text}`;
}
