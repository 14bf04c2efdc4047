/** What clang says that it did because of a profile. */
export interface ClangRemarks {
  readonly promotedCalls: number;
  /** Calls that were inlined because samples say that they are hot. */
  readonly inlinedCalls: number;
  /** Of a sample profile: what the sources have no place for. */
  readonly unusedSamples: number;
}

/** Reads what the flags of the two toolchains ask for; worded so by LLVM 14 to 22. */
export function clangRemarks(text: string): ClangRemarks {
  const promoted = new Set<string>();
  const inlined = new Set<string>();
  let unusedSamples = 0;
  for (const line of text.split('\n')) {
    const [call] = /^.*: remark: Promote indirect call to \S+/.exec(line) ?? [];
    if (call !== undefined) promoted.add(call);
    const [hot] = /^.*: remark: .* (?:inlined into|inlined to match) /.exec(line) ?? [];
    if (hot !== undefined) inlined.add(hot);
    const [, applied, available] =
      / (\d+) of (\d+) available profile samples \(\d+%\) were applied/.exec(line) ?? [];
    if (available !== undefined) unusedSamples += Number(available) - Number(applied);
  }
  return { promotedCalls: promoted.size, inlinedCalls: inlined.size, unusedSamples };
}
