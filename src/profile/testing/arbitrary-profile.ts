import * as fc from 'fast-check';
import { ProfileBuilder } from '../builder.ts';
import {
  type FrameIndex,
  type LabelSetIndex,
  none,
  type Profile,
  type StackIndex,
  type ThreadIndex,
} from '../tables.ts';

/** What a generated profile may contain beside stacks and values; all of it unless said otherwise. */
export interface ArbitraryOptions {
  readonly times?: boolean;
  readonly inlines?: boolean;
  readonly labels?: boolean;
  readonly threads?: boolean;
  /** Units and names to draw value types from. */
  readonly valueTypes?: readonly (readonly [name: string, unit: string])[];
}

interface FrameDraft {
  readonly name: number;
  readonly module: number;
  readonly place: number;
  readonly inlined: number;
}

interface SampleDraft {
  readonly path: readonly number[];
  readonly thread: number;
  readonly label: number;
  readonly timeNs: number;
  readonly cpu: number;
  readonly values: readonly number[];
}

const names = [
  'main',
  'parse',
  'read',
  'eval',
  'malloc',
  'f<int>(char)',
  '(anonymous namespace)::g',
];
const modules = ['', '/bin/app', '/usr/lib/libc.so', '[kernel]'];

/**
 * Small profiles of every shape the model allows: unsymbolized frames, inlined ones, recursion,
 * samples without a stack, several value types. Values are whole numbers, so sums are exact.
 */
export function arbitraryProfile(options: ArbitraryOptions = {}): fc.Arbitrary<Profile> {
  const types = options.valueTypes ?? [
    ['samples', 'count'],
    ['cpu', 'nanoseconds'],
  ];
  const frame = fc.record({
    name: fc.integer({ min: -1, max: names.length - 1 }),
    module: fc.integer({ min: 0, max: modules.length - 1 }),
    place: fc.integer({ min: -1, max: 5 }),
    inlined: options.inlines === false ? fc.constant(0) : fc.integer({ min: 0, max: 2 }),
  });
  return fc
    .array(frame, { minLength: 1, maxLength: 12 })
    .chain((frames) =>
      fc.record({
        frames: fc.constant(frames),
        // Never unknown: without a start two profiles have no common clock.
        start: fc.integer({ min: 1, max: 5 }),
        samples: fc.array(arbitrarySample(frames.length, types.length), { maxLength: 20 }),
      }),
    )
    .map(({ frames, samples, start }) => {
      const builder = new ProfileBuilder();
      builder.meta.startEpochNs = BigInt(start) * 1_000n;
      for (const [name, unit] of types) builder.addValueType(name, unit);
      const places = frames.map((draft) => addPlace(builder, draft));
      for (const sample of samples) addSample(builder, sample, places, options);
      return builder.finish();
    });
}

function arbitrarySample(frames: number, types: number): fc.Arbitrary<SampleDraft> {
  return fc.record({
    path: fc.array(fc.integer({ min: 0, max: frames - 1 }), { maxLength: 8 }),
    thread: fc.integer({ min: -1, max: 2 }),
    label: fc.integer({ min: 0, max: 3 }),
    timeNs: fc.integer({ min: 0, max: 1_000 }),
    cpu: fc.integer({ min: 0, max: 3 }),
    values: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: types, maxLength: types }),
  });
}

/** The frames of one place: the physical function, then those inlined into it. */
function addPlace(builder: ProfileBuilder, draft: FrameDraft): FrameIndex[] {
  const file = modules[draft.module] ?? '';
  const mapping = file === '' ? none : builder.addMapping({ file: builder.string(file) });
  const symbolized = draft.name >= 0;
  const depth = symbolized && draft.place >= 0 ? draft.inlined : 0;
  return Array.from({ length: depth + 1 }, (_, inlineDepth) => {
    const name = names[(draft.name + inlineDepth) % names.length] ?? '';
    const called = symbolized
      ? builder.addFunction({ name: builder.string(name), file: builder.string(`${name[0]}.c`) })
      : none;
    // An address belongs to one function, so that one place has one list of functions.
    const address = draft.place < 0 ? -1 : draft.place * 16 + draft.name * 256 + 256 + depth;
    const line = symbolized ? draft.place + 2 : 0;
    return builder.addFrame({ function: called, mapping, address, inlineDepth, line });
  });
}

function addSample(
  builder: ProfileBuilder,
  draft: SampleDraft,
  places: readonly (readonly FrameIndex[])[],
  options: ArbitraryOptions,
): void {
  let stack: StackIndex = none;
  for (const place of draft.path) {
    for (const frame of places[place] ?? []) stack = builder.addStack(stack, frame);
  }
  const row = builder.addSample(
    stack,
    threadOf(builder, draft, options),
    labelsOf(builder, draft, options),
  );
  draft.values.forEach((value, type) => {
    builder.samples.addValue(row, type as never, value);
  });
  if (options.times === false) return;
  builder.samples.setTime(row, draft.timeNs);
  builder.samples.setCpu(row, draft.cpu);
}

function threadOf(
  builder: ProfileBuilder,
  draft: SampleDraft,
  options: ArbitraryOptions,
): ThreadIndex {
  if (draft.thread < 0 || options.threads === false) return none;
  return builder.addThread({
    pid: 1,
    tid: draft.thread,
    processName: builder.string('app'),
    threadName: builder.string(`worker-${draft.thread}`),
  });
}

function labelsOf(
  builder: ProfileBuilder,
  draft: SampleDraft,
  options: ArbitraryOptions,
): LabelSetIndex {
  if (options.labels === false) return 0 as LabelSetIndex;
  const text = { key: builder.string('handler'), text: builder.string('/api') };
  const size = { key: builder.string('bytes'), number: 4096n, unit: builder.string('bytes') };
  return builder.addLabelSet([[], [text], [size], [text, size]][draft.label] ?? []);
}
