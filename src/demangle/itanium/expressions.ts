import type { Input } from './input.ts';
import { kinds, Node, nothing, numbered } from './node.ts';
import { type OperatorEntry, operators } from './operator-table.ts';
import { parseSourceText } from './substitutions.ts';
import { parseTemplateParameter } from './types.ts';
import { parseOperatorName } from './unqualified-names.ts';

type Rule = (input: Input) => Node;

/** <expression>, with <expr-primary> and <unresolved-name>. */
export function parseExpression(input: Input): Node {
  if (!input.enter()) return nothing;
  const expression = parseExpressionHere(input);
  input.leave();
  return expression;
}

function parseExpressionHere(input: Input): Node {
  const here = input.here;
  if (here === 76) return parsePrimary(input);
  if (here === 84) return parseTemplateParameter(input);
  if (here >= 48 && here <= 57) return parseUnresolved(input);
  const code = input.text.slice(input.at, input.at + 2);
  const rule = rules.get(code);
  if (rule !== undefined) {
    input.at += 2;
    return rule(input);
  }
  if (here === 117) return parseVendorExpression(input);
  const operator = operators.get(code);
  if (operator === undefined) return input.fail();
  input.at += 2;
  return parseOperation(input, operator);
}

function parseOperation(input: Input, operator: OperatorEntry): Node {
  const { text, operands } = operator;
  if (operands === 0) return new Node(kinds.nullary, text);
  const a = parseExpression(input);
  if (operands === 1) return new Node(kinds.unary, text, a);
  const b = parseExpression(input);
  return operands === 2 ? new Node(kinds.binary, text, a, b) : input.fail();
}

/** L <type> <value> E | L _Z <encoding> E; a value that is missing is that of nullptr or a string. */
function parsePrimary(input: Input): Node {
  input.at += 1;
  if (input.here === 95 || input.here === 90) {
    input.take(95);
    input.expect(90);
    const { parameters } = input;
    const encoding = input.grammar.encoding(input, false);
    input.parameters = parameters;
    input.expect(69);
    return encoding;
  }
  const type = input.grammar.type(input);
  const start = input.at;
  const close = input.text.indexOf('E', start);
  if (close < 0) return input.fail();
  input.at = close + 1;
  const isNegative = input.text.charCodeAt(start) === 110;
  const digits = input.text.slice(isNegative ? start + 1 : start, close);
  return new Node(kinds.literal, isNegative ? `-${digits}` : digits, type);
}

/** <simple-id>: a name and perhaps template arguments. */
function parseUnresolved(input: Input): Node {
  const name = input.takeText('on')
    ? parseOperatorName(input)
    : input.grammar.unqualifiedName(input, nothing);
  return withArguments(input, name);
}

function withArguments(input: Input, name: Node): Node {
  if (input.here !== 73) return name;
  const list = input.grammar.templateArguments(input, false);
  return new Node(kinds.template, '', name, nothing, list);
}

/**
 * sr <type> <simple-id> | srN <type> <simple-id>+ E <simple-id> | sr <simple-id>+ E <simple-id>.
 * Old compilers wrote `sr <type> <simple-id>` also where the type is a plain or a nested name.
 */
function parseScopedName(input: Input): Node {
  const here = input.here;
  input.sawScope = true;
  let scope: Node;
  if (input.oldScopes) scope = input.grammar.type(input);
  else if (here >= 48 && here <= 57) scope = parseLevels(input, parseUnresolved(input));
  else if (input.take(78)) scope = parseLevels(input, input.grammar.type(input));
  else scope = input.grammar.type(input);
  return scopedMember(scope, parseMemberName(input));
}

/** The template arguments belong to the whole name, which is why it stands in parentheses when called. */
function scopedMember(scope: Node, name: Node): Node {
  if (name.kind !== kinds.template) return new Node(kinds.nested, '', scope, name);
  const whole = new Node(kinds.nested, '', scope, name.a);
  return new Node(kinds.template, '', whole, nothing, name.list);
}

function parseLevels(input: Input, scope: Node): Node {
  while (!input.take(69)) {
    if (input.at >= input.end) return input.fail();
    scope = new Node(kinds.nested, '', scope, parseUnresolved(input));
  }
  return scope;
}

function parseMemberName(input: Input): Node {
  if (input.takeText('dn')) return parseDestroyed(input);
  if (input.takeText('on')) return withArguments(input, parseOperatorName(input));
  if (input.here >= 97 && input.here <= 122) return withArguments(input, parseOperatorName(input));
  return parseUnresolved(input);
}

function parseDestroyed(input: Input): Node {
  const isName = input.here >= 48 && input.here <= 57;
  return new Node(
    kinds.destructor,
    '',
    isName ? parseUnresolved(input) : input.grammar.type(input),
  );
}

/** dt and pt: the member is a name, with or without its scope. */
const member =
  (text: string): Rule =>
  (input) => {
    const object = parseExpression(input);
    const isScoped = input.takeText('sr');
    const name = isScoped ? parseScopedName(input) : parseMemberExpression(input);
    return new Node(kinds.binary, text, object, name);
  };

function parseMemberExpression(input: Input): Node {
  const here = input.here;
  const isName = (here >= 48 && here <= 57) || here === 111 || here === 100;
  return isName ? parseMemberName(input) : parseExpression(input);
}

function parseList(input: Input): readonly Node[] {
  const list: Node[] = [];
  while (!input.take(69)) {
    if (input.at >= input.end) {
      input.fail();
      break;
    }
    list.push(parseExpression(input));
  }
  return list;
}

/** cl <callee> <argument>* E */
function parseCall(input: Input): Node {
  const callee = parseExpression(input);
  return new Node(kinds.call, '', callee, nothing, parseList(input));
}

