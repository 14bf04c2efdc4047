/** Lines with a backslash at their end go on in the next one. */
function linesOf(text: string): string[] {
  return text.replaceAll(/\\\r?\n[ \t]*/g, ' ').split(/\r?\n/);
}

const deepestNesting = 5;

/** `$(NAME)` and `${NAME}` by what the file sets; what it does not set stays. */
function expanded(text: string, values: ReadonlyMap<string, string>): string {
  let whole = text;
  for (let depth = 0; depth < deepestNesting; depth++) {
    whole = whole.replaceAll(
      /\$[({](\w+)[)}]/g,
      (found, name: string) => values.get(name) ?? found,
    );
  }
  return whole;
}

/** A path that a shell and make take as it is; anything else was not understood. */
function isPlainPath(path: string): boolean {
  return /^[\w][\w./+-]*$/.test(path);
}

/** Empty wherever programs have no ending, and set in files that are included. */
const usualEndings: readonly (readonly [string, string])[] = [
  ['EXT', ''],
  ['EXE', ''],
  ['EXEEXT', ''],
];

/**
 * The programs that a Makefile links: what a recipe writes with `-o` without compiling (`-c`), and what is made
 * of objects by make's own rule. Of several kinds (for debugging, with other libraries) those that plain `make`
 * makes. Reading is no understanding, and running make would run the project.
 */
export function makefilePrograms(text: string): string[] {
  const values = new Map<string, string>(usualEndings);
  const found = new Set<string>();
  const needsOf = new Map<string, readonly string[]>();
  let target = '';
  let objectsOf = '';
  const add = (path: string): void => {
    if (isPlainPath(path)) found.add(path);
  };
  for (const line of linesOf(text)) {
    const isRecipe = line.startsWith('\t');
    if (isRecipe) objectsOf = '';
    else if (line.trim() !== '') {
      // A rule without a recipe has ended.
      add(objectsOf);
      objectsOf = '';
    }
    const [, name = '', value = ''] = /^(\w+)\s*[:?]*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== '') values.set(name, value);
    const [, rule = '', needs = ''] = /^([^\s#:=%]+)\s*:(?!=)\s*([^#=]*)$/.exec(line) ?? [];
    if (rule !== '') {
      target = expanded(rule, values);
      const parts = expanded(needs, values).trim().split(/\s+/);
      needsOf.set(target, [...(needsOf.get(target) ?? []), ...parts]);
      objectsOf = parts.every((part) => part.endsWith('.o')) ? target : '';
    }
    const [, output] = isRecipe ? (/\s-o\s*(\S+)/.exec(line) ?? []) : [];
    if (output === undefined || /\s-(?:c|shared|E|S)\s/.test(`${expanded(line, values)} `))
      continue;
    add(expanded(output.replace(/^["']|["']$/g, ''), values).replace('$@', target));
  }
  add(objectsOf);
  const programs = [...found].filter((path) => !/\.(?:o|a|so|d)$/.test(path));
  const made = madeByDefault(needsOf);
  const usual = programs.filter((path) => made.has(path));
  return usual.length > 0 ? usual : programs;
}

/** What make makes without being told: the first rule, and all that it needs. */
function madeByDefault(needsOf: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const [first] = [...needsOf.keys()].filter((rule) => !rule.startsWith('.'));
  const made = new Set(first === undefined ? [] : [first]);
  // A set goes on with what is added while it is walked through.
  for (const rule of made) for (const need of needsOf.get(rule) ?? []) made.add(need);
  return made;
}

/** The programs that a CMakeLists.txt names. */
export function cmakePrograms(text: string): string[] {
  const code = text.replaceAll(/#.*$/gm, '');
  const [, project = ''] = /\bproject\s*\(\s*["']?([\w.+-]+)/i.exec(code) ?? [];
  const values = new Map([
    ['PROJECT_NAME', project],
    ['CMAKE_PROJECT_NAME', project],
  ]);
  for (const [, name = '', value = ''] of code.matchAll(
    /\bset\s*\(\s*(\w+)\s+["']?([\w.+-]+)["']?\s*\)/gi,
  )) {
    values.set(name, value);
  }
  const names = [...code.matchAll(/\badd_executable\s*\(\s*["']?([^\s"')]+)\s*["']?([^)]*)/gi)]
    .filter(([, , rest = '']) => !/^\s*(?:ALIAS|IMPORTED)\b/.test(rest))
    .map(([, name = '']) => expanded(name, values))
    .filter(isPlainPath);
  return [...new Set(names)];
}
