import { baseName } from '../base/base-name.ts';
import { expanded, isPlainPath } from './build-file-words.ts';

/**
 * The programs that a Makefile links: what a recipe writes with `-o` without compiling (`-c`), and what is made
 * of objects by make's own rule. Of several kinds (for debugging, with other libraries) those that plain `make`
 * makes. Reading is no understanding, and running make would run the project.
 */
export function makefilePrograms(text: string): string[] {
  const { rules, values } = readRules(text);
  const made = madeByDefault(rules);
  const outputs = [...rules.values()].flatMap((rule) => outputsOf(rule, values, rules));
  const programs = outputs.filter((path) => isPlainPath(path) && !/\.(?:o|a|so|d)$/.test(path));
  // Linked in a folder that was not understood, and copied from there by a rule of its name.
  const copied = outputs
    .filter((path) => !isPlainPath(path))
    .map(baseName)
    .filter(isPlainPath);
  const usual = [...programs, ...copied].filter((path) => made.has(path));
  return [...new Set(usual.length > 0 ? usual : programs)];
}

interface Rule {
  readonly target: string;
  readonly needs: string[];
  readonly recipe: string[];
}

type Rules = ReadonlyMap<string, Rule>;

/** Empty wherever programs have no ending, and often set in files that are included. */
const usualEndings: readonly (readonly [string, string])[] = [
  ['EXT', ''],
  ['EXE', ''],
  ['EXEEXT', ''],
];

/** Rules for one target each, by target, in their order; and what variables are set to. */
function readRules(text: string): { readonly rules: Rules; readonly values: Map<string, string> } {
  const values = new Map<string, string>(usualEndings);
  const rules = new Map<string, Rule>();
  let current: Rule | undefined;
  for (const line of linesOf(text)) {
    if (line.startsWith('\t')) {
      current?.recipe.push(line);
      continue;
    }
    const [, name = '', value = ''] = /^(\w+)\s*[:?]*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== '') values.set(name, value);
    // With an = it sets a variable for its target.
    const [, rule = '', needs = ''] = /^([^\s#:=%]+)\s*:(?!=)\s*([^#=]*)$/.exec(line) ?? [];
    if (rule === '') continue;
    const target = expanded(rule, values);
    current = rules.get(target) ?? { target, needs: [], recipe: [] };
    rules.set(target, current);
    current.needs.push(
      ...expanded(needs, values)
        .split(/\s+/)
        .filter((word) => word !== ''),
    );
  }
  return { rules, values };
}

/** Lines with a backslash at their end go on in the next one. */
function linesOf(text: string): string[] {
  return text.replaceAll(/\\\r?\n[ \t]*/g, ' ').split(/\r?\n/);
}

/** What a rule links. */
function outputsOf(
  { target, needs, recipe }: Rule,
  values: ReadonlyMap<string, string>,
  rules: Rules,
): string[] {
  if (recipe.length === 0) {
    const isOfObjects = needs.length > 0 && needs.every((need) => need.endsWith('.o'));
    // A name for a list of objects is no program.
    return isOfObjects && rules.get('.PHONY')?.needs.includes(target) !== true ? [target] : [];
  }
  return recipe.flatMap((line) => {
    const [, output] = /\s-o\s*(\S+)/.exec(line) ?? [];
    const isLinked = !/\s-(?:c|shared|E|S)\s/.test(`${expanded(line, values)} `);
    if (output === undefined || !isLinked) return [];
    return [expanded(output.replace(/^["']|["']$/g, ''), values).replace('$@', target)];
  });
}

/** What make makes without being told: the first rule, and all that it needs. */
function madeByDefault(rules: Rules): ReadonlySet<string> {
  const [first] = [...rules.keys()].filter((target) => !target.startsWith('.'));
  const made = new Set(first === undefined ? [] : [first]);
  // A set goes on with what is added while it is walked through.
  for (const target of made) for (const need of rules.get(target)?.needs ?? []) made.add(need);
  return made;
}
