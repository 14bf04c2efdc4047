import { seededRandom } from '../../base/random.ts';
import type { TimedRun } from '../../base/timed-run.ts';
import type { Runner } from '../command-runs.ts';

/**
 * Programs that take as many milliseconds as is said, with noise as real ones have it: log-normal, one run
 * in twenty pushed out for up to half its time, and a machine that slowly gets slower and faster.
 */
export function simulatedRunner(
  ms: Readonly<Record<string, number>>,
  noise: number,
  seed: number,
): Runner {
  const random = seededRandom(seed);
  let clockMs = 0;
  return {
    run: async ({ argv: [name = ''] }): Promise<TimedRun> => {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const drift = 1 + noise * Math.sin(clockMs / 2000);
      const pushedOut = random() < 0.05 ? 1 + random() / 2 : 1;
      const wallNs = (ms[name] ?? 1) * 1e6 * Math.exp(noise * normal) * drift * pushedOut;
      clockMs += wallNs / 1e6;
      return {
        wallNs,
        userNs: wallNs,
        systemNs: 0,
        maxRssBytes: 0,
        minorFaults: 0,
        majorFaults: 0,
        voluntarySwitches: 0,
        involuntarySwitches: 0,
        status: 0,
      };
    },
  };
}
