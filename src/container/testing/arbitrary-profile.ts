import * as fc from 'fast-check';
import {
  type LabelSetIndex,
  type MappingIndex,
  mappingKinds,
  type Profile,
  ProfileBuilder,
  type StackIndex,
  type StringIndex,
  type ThreadIndex,
} from '../../profile/index.ts';

// Texts with lone surrogates, byte order marks and NUL on purpose; numbers of every kind.
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', 'main', '\uFEFFbom', '\ud800', 'a\udc00b', '\0', 'größer', '😀'),
);
const double = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, Number.NaN, 2 ** 53, -(2 ** 53), Number.POSITIVE_INFINITY, 0.5),
);
const word = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const pick = fc.nat({ max: 1_000_000 });

const facts = fc.record({
  texts: fc.array(text, { maxLength: 20 }),
  metaTexts: fc.array(text, { minLength: 7, maxLength: 7 }),
  numbers: fc.array(double, { minLength: 5, maxLength: 5 }),
  epoch: word,
  hasPeriodType: fc.boolean(),
  mappings: fc.array(fc.tuple(pick, word, word, word, pick, fc.nat({ max: 15 })), { maxLength: 5 }),
  functions: fc.array(fc.tuple(pick, pick, pick, int32), { minLength: 1, maxLength: 10 }),
  frames: fc.array(fc.tuple(pick, pick, double, int32, int32, int32, fc.nat({ max: 255 })), {
    minLength: 1,
    maxLength: 20,
  }),
  stacks: fc.array(fc.tuple(pick, pick), { minLength: 1, maxLength: 40 }),
  threads: fc.array(fc.tuple(int32, int32, pick, pick, double, double), { maxLength: 4 }),
  labels: fc.array(
    fc.array(
      fc.tuple(pick, fc.option(pick), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      {
        maxLength: 3,
      },
    ),
    { maxLength: 4 },
  ),
  valueTypes: fc.array(fc.tuple(text, text), { maxLength: 3 }),
  samples: fc.array(fc.tuple(pick, pick, pick, double, int32, fc.array(double, { maxLength: 3 })), {
    maxLength: 60,
  }),
  optional: fc.record({ time: fc.boolean(), cpu: fc.boolean(), count: fc.boolean() }),
  markers: fc.array(fc.tuple(pick, pick, double, double, pick, pick), { maxLength: 4 }),
  sources: fc.array(fc.tuple(pick, text), { maxLength: 3 }),
  code: fc.array(fc.tuple(pick, double, fc.uint8Array({ maxLength: 20 })), { maxLength: 3 }),
});
type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never;

/** Any profile a builder can make. */
export const arbitraryProfile: fc.Arbitrary<Profile> = facts.map((each) => build(each));

function build(given: Facts): Profile {
  const builder = new ProfileBuilder();
  const strings = ['', ...given.texts].map((each) => builder.string(each));
  const string = (index: number): StringIndex => strings[index % strings.length] as StringIndex;
  fillMeta(builder, given);
  const mappings = given.mappings.map(([file, start, limit, offset, kind, symbolized]) =>
    builder.addMapping({
      file: string(file),
      buildId: string(kind),
      start,
      limit,
      offset,
      kind: mappingKinds[kind % mappingKinds.length] ?? 'user',
      symbolized,
    }),
  );
  const functions = given.functions.map(([name, linkageName, file, startLine]) =>
    builder.addFunction({
      name: string(name),
      linkageName: string(linkageName),
      file: string(file),
      startLine,
    }),
  );
  const frames = given.frames.map(([called, mapping, address, line, column, inlineDepth, flags]) =>
    builder.addFrame({
      function: orNone(functions, called),
      mapping: orNone(mappings, mapping),
      address,
      line,
      column,
      inlineDepth,
      flags,
    }),
  );
  const stacks: StackIndex[] = [];
  for (const [parent, frame] of given.stacks) {
    const at = frames[frame % frames.length] as (typeof frames)[number];
    stacks.push(builder.addStack(orNone(stacks, parent), at));
  }
  const threads = given.threads.map(([pid, tid, processName, threadName, startNs, endNs]) =>
    builder.addThread({
      pid,
      tid,
      processName: string(processName),
      threadName: string(threadName),
      startNs,
      endNs,
    }),
  );
  addSamples(builder, given, {
    stack: (index) => orNone(stacks, index),
    thread: (index) => orNone(threads, index),
    string,
  });
  for (const [name, thread, startNs, endNs, stack, payload] of given.markers) {
    builder.addMarker({
      name: string(name),
      thread: orNone(threads, thread),
      startNs,
      endNs,
      stack: orNone(stacks, stack),
      payload: string(payload),
    });
  }
  for (const [file, text] of given.sources) builder.addSource({ file: string(file), text });
  for (const [mapping, address, bytes] of given.code) {
    if (mappings.length === 0) break;
    builder.addCode({
      mapping: mappings[mapping % mappings.length] as MappingIndex,
      address,
      bytes,
    });
  }
  return builder.finish();
}

function fillMeta(builder: ProfileBuilder, given: Facts): void {
  const [producer, host, command, event, dropFrames, keepFrames, docUrl] = given.metaTexts;
  const [durationNs, period, lostSamples, throttled, truncatedStacks] = given.numbers;
  const texts = { producer, host, command, dropFrames, keepFrames, docUrl };
  const numbers = { durationNs, period, lostSamples, throttled, truncatedStacks };
  Object.assign(builder.meta, texts, numbers, {
    events: [event],
    comments: given.texts,
    startEpochNs: given.epoch,
    periodType: given.hasPeriodType ? { name: producer, unit: host } : null,
    defaultValueType: given.valueTypes.length - 1,
  });
  builder.diagnostics.count('lost', 'something was lost', 3);
}

interface Rows {
  stack(index: number): StackIndex;
  thread(index: number): ThreadIndex;
  string(index: number): StringIndex;
}

function addSamples(builder: ProfileBuilder, given: Facts, rows: Rows): void {
  const types = given.valueTypes.map(([name, unit]) => builder.appendValueType({ name, unit }));
  const labelSets = given.labels.map((labels) =>
    builder.addLabelSet(
      labels.map(([key, text, number]) =>
        text === null
          ? { key: rows.string(key), number, unit: rows.string(key + 1) }
          : { key: rows.string(key), text: rows.string(text) },
      ),
    ),
  );
  for (const [stack, thread, labels, time, cpu, values] of given.samples) {
    const labelSet = labelSets[labels % (labelSets.length + 1)] ?? (0 as LabelSetIndex);
    const row = builder.addSample(rows.stack(stack), rows.thread(thread), labelSet);
    for (const type of types) builder.samples.addValue(row, type, values[type] ?? 0);
    if (given.optional.time) builder.samples.setTime(row, time);
    if (given.optional.cpu) builder.samples.setCpu(row, cpu);
    if (given.optional.count) builder.samples.setCount(row, time);
  }
}

/** One of the rows, or none. */
function orNone<Row extends number>(rows: readonly Row[], index: number): Row {
  return index % (rows.length + 1) === 0 ? (-1 as Row) : (rows[index % rows.length] as Row);
}
