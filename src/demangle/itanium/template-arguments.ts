import type { Input } from './input.ts';
import { kinds, Node, nothing } from './node.ts';

/** I <template-arg>* E; the arguments of a function's name are what `T_` means afterwards. */
export function parseTemplateArguments(input: Input, isFunctionName: boolean): readonly Node[] {
  input.expect(73);
  const list: Node[] = [];
  while (!input.take(69)) {
    if (input.at >= input.end) {
      input.fail();
      return list;
    }
    // A constraint of C++20 ends the arguments and is not shown.
    if (input.take(81)) input.grammar.expression(input);
    else list.push(parseArgument(input));
  }
  if (isFunctionName) input.parameters = list;
  return list;
}

/** <type> | X <expression> E | <expr-primary> | J <template-arg>* E; I in place of J as gcc once did. */
function parseArgument(input: Input): Node {
  const here = input.here;
  if (here === 88) {
    input.at += 1;
    const expression = input.grammar.expression(input);
    input.expect(69);
    return expression;
  }
  if (here === 76) return input.grammar.expression(input);
  if (here !== 74 && here !== 73) return input.grammar.type(input);
  if (!input.enter()) return nothing;
  input.at += 1;
  const list: Node[] = [];
  while (!input.take(69)) {
    if (input.at >= input.end) return input.fail();
    list.push(parseArgument(input));
  }
  input.leave();
  return new Node(kinds.pack, '', nothing, nothing, list);
}
