import { addConstant, type ConstantRules } from './v0-constant.ts';
import { V0Input } from './v0-input.ts';

/** <basic-type> by its letter. */
const basicTypes: ReadonlyMap<number, string> = new Map(
  Object.entries({
    b: 'bool',
    c: 'char',
    e: 'str',
    u: '()',
    a: 'i8',
    s: 'i16',
    l: 'i32',
    x: 'i64',
    n: 'i128',
    i: 'isize',
    h: 'u8',
    t: 'u16',
    m: 'u32',
    y: 'u64',
    o: 'u128',
    j: 'usize',
    f: 'f32',
    d: 'f64',
    z: '!',
    p: '_',
    v: '...',
  }).map(([letter, name]) => [letter.charCodeAt(0), name]),
);

/** The path behind `_R…` and where it ends, or undefined when it is not a v0 name. */
export function findV0RustName(mangled: string): { name: string; end: number } | undefined {
  const input = new V0Input(mangled, 2);
  if (!isUpper(input.here)) return undefined;
  addPath(input, true);
  // The crate that instantiated a generic function is not shown.
  if (!input.failed && isUpper(input.here)) silently(input, () => addPath(input, false));
  return input.failed ? undefined : { name: input.out, end: input.at };
}

function isUpper(char: number): boolean {
  return char >= 65 && char <= 90;
}

function silently(input: V0Input, rule: () => void): void {
  input.silent += 1;
  rule();
  input.silent -= 1;
}

/** <path>; generic arguments of a value have `::` in front. */
function addPath(input: V0Input, isValue: boolean): void {
  input.within(() => addPathHere(input, isValue));
}

function addPathHere(input: V0Input, isValue: boolean): void {
  const tag = input.next();
  if (tag === 67) input.add(input.identifier().name);
  else if (tag === 78) addNested(input, isValue);
  else if (tag === 77 || tag === 88 || tag === 89) addImplementation(input, tag);
  else if (tag === 73) {
    addPath(input, isValue);
    input.add(isValue ? '::<' : '<');
    input.list(', ', () => addGenericArgument(input));
    input.add('>');
  } else if (tag === 66) input.backReference(() => addPath(input, isValue));
  else input.fail();
}

/** N <namespace> <path> <identifier>; an upper-case namespace is not written by a programmer. */
function addNested(input: V0Input, isValue: boolean): void {
  const namespace = input.next();
  addPath(input, isValue);
  const { disambiguator, name } = input.identifier();
  if (!isUpper(namespace)) {
    if (namespace < 97 || namespace > 122) input.fail();
    if (name !== '') input.add(`::${name}`);
    return;
  }
  const kind =
    namespace === 67 ? 'closure' : namespace === 83 ? 'shim' : String.fromCharCode(namespace);
  input.add(`::{${kind}${name === '' ? '' : `:${name}`}#${disambiguator}}`);
}

/** M <impl-path> <type> | X <impl-path> <type> <path> | Y <type> <path> */
function addImplementation(input: V0Input, tag: number): void {
  if (tag !== 89) {
    input.tagged62(115);
    silently(input, () => addPath(input, false));
  }
  input.add('<');
  addType(input);
  if (tag !== 77) {
    input.add(' as ');
    addPath(input, false);
  }
  input.add('>');
}

function addGenericArgument(input: V0Input): void {
  if (input.take(76)) addLifetime(input, input.base62());
  else if (input.take(75)) addConstant(input, false, constantRules);
  else addType(input);
}

const constantRules: ConstantRules = { addPath };

/** 0 is '_; others count from the innermost binder outwards. */
function addLifetime(input: V0Input, index: number): void {
  if (index === 0) {
    input.add("'_");
    return;
  }
  const depth = input.boundLifetimes - index;
  if (depth < 0) input.fail();
  else input.add(depth < 26 ? `'${String.fromCharCode(97 + depth)}` : `'_${depth}`);
}

function addType(input: V0Input): void {
  const basic = basicTypes.get(input.here);
  if (basic === undefined) {
    input.within(() => addCompoundType(input));
    return;
  }
  input.at += 1;
  input.add(basic);
}

