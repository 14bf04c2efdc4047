/** Value types that pprof also takes as flags of their own. */
const valueFlag = /^(alloc|inuse)_(space|objects)$/;

/**
 * pprof's `-nodecount=10 -sample_index=alloc_space -trim=false` in our words: two dashes, no underscores.
 * Only what is then one of `flags` is taken for it, so that `-n 10` and whatever else stay as they are.
 */
export function pprofWords(args: readonly string[], flags: ReadonlySet<string>): string[] {
  const end = args.indexOf('--');
  const [ours, others] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end)];
  return [...ours.map((word) => translated(word, flags)), ...others];
}

function translated(word: string, flags: ReadonlySet<string>): string {
  const [, name, value = ''] = /^--?([a-z]\w+)(=.*)?$/s.exec(word) ?? [];
  if (name === undefined) return word;
  if (valueFlag.test(name)) return `--sample-index=${name}`;
  const dashed = name.replaceAll('_', '-');
  if (value === '=false' && flags.has(`--no-${dashed}`)) return `--no-${dashed}`;
  return flags.has(`--${dashed}`) ? `--${dashed}${value}` : word;
}
