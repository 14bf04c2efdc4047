import type { Input } from './input.ts';
import { kinds, Node } from './node.ts';
import { parseModule } from './unqualified-names.ts';

const ofTypes: ReadonlyMap<number, string> = new Map([
  [86, 'vtable for '],
  [84, 'VTT for '],
  [73, 'typeinfo for '],
  [83, 'typeinfo name for '],
  [70, 'typeinfo fn for '],
  [74, 'java Class for '],
]);

const ofNames: ReadonlyMap<number, string> = new Map([
  [72, 'TLS init function for '],
  [87, 'TLS wrapper function for '],
]);

/** <special-name>, standing at `T` or `G`. */
export function parseSpecialName(input: Input): Node {
  const isT = input.here === 84;
  const letter = input.next;
  input.at += 2;
  if (!isT) return parseGuard(input, letter);
  const typeText = ofTypes.get(letter);
  if (typeText !== undefined) return special(typeText, input.grammar.type(input));
  const nameText = ofNames.get(letter);
  if (nameText !== undefined) return special(nameText, input.grammar.name(input, false));
  if (letter === 67) return parseConstructionTable(input);
  if (letter === 65) return special('template parameter object for ', templateArgument(input));
  return parseThunk(input, letter);
}

function special(text: string, node: Node): Node {
  return new Node(kinds.special, text, node);
}

function templateArgument(input: Input): Node {
  if (input.here === 88) {
    input.at += 1;
    const expression = input.grammar.expression(input);
    input.expect(69);
    return expression;
  }
  return input.here === 76 ? input.grammar.expression(input) : input.grammar.type(input);
}

/** Th <offset> | Tv <offset> | Tc <offset> <offset>, then the function thunked to. */
function parseThunk(input: Input, letter: number): Node {
  if (letter === 104) {
    skipNumber(input);
    return special('non-virtual thunk to ', input.grammar.encoding(input, false));
  }
  if (letter === 118) {
    skipNumber(input);
    skipNumber(input);
    return special('virtual thunk to ', input.grammar.encoding(input, false));
  }
  if (letter !== 99) return input.fail();
  skipOffset(input);
  skipOffset(input);
  return special('covariant return thunk to ', input.grammar.encoding(input, false));
}

function skipOffset(input: Input): void {
  if (input.take(104)) {
    skipNumber(input);
    return;
  }
  input.expect(118);
  skipNumber(input);
  skipNumber(input);
}

function skipNumber(input: Input): void {
  input.take(110);
  if (input.number() < 0) input.fail();
  input.expect(95);
}

/** TC <derived> <offset> _ <base> */
function parseConstructionTable(input: Input): Node {
  const derived = input.grammar.type(input);
  input.number();
  input.expect(95);
  const base = input.grammar.type(input);
  return new Node(kinds.special, 'construction vtable for ', base, derived);
}

function parseGuard(input: Input, letter: number): Node {
  if (letter === 86) return special('guard variable for ', input.grammar.name(input, false));
  if (letter === 65) return special('hidden alias for ', input.grammar.encoding(input, false));
  if (letter === 82) return parseTemporary(input);
  if (letter === 73) return parseModuleInitializer(input);
  if (letter !== 84) return input.fail();
  const text = input.take(110) ? 'non-transaction clone for ' : 'transaction clone for ';
  if (text.startsWith('t')) input.take(116);
  return special(text, input.grammar.encoding(input, false));
}

/** GR <name> [<seq-id>] _ ; binutils writes no number it does not find. */
function parseTemporary(input: Input): Node {
  const name = input.grammar.name(input, false);
  const number = input.at >= input.end ? 0 : input.sequenceNumber();
  return new Node(kinds.special, `reference temporary #${number} for `, name);
}

function parseModuleInitializer(input: Input): Node {
  const module = parseModule(input);
  if (module === '') return input.fail();
  return special('initializer for module ', new Node(kinds.name, module));
}
