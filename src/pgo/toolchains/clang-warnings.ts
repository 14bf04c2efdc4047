/** What clang says of a profile while it builds. */
export interface ClangWarnings {
  /** Functions that the profile knows nothing of. */
  readonly missing: number;
  /** Functions with another shape than the profile has. */
  readonly mismatched: number;
  /** Counts of these: what is lost. */
  readonly lostCounts: number;
  readonly promotedCalls: number;
  /** Calls that were inlined because samples say that they are hot. */
  readonly inlinedCalls: number;
  /** Of a sample profile: what the sources have no place for. */
  readonly unusedSamples: number;
}

/** Reads what the flags of the two toolchains ask for; worded so by LLVM 14 to 22. */
export function clangWarnings(text: string): ClangWarnings {
  const missing = new Set<string>();
  const mismatched = new Set<string>();
  const calls = new Set<string>();
  const inlined = new Set<string>();
  let lostCounts = 0;
  let unusedSamples = 0;
  for (const line of text.split('\n')) {
    const promoted = /^(.*): remark: Promote indirect call to (\S+)/.exec(line);
    if (promoted !== null) calls.add(`${promoted[1]} ${promoted[2]}`);
    const hot =
      /^(.*): remark: '?(\S+?)'? inlined (?:in)?to /.exec(line) ??
      /^(.*): remark: inlined callee '(\S+)' into /.exec(line);
    if (hot !== null) inlined.add(`${hot[1]} ${hot[2]}`);
    const [, applied, available] =
      / (\d+) of (\d+) available profile samples \(\d+%\) were applied/.exec(line) ?? [];
    if (available !== undefined) unusedSamples += Number(available) - Number(applied);
    // The name is that of the function with its hash: the same in several files is several functions.
    const [, file = '', reason = '', name = '', discarded = '0'] =
      /warning: (.*?): (no profile data available for function|function control flow change detected \(hash mismatch\)|function basic block count change detected \(counter mismatch\)) (\S+)(?:.*? up to (\d+) count discarded)?/.exec(
        line,
      ) ?? [];
    if (name === '') continue;
    const key = `${file} ${name}`;
    const kind = reason.startsWith('no profile') ? missing : mismatched;
    if (kind === mismatched && !kind.has(key)) lostCounts += Number(discarded);
    kind.add(key);
  }
  return {
    missing: missing.size,
    mismatched: mismatched.size,
    lostCounts,
    promotedCalls: calls.size,
    inlinedCalls: inlined.size,
    unusedSamples,
  };
}
