/** What clang and rustc say about a profile that they were given, by function. */
export interface LlvmProfileWarnings {
  /** Functions of the program without counters in the profile. */
  readonly missing: ReadonlySet<string>;
  /** Functions whose control flow has changed, with the counts that are lost. */
  readonly mismatched: ReadonlyMap<string, number>;
  /** Functions that are known to have got their counts (`-pgo-view-counts=text`). */
  readonly annotated: ReadonlySet<string>;
}

const missingText = /no profile data available for function (\S+) Hash/;
const mismatchText =
  /control flow change detected \(hash mismatch\) (\S+) Hash = \d+ up to (\d+) count/;
const annotatedText = /^pgo-view-counts: (\S+)$/;

export function parseLlvmWarnings(text: string): LlvmProfileWarnings {
  const missing = new Set<string>();
  const mismatched = new Map<string, number>();
  const annotated = new Set<string>();
  for (const line of text.split('\n')) {
    const [, unknown] = missingText.exec(line) ?? [];
    if (unknown !== undefined) missing.add(unknown);
    const [, changed, lost = '0'] = mismatchText.exec(line) ?? [];
    // One function may be compiled several times over.
    if (changed !== undefined) mismatched.set(changed, Number(lost));
    const [, used] = annotatedText.exec(line) ?? [];
    if (used !== undefined) annotated.add(used);
  }
  return { missing, mismatched, annotated };
}