/** cv <type> <expression> | cv <type> _ <expression>* E */
function parseCast(input: Input): Node {
  const type = input.grammar.type(input);
  if (input.take(95)) return numbered(new Node(kinds.cast, '', type, nothing, parseList(input)), 1);
  return new Node(kinds.cast, '', type, parseExpression(input));
}

const namedCast =
  (text: string): Rule =>
  (input) => {
    const type = input.grammar.type(input);
    return new Node(kinds.namedCast, text, type, parseExpression(input));
  };

/** fp [<qualifiers>] [<number>] _ | fpT | fL <level> p … */
function parseFunctionParameter(input: Input): Node {
  if (input.take(84)) return new Node(kinds.functionParameter, 'this');
  skipQualifiers(input);
  return new Node(kinds.functionParameter, `{parm#${input.compactNumber() + 1}}`);
}

function skipQualifiers(input: Input): void {
  while (input.here === 114 || input.here === 86 || input.here === 75) input.at += 1;
}

/** fL is a parameter of an outer function when a level follows, a fold otherwise. */
function parseParameterOrFold(input: Input): Node {
  if (input.here >= 48 && input.here <= 57) {
    input.number();
    input.expect(112);
    return parseFunctionParameter(input);
  }
  return fold('L')(input);
}

/** fl, fr, fL, fR <operator> <expression> [<expression>] */
const fold =
  (side: 'l' | 'r' | 'L' | 'R'): Rule =>
  (input) => {
    const operator = operators.get(input.text.slice(input.at, input.at + 2));
    if (operator === undefined) return input.fail();
    input.at += 2;
    const a = parseExpression(input);
    const b = side === 'L' || side === 'R' ? parseExpression(input) : nothing;
    const n = side === 'l' ? 0 : side === 'r' ? 1 : 2;
    return numbered(new Node(kinds.fold, operator.text, a, b), n);
  };

/** nw and na <placement>* _ <type> (E | pi <argument>* E | il <argument>* E) */
const allocation =
  (text: string): Rule =>
  (input) => {
    const placement: Node[] = [];
    while (!input.take(95)) {
      if (input.at >= input.end) return input.fail();
      placement.push(parseExpression(input));
    }
    const type = input.grammar.type(input);
    const where = new Node(kinds.pack, '', nothing, nothing, placement);
    if (input.take(69)) return new Node(kinds.allocation, text, type, where);
    const n = input.takeText('pi') ? 1 : 2;
    if (n === 2 && !input.takeText('il')) return input.fail();
    return numbered(new Node(kinds.allocation, text, type, where, parseList(input)), n);
  };

const ofType =
  (text: string): Rule =>
  (input) =>
    numbered(new Node(kinds.unary, text, input.grammar.type(input), nothing), 1);

/** pp and mm come after their operand unless `_` follows. */
const step =
  (text: string): Rule =>
  (input) =>
    input.take(95)
      ? new Node(kinds.unary, text, parseExpression(input))
      : numbered(new Node(kinds.unary, text, parseExpression(input), nothing), 2);

/** u <source-name> <template-arg>* E */
function parseVendorExpression(input: Input): Node {
  input.at += 1;
  const name = parseSourceText(input);
  const list: Node[] = [];
  while (!input.take(69)) {
    if (input.at >= input.end) return input.fail();
    if (input.take(88)) {
      list.push(parseExpression(input));
      input.expect(69);
    } else list.push(input.here === 76 ? parsePrimary(input) : input.grammar.type(input));
  }
  return new Node(kinds.call, name, nothing, nothing, list);
}

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['sr', parseScopedName],
  ['on', (input) => withArguments(input, parseOperatorName(input))],
  ['dn', parseDestroyed],
  ['dt', member('.')],
  ['pt', member('->')],
  ['cl', parseCall],
  ['cv', parseCast],
  ['dc', namedCast('dynamic_cast')],
  ['sc', namedCast('static_cast')],
  ['cc', namedCast('const_cast')],
  ['rc', namedCast('reinterpret_cast')],
  ['fp', parseFunctionParameter],
  ['fL', parseParameterOrFold],
  ['fl', fold('l')],
  ['fr', fold('r')],
  ['fR', fold('R')],
  ['nw', allocation('new')],
  ['na', allocation('new[]')],
  ['gs', (input) => new Node(kinds.globalScope, '', parseExpression(input))],
  ['st', ofType('sizeof ')],
  ['at', ofType('alignof ')],
  ['ti', ofType('typeid ')],
  ['pp', step('++')],
  ['mm', step('--')],
  ['sp', (input) => new Node(kinds.packExpansion, '', parseExpression(input))],
  ['sZ', (input) => new Node(kinds.packSize, '', parseExpression(input))],
  [
    'sP',
    (input) => {
      const list: Node[] = [];
      while (!input.take(69)) {
        if (input.at >= input.end) return input.fail();
        list.push(
          input.here === 88 || input.here === 76
            ? parseExpression(input)
            : input.grammar.type(input),
        );
      }
      return new Node(kinds.packSize, '', nothing, nothing, list);
    },
  ],
  ['il', (input) => new Node(kinds.initializerList, '', nothing, nothing, parseList(input))],
  [
    'tl',
    (input) => {
      const type = input.grammar.type(input);
      return new Node(kinds.initializerList, '', type, nothing, parseList(input));
    },
  ],
  [
    'qu',
    (input) => {
      const list = [parseExpression(input), parseExpression(input), parseExpression(input)];
      return new Node(kinds.conditional, '', nothing, nothing, list);
    },
  ],
]);
