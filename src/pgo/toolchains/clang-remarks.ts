/** What clang says that it did because of a profile. */
export interface ClangRemarks {
  readonly promotedCalls: number;
  /** Calls that were inlined because samples say that they are hot. */
  readonly inlinedCalls: number;
}

/** Reads what the flags of the two toolchains ask for; worded so by LLVM 14 to 22. */
export function clangRemarks(text: string): ClangRemarks {
  const promoted = new Set<string>();
  const inlined = new Set<string>();
  for (const line of text.split('\n')) {
    const [call] = /^.*: remark: Promote indirect call to \S+/.exec(line) ?? [];
    if (call !== undefined) promoted.add(call);
    const [hot] = /^.*: remark: .* (?:inlined into|inlined to match) /.exec(line) ?? [];
    if (hot !== undefined) inlined.add(hot);
  }
  return { promotedCalls: promoted.size, inlinedCalls: inlined.size };
}
