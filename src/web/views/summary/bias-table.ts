/** What each kind of loss does to the numbers, by the code of its diagnostic (or its first words). */
export const biases: readonly { readonly code: RegExp; readonly bias: string }[] = [
  { code: /^lost/, bias: 'What ran while samples were lost is missing; busy moments lose most.' },
  { code: /^throttled/, bias: 'The kernel paused sampling: the busiest moments count for less.' },
  {
    code: /^(cut$|truncated|broken-chain|missing-user-part)/,
    bias: 'Callers of cut stacks are unknown: totals near the root are too small, self is right.',
  },
  {
    code: /symbol|debug|no-function|unknown-image|stripped|missing-(file|image|binary)/,
    bias: 'Functions without names are summed per image; their callers are right.',
  },
  {
    code: /^event-fallback/,
    bias: 'Another event was sampled: shares are of that one. Idle and stalled cycles look different.',
  },
  { code: /unwind|frame-pointer|stack/, bias: 'Some stacks miss callers: totals are too small.' },
  {
    code: /^(unknown|damaged|odd|unreadable|cut|invalid)-/,
    bias: 'Parts of the file were not read; what is shown is the rest.',
  },
  { code: /inline/, bias: 'Inlined functions may count for the ones they stand in.' },
  { code: /time|clock/, bias: 'Times may be off: ranges and the timeline, not shares.' },
];

export function biasOf(code: string): string {
  return biases.find((each) => each.code.test(code))?.bias ?? '';
}
