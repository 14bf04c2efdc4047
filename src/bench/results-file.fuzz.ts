import { encodeResults, parseResults } from './results-file.ts';

const ours = encodeResults({
  series: ['sleep 1', 'sleep 2'].map((name, at) => ({
    name,
    parameters: { seconds: String(at + 1) },
    runs: [1, 2, 3].map((run) => ({
      wallNs: (at + 1) * 1e9 + run * 1000,
      userNs: run,
      systemNs: 0,
      maxRssBytes: 4096,
      minorFaults: 1,
      majorFaults: 0,
      voluntarySwitches: 1,
      involuntarySwitches: 0,
      status: 0,
    })),
  })),
  again: null,
  metric: 'wall',
  margin: 0.01,
  seed: 1,
  machine: { processor: 'A', processors: 2, kernel: 'Linux 6.1', version: '0.1.0' },
  unlike: ['A against B'],
});
const hyperfine = {
  results: [{ command: 'true', user: 0.001, times: [0.002, 0.003], exit_codes: [0, null] }],
};

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'bench-results',
  seeds: () => [ours, hyperfine].map((file) => new TextEncoder().encode(JSON.stringify(file))),
  run(bytes) {
    parseResults(new TextDecoder().decode(bytes));
  },
};
