/** `::h` and 16 hexadecimal digits: the hash that ends a legacy Rust symbol. */
const rustHash = /(?:::)?h[0-9a-f]{16}$/;

/** The escapes of legacy Rust mangling that perf leaves behind. */
const rustEscapes: Readonly<Record<string, string>> = {
  SP: '@',
  BP: '*',
  RF: '&',
  LT: '<',
  GT: '>',
  LP: '(',
  RP: ')',
  C: ',',
  u7e: '~',
  u20: ' ',
  u27: "'",
  u3d: '=',
  u5b: '[',
  u5d: ']',
  u7b: '{',
  u7d: '}',
  u3b: ';',
  u2b: '+',
  u21: '!',
  u22: '"',
};

/**
 * The names of the functions behind a symbol as perf wrote it, the called one first, then those
 * that a Java agent says were inlined into it (`outer->inner`).
 */
export function symbolNames(symbol: string, isJit: boolean): string[] {
  return splitInlined(demangleRest(symbol)).map((part) => {
    const name = withoutParameters(part);
    // Descriptors of the Java virtual machine start with L: `Ljava/lang/Object`.
    return isJit && name.startsWith('L') && name.includes('/') ? name.slice(1) : name;
  });
}

/** Finishes Rust symbols that perf demangles by half: `_$LT$T$GT$::run::h30ecedc997ad7e32`. */
function demangleRest(symbol: string): string {
  if (!rustHash.test(symbol)) return symbol;
  const bare = symbol.replace(rustHash, '').replace(/^_\$/, '$');
  return bare.replace(/\$(\w+)\$|\.\./g, (text, code: string | undefined) =>
    code === undefined ? '::' : (rustEscapes[code] ?? text),
  );
}

/** Splits at `->` outside of brackets, so that `operator->` and `fn(A) -> B` stay whole. */
function splitInlined(symbol: string): string[] {
  if (!symbol.includes('->')) return [symbol];
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < symbol.length; at++) {
    const isArrow = symbol[at] === '-' && symbol[at + 1] === '>';
    if (isArrow && depth === 0 && !symbol.endsWith('operator', at)) {
      if (at > from) parts.push(symbol.slice(from, at));
      from = at + 2;
    }
    if (isArrow) at++;
    else depth += bracketStep(symbol[at]);
  }
  if (from < symbol.length) parts.push(symbol.slice(from));
  return parts.length === 0 ? [symbol] : parts;
}

function bracketStep(character: string | undefined): number {
  if (character === undefined) return 0;
  if ('(<[{'.includes(character)) return 1;
  return ')>]}'.includes(character) ? -1 : 0;
}

/**
 * Cuts the parameter list. Parentheses that are not one stay: inside template arguments and lambda
 * names, Go receivers `(*T)` after a dot, and C++'s anonymous namespace.
 */
function withoutParameters(name: string): string {
  let depth = 0;
  for (let at = 0; at < name.length; at++) {
    const isParameters =
      name[at] === '(' &&
      depth === 0 &&
      name[at - 1] !== '.' &&
      !name.startsWith('(anonymous namespace)', at);
    if (isParameters) return name.slice(0, at);
    depth += bracketStep(name[at]);
  }
  return name;
}
