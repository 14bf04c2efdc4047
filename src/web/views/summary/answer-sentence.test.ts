import { describe, expect, it } from 'vitest';
import type { SummaryAnswer } from '../../../explore/index.ts';
import { answerSentence, waitingSentence, wholeWords } from './answer-sentence.ts';

const names = ['find', 'push', 'sort', 'read', 'hash'];

function summary(values: readonly number[], more: Partial<SummaryAnswer> = {}): SummaryAnswer {
  const whole = values.reduce((a, b) => a + b, 0);
  return {
    whole,
    wholeSamples: 1000,
    places: {
      count: values.length,
      halfCount: 3,
      key: Int32Array.from(values.keys()),
      value: Float64Array.from(values),
      samples: Float64Array.from(values),
    },
    bySelf: { key: Int32Array.from([1, 0]), self: Float64Array.of((whole * 3) / 100, whole / 40) },
    missing: { value: 0, samples: 0, module: '', moduleValue: 0 },
    cpu: { cpuNs: null, offCpuNs: null, wallNs: 0 },
    ...more,
  } as unknown as SummaryAnswer;
}

function sentence(answer: SummaryAnswer): string {
  return answerSentence(answer, 'the CPU time')
    .map((part) => (typeof part === 'string' ? part : (names[part.key] ?? '?')))
    .join('')
    .replaceAll('\u202f', ' ');
}

describe('the first sentence', () => {
  it.each([
    [
      [400, 250, 100, 99, 99, 52],
      '75 % of the CPU time is in three places: find (40.0 %), push (25.0 %) and sort (10.0 %).',
    ],
    [
      [338, 137, 90, 80, 70, 60, 50, 45, 40, 35, 30, 25],
      '48 % of the CPU time is in two places: find (33.8 %) and push (13.7 %).',
    ],
    [[900, 40, 30, 30], '90.0 % of the CPU time is in one place: find.'],
    [[1000], '100 % of the CPU time is in one place: find.'],
  ])('names the places of %j', (values, expected) => {
    expect(sentence(summary(values))).toBe(expected);
  });

  it('does not make up a hot spot in a flat profile', () => {
    const flat = summary(Array.from({ length: 40 }, () => 25));
    expect(sentence(flat)).toBe(
      'No place stands out: 3 functions share half of the CPU time. The largest, push, has 3.0 % by itself.',
    );
  });

  it('says that a few samples are too few', () => {
    expect(sentence(summary([5, 2], { wholeSamples: 7 }))).toBe(
      'Only 7 samples: too few to say where the CPU time goes. The largest part is in find (5 samples).',
    );
  });

  it('blames missing symbols before anything else', () => {
    const missing = { value: 72, samples: 720, module: 'libx.so', moduleValue: 70 };
    expect(sentence(summary([60, 40], { missing }))).toBe(
      '72 % of the CPU time is in code without symbols, most of it in libx.so.',
    );
  });

  it('has words for nothing', () => {
    expect(sentence(summary([]))).toBe('Nothing was sampled here.');
  });
});

describe('waiting', () => {
  it.each([
    [{ cpuNs: 9e9, offCpuNs: null, wallNs: 10e9 }, ''],
    [{ cpuNs: 1e9, offCpuNs: null, wallNs: 10e9 }, 'It kept 0.10 of a core busy'],
    [{ cpuNs: 1e9, offCpuNs: 5e9, wallNs: 10e9 }, '5.0 times as long as they ran'],
    [{ cpuNs: null, offCpuNs: null, wallNs: 10e9 }, ''],
  ])('is said of %j', (cpu, expected) => {
    const said = waitingSentence(summary([1], { cpu }));
    if (expected === '') expect(said).toBe('');
    else expect(said).toContain(expected);
  });
});

it('speaks of values as people do', () => {
  expect(['CPU time', 'Waited', 'Samples', 'Cycles'].map(wholeWords)).toEqual([
    'the CPU time',
    'the time waited',
    'all samples',
    'all cycles',
  ]);
});