function addCompoundType(input: V0Input): void {
  const rule = typeRules.get(input.here);
  if (rule === undefined) {
    addPath(input, false);
    return;
  }
  input.at += 1;
  rule(input);
}

const typeRules: ReadonlyMap<number, (input: V0Input) => void> = new Map([
  [82, (input: V0Input): void => addReference(input, '')],
  [81, (input: V0Input): void => addReference(input, 'mut ')],
  [80, (input: V0Input): void => addPointer(input, '*const ')],
  [79, (input: V0Input): void => addPointer(input, '*mut ')],
  [65, (input: V0Input): void => addArray(input, true)],
  [83, (input: V0Input): void => addArray(input, false)],
  [84, addTuple],
  [70, (input: V0Input): void => withBinder(input, () => addFunction(input))],
  [68, addDynamic],
  [66, (input: V0Input): void => input.backReference(() => addType(input))],
]);

function addReference(input: V0Input, mutability: string): void {
  input.add('&');
  if (input.take(76)) {
    const index = input.base62();
    if (index !== 0) {
      addLifetime(input, index);
      input.add(' ');
    }
  }
  input.add(mutability);
  addType(input);
}

function addPointer(input: V0Input, text: string): void {
  input.add(text);
  addType(input);
}

function addArray(input: V0Input, hasLength: boolean): void {
  input.add('[');
  addType(input);
  if (hasLength) {
    input.add('; ');
    addConstant(input, true, constantRules);
  }
  input.add(']');
}

function addTuple(input: V0Input): void {
  input.add('(');
  const count = input.list(', ', () => addType(input));
  input.add(count === 1 ? ',)' : ')');
}

/** [G <number>]: lifetimes declared for what follows. */
function withBinder(input: V0Input, rule: () => void): void {
  const count = input.tagged62(71);
  const before = input.boundLifetimes;
  if (count > 0) {
    input.add('for<');
    for (let i = 0; i < count && !input.failed; i += 1) {
      if (i > 0) input.add(', ');
      input.boundLifetimes += 1;
      // Declarations that are not shown cost nothing to count.
      if (input.silent > 0) input.boundLifetimes = before + count;
      if (input.silent > 0) break;
      addLifetime(input, 1);
    }
    input.add('> ');
  }
  rule();
  input.boundLifetimes = before;
}

/** [U] [K <abi>] <type>* E <type> */
function addFunction(input: V0Input): void {
  if (input.take(85)) input.add('unsafe ');
  if (input.take(75)) {
    const abi = input.take(67) ? 'C' : input.plainIdentifier().replaceAll('_', '-');
    input.add(`extern "${abi}" `);
  }
  input.add('fn(');
  input.list(', ', () => addType(input));
  input.add(')');
  if (input.take(117)) return;
  input.add(' -> ');
  addType(input);
}

/** D <binder> <dyn-trait>* E L <lifetime> */
function addDynamic(input: V0Input): void {
  input.add('dyn ');
  withBinder(input, () => {
    input.list(' + ', () => addTrait(input));
  });
  if (!input.take(76)) {
    input.fail();
    return;
  }
  const index = input.base62();
  if (index === 0) return;
  input.add(' + ');
  addLifetime(input, index);
}

/** <path> {p <name> <type>}: associated types are written among the generic arguments. */
function addTrait(input: V0Input): void {
  let isOpen = addOpenPath(input);
  while (input.take(112)) {
    input.add(isOpen ? ', ' : '<');
    isOpen = true;
    input.add(`${input.plainIdentifier()} = `);
    addType(input);
  }
  if (isOpen) input.add('>');
}

/** A path whose generic arguments are not closed yet; tells whether it has some. */
function addOpenPath(input: V0Input): boolean {
  let isOpen = false;
  if (input.take(66)) {
    input.backReference(() => {
      isOpen = addOpenPath(input);
    });
  } else if (input.take(73)) {
    addPath(input, false);
    input.add('<');
    input.list(', ', () => addGenericArgument(input));
    isOpen = true;
  } else addPath(input, false);
  return isOpen;
}
