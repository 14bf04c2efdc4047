import type { TimedRun } from '../base/timed-run.ts';
import type { Runner, RunThread } from '../bench/index.ts';
import type { WorkloadRun } from './accompaniment.ts';
import { accompany, prepareRun } from './accompany.ts';
import type { Workload } from './pgo-config.ts';
import type { PgoRun } from './pgo-run.ts';

/** For a program that should have ended with another status than 0. */
const unexpectedZero = -1;

type Program = Parameters<Runner['run']>[0];

/** Runs programs on the timing thread while this one feeds their files and sends their requests. */
export class TimedWorkload implements Runner {
  readonly #run: PgoRun;
  readonly #workload: Workload;
  readonly #filled: WorkloadRun;
  readonly #thread: RunThread;
  /** Of the last run. */
  answers = '';

  constructor(run: PgoRun, workload: Workload, filled: WorkloadRun, thread: RunThread) {
    this.#run = run;
    this.#workload = workload;
    this.#filled = filled;
    this.#thread = thread;
  }

  async run(program: Program): Promise<TimedRun> {
    await prepareRun(this.#workload, this.#filled);
    const note = { isOver: false, stoppedBy: 0 };
    const timed = this.#thread.run(program).finally(() => {
      note.isOver = true;
    });
    const timer = setTimeout(() => this.#thread.stop('SIGKILL'), this.#workload.timeoutMs);
    try {
      this.answers = await accompany(this.#run, this.#workload, this.#filled, {
        isOver: () => note.isOver,
        stop: (signal) => {
          note.stoppedBy = signal === 'SIGINT' ? 2 : 15;
          this.#thread.stop(signal);
        },
        capture: null,
      });
      const run = await timed;
      // A program without a handler ends by the signal we sent it, which is no failure.
      const isGood = [128 + note.stoppedBy, this.#workload.status].includes(run.status);
      // Benchmarks know one good end only, and this one must not pass for it.
      return { ...run, status: isGood ? 0 : run.status || unexpectedZero };
    } catch (error) {
      this.#thread.stop('SIGKILL');
      await timed.catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
