import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { noLabels, none, type Profile, ProfileBuilder } from '../profile/index.ts';
import type { Captured, RecordingPlan } from '../record/index.ts';
import { nativeNotes, noteColumns } from './native-notes.ts';
import { recordingHealth } from './recording-health.ts';

const plan: Omit<RecordingPlan, 'output'> = {
  target: { kind: 'launch', command: ['./app'] },
  events: [{ name: 'cycles', type: 0, config: 0n }],
  rate: { frequencyHz: 999 },
  callGraph: { mode: 'dwarf', stackBytes: 16_384 },
  inherit: true,
  offCpu: false,
};

const captured: Captured = {
  path: 'profile.data',
  end: { pid: 1, status: 0, signal: undefined },
  counts: { samples: 1000, lost: 0, throttled: 0, forks: 0, bytesWritten: 0, wakeups: 0 },
  events: [{ planned: 'cycles', name: 'cpu-clock', excludeKernel: false, lost: undefined }],
  recorderCpuNs: 0,
  targetCpuNs: undefined,
  durationNs: 1e9,
  roots: [],
  notes: [],
};

/** As many samples of one function, and what the reader noted of them. */
function profileOf(samples: number, notes: Readonly<Record<string, string>> = {}): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('cpu-clock', 'count');
  const name = builder.string('work');
  const work = builder.addFunction({ name });
  const stack = builder.addStack(none, builder.addFrame({ function: work }));
  for (let at = 0; at < samples; at++) {
    builder.samples.addValue(builder.addSample(stack, none, noLabels), type, 1);
  }
  for (const [key, message] of Object.entries(notes)) {
    const [code = '', count] = key.split(' ');
    for (let at = 0; at < Number(count); at++) builder.diagnostics.count(code, message);
  }
  return builder.finish();
}

const textsOf = (...input: Parameters<typeof recordingHealth>): string[] =>
  recordingHealth(...input).map(({ text, fix }) => (fix === undefined ? text : `${text} | ${fix}`));

describe('the health of a recording', () => {
  it('keeps each sentence and the step that helps apart', () => {
    const message = 'samples in /tmp/a: b/app, which has no symbols: build with -g';
    const profile = profileOf(1000, { 'no-symbols:app 500': message });
    expect(textsOf({ profile, captured, plan })).toContain(
      '50.0 % of the samples in /tmp/a: b/app, which has no symbols | build with -g',
    );
  });

  it('is silent about single samples among thousands', () => {
    const profile = profileOf(1000, { 'unwind:no-cfi 4': 'stacks end there' });
    expect(textsOf({ profile, captured, plan }).join()).not.toContain('stacks end there');
    const more = profileOf(1000, { 'unwind:no-cfi 5': 'stacks end there' });
    expect(textsOf({ profile: more, captured, plan })).toContain('0.5 % of the stacks end there');
  });

  it('leaves out broken stacks whose image is gone, which has a line of its own', () => {
    const diagnostics = {
      'unwind:no-cfi 90': 'stacks end there',
      'no-image:app 95': 'in app, gone',
    };
    const lines = textsOf({ profile: profileOf(100, diagnostics), captured, plan }).join();
    expect(lines).toContain('in app, gone');
    expect(lines).not.toContain('stacks end there');
  });

  it('tells of what had to be given up, except for the event that its own line names', () => {
    const notes = [
      'this machine has no event cycles: sampled by cpu-clock instead',
      'this machine records no branches (lbr): call chains come from frame pointers instead',
      'rings of 64 instead of 8192 pages: more memory may not be locked',
    ];
    const lines = textsOf({ profile: profileOf(1000), captured: { ...captured, notes }, plan });
    expect(lines).toEqual([expect.stringContaining('hottest'), notes[1], notes[2]]);
  });

  it('says why there are no samples', () => {
    const profile = profileOf(0);
    const end = { pid: 1, status: 127, signal: undefined };
    expect(textsOf({ profile, captured: { ...captured, end }, plan })).toEqual([
      'no samples: the program could not be executed (status 127)',
    ]);
    const attached = { ...plan, target: { kind: 'attach', pids: [1] } } as const;
    const running = { ...captured, end: undefined };
    expect(textsOf({ profile, captured: running, plan: attached })[0]).toMatch(/record longer$/);
  });
});

const summary = (changed: Partial<typeof plan>): string =>
  nativeNotes(
    {
      profile: undefined,
      captured,
      plan: { ...plan, ...changed },
      callGraphWhy: undefined,
      output: 'x.data',
      size: 1,
      next: 'plateau top x.data',
    },
    picocolors.createColors(false),
    noteColumns({ isTerminal: false, columns: 80, write: async () => undefined }),
  ).join('\n');

describe('the summary of a recording', () => {
  it('names sizes, periods and no stacks as people do', () => {
    const largest = { mode: 'dwarf', stackBytes: 65_528 } as const;
    expect(summary({ callGraph: largest })).toContain('dwarf, 64 KiB of stack');
    expect(summary({ callGraph: { ...largest, stackBytes: 104 } })).toContain('104 bytes of');
    expect(summary({ callGraph: { mode: 'none' } })).toMatch(/^ {2}no stacks$/m);
    expect(summary({ rate: { period: 1_000_000 } })).toContain('cpu-clock, every 1 ms');
  });

  it('takes a terminal without columns for one of 80', () => {
    const terminal = { isTerminal: true, columns: 0, write: async () => undefined };
    expect(noteColumns(terminal)).toBe(80);
  });
});
