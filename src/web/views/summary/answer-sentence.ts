import type { SummaryAnswer } from '../../../explore/index.ts';
import {
  formatCount,
  formatCounted,
  formatShare,
  formatValue,
  narrowSpace,
} from '../../kit/quantity.ts';

/** Words, or a function that the sentence names. */
export type SentencePart = string | { readonly key: number };

/** Below this a place is not named beside others. */
const leastShare = 0.1;
const mostPlaces = 3;
/** Fewer samples say nothing about places. */
const leastSamples = 50;
const numbers = ['no places', 'one place', 'two places', 'three places'];

/** Where it goes, as the numbers allow to say it. `whole` is "the CPU time", "the samples". */
export function answerSentence(answer: SummaryAnswer, whole: string): readonly SentencePart[] {
  const { places, bySelf, wholeSamples, missing } = answer;
  const [first] = places.key;
  if (first === undefined || answer.whole <= 0) return ['Nothing was sampled here.'];
  if (wholeSamples < leastSamples) {
    const most = formatCounted(places.samples[0] ?? 0, 'sample');
    const all = formatCounted(wholeSamples, 'sample');
    return [
      `Only ${all}: too few to say where ${whole} ${isOrAre(whole) === 'is' ? 'goes' : 'go'}. The largest part is in `,
      { key: first },
      ` (${most}).`,
    ];
  }
  if (missing.value / answer.whole > 0.5) {
    const of = missing.module === '' ? '' : `, most of it in ${missing.module}`;
    return [
      `${roundShare(missing.value / answer.whole)} of ${whole} is in code without symbols${of}.`,
    ];
  }
  const shares = Array.from(places.value, (value) => value / answer.whole);
  const named = shares.slice(0, mostPlaces).filter((share) => share >= leastShare);
  if (named.length === 0) {
    const half = formatCount(places.halfCount);
    // As the list below has it, by itself: a place also has what the code of others does for it.
    const share = formatShare((bySelf.self[0] ?? 0) / answer.whole);
    const many = `No place stands out: ${half} functions share half of ${whole}. The largest, `;
    return [many, { key: bySelf.key[0] ?? first }, `, has ${share} by itself.`];
  }
  return namePlaces(places.key, named, whole);
}

function namePlaces(
  keys: Int32Array,
  shares: readonly number[],
  whole: string,
): readonly SentencePart[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  const place = (at: number): SentencePart => ({ key: keys[at] ?? -1 });
  if (shares.length === 1)
    return [`${formatShare(sum)} of ${whole} ${isOrAre(whole)} in one place: `, place(0), '.'];
  const parts: SentencePart[] = [
    `${roundShare(sum)} of ${whole} ${isOrAre(whole)} in ${numbers[shares.length]}: `,
  ];
  for (const [at, share] of shares.entries()) {
    if (at > 0) parts.push(at === shares.length - 1 ? ' and ' : ', ');
    parts.push(place(at), ` (${formatShare(share)})`);
  }
  return [...parts, '.'];
}

/** `all samples are`, `the CPU time is`. */
function isOrAre(whole: string): 'is' | 'are' {
  return /^all .*s$/.test(whole) ? 'are' : 'is';
}

/** A sum of shares in whole percents: the parts carry the digits. */
function roundShare(share: number): string {
  return `${Math.min(share < 1 ? 99 : 100, Math.round(share * 100))}${narrowSpace}%`;
}

/** What a reader of CPU time must know when the program mostly does not run; '' = it does. */
export function waitingSentence({ cpu }: SummaryAnswer): string {
  const { cpuNs, offCpuNs, wallNs } = cpu;
  if (cpuNs === null || cpuNs === 0) return '';
  if (offCpuNs !== null && offCpuNs > 2 * cpuNs) {
    const waited = formatValue(offCpuNs, 'nanoseconds');
    return `Its threads waited ${waited} in all, ${(offCpuNs / cpuNs).toFixed(1)} times as long as they ran: the value Waited shows for what.`;
  }
  const cores = cpuNs / wallNs;
  if (wallNs === 0 || cores >= 0.5) return '';
  return `It kept ${cores.toFixed(2)} of a core busy. Else it waited, or others had the CPU: a recording with --off-cpu shows which.`;
}

/** How a sentence speaks of all there is, by the value's title. */
export function wholeWords(title: string): string {
  const known: Readonly<Record<string, string>> = {
    'CPU time': 'the CPU time',
    Waited: 'the time waited',
    Allocated: 'the memory allocated',
    'In use': 'the memory in use',
  };
  return known[title] ?? `all ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
