import type { Input } from './input.ts';
import { kinds, Node, nothing } from './node.ts';

const std = new Node(kinds.name, 'std');
const text = (name: string): Node => new Node(kinds.name, name);
const inStd = (name: Node): Node => new Node(kinds.nested, '', std, name);
const ofStd = (name: string, ...list: Node[]): Node =>
  new Node(kinds.template, '', inStd(text(name)), nothing, list);

const char = text('char');
const traits = ofStd('char_traits', char);
const allocator = inStd(text('allocator'));
const basicString = inStd(text('basic_string'));

/** The abbreviations of §5.1.10, written out in full as binutils does. */
const abbreviations: ReadonlyMap<number, Node> = new Map([
  [97, allocator],
  [98, basicString],
  [100, ofStd('basic_iostream', char, traits)],
  [105, ofStd('basic_istream', char, traits)],
  [111, ofStd('basic_ostream', char, traits)],
  [115, ofStd('basic_string', char, traits, ofStd('allocator', char))],
  [116, std],
]);

/** <substitution>, standing at `S`. */
export function parseSubstitution(input: Input): Node {
  input.at += 1;
  const here = input.here;
  if (here >= 97) {
    const known = abbreviations.get(here);
    if (known === undefined) return input.fail();
    input.at += 1;
    return here !== 116 && input.here === 66 ? taggedAbbreviation(input, known) : known;
  }
  return input.recall(input.sequenceNumber());
}

/** An abbreviation with ABI tags is a new thing that can be substituted. */
function taggedAbbreviation(input: Input, known: Node): Node {
  return input.remember(parseAbiTags(input, known));
}

/** Any number of `B <source-name>`. */
export function parseAbiTags(input: Input, node: Node): Node {
  while (input.take(66)) {
    node = new Node(kinds.abiTag, parseSourceText(input), node);
  }
  return node;
}

/** <source-name>: a length and that many characters. */
export function parseSourceText(input: Input): string {
  const length = input.number();
  if (length <= 0 || input.at + length > input.end) {
    input.fail();
    return '';
  }
  input.at += length;
  return input.text.slice(input.at - length, input.at);
}
