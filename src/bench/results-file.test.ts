import { describe, expect, it } from 'vitest';
import { encodeResults, parseResults } from './results-file.ts';

const hyperfine = JSON.stringify({
  results: [
    {
      command: 'sleep 0.1',
      mean: 0.102,
      stddev: 0.001,
      median: 0.102,
      user: 0.001,
      system: 0.002,
      min: 0.101,
      max: 0.103,
      times: [0.101, 0.102, 0.103],
      memory_usage_byte: [1_000_000, 1_000_000, 1_100_000],
      exit_codes: [0, 0, 0],
      parameters: { n: 3 },
    },
  ],
});

describe('results', () => {
  it('of hyperfine are read', () => {
    const [series] = parseResults(hyperfine).series;
    expect(series).toMatchObject({ name: 'sleep 0.1', parameters: { n: '3' } });
    expect(series?.runs.map((run) => run.wallNs / 1e6)).toEqual([101, 102, 103]);
    expect(series?.runs[2]).toMatchObject({ userNs: 1e6, maxRssBytes: 1_100_000, status: 0 });
  });

  it('survive writing and reading, in words that hyperfine uses', () => {
    const measured = parseResults(hyperfine);
    const written = encodeResults({
      ...measured,
      series: [...measured.series, ...measured.series],
    });
    expect(written.results[0]).toMatchObject({
      median: 0.102,
      min: 0.101,
      times: [0.101, 0.102, 0.103],
    });
    expect(written.results[0]?.verdict).toBeUndefined();
    expect(written.results[1]).toMatchObject({ verdict: 'inconclusive', ratio: 1 });
    expect(parseResults(JSON.stringify(written)).series[1]?.runs).toEqual(measured.series[0]?.runs);
  });

  it('say what each was compared with, and that they are of several benchmarks', () => {
    const { series, ...rest } = parseResults(hyperfine);
    const four = [0, 0, 2, 2].flatMap((against) => series.map((each) => ({ ...each, against })));
    const written = encodeResults({ ...rest, series: four, isApart: true });
    expect(written.results.map(({ against }) => against)).toEqual([0, 0, 2, 2]);
    expect(written.results.map(({ verdict }) => verdict !== undefined)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    const read = parseResults(JSON.stringify(written));
    expect(read.isApart).toBe(true);
    expect(encodeResults(read)).toEqual(written);
    const odd = written.results.map((each) => ({ ...each, against: 4 }));
    const unknown = parseResults(JSON.stringify({ ...written, results: odd }));
    expect(unknown.series.some(({ against }) => against !== undefined)).toBe(false);
  });

  it('say where they were measured; what does not say so is read all the same', () => {
    const machine = { processor: 'A', processors: 2, kernel: 'Linux 6.1', version: '0.1.0' };
    const measured = { ...parseResults(hyperfine), machine, unlike: ['A against B'] };
    const again = parseResults(JSON.stringify(encodeResults(measured)));
    expect(again).toMatchObject({ machine, unlike: ['A against B'] });
    expect(parseResults(hyperfine).machine).toBeUndefined();
    const odd = { ...encodeResults(measured), plateau: { machine: { processor: 3 } } };
    expect(parseResults(JSON.stringify(odd)).machine).toEqual({
      processor: '',
      processors: 0,
      kernel: '',
      version: '',
    });
  });

  it.each([
    '',
    '{}',
    '[]',
    '{"results":[]}',
    '{"results":[{}]}',
    '{"results":[{"command":"x","times":[]}]}',
  ])('that are none are refused: %s', (text) => {
    expect(() => parseResults(text)).toThrow(/not JSON|no benchmark results|no command|no times/);
  });
});
