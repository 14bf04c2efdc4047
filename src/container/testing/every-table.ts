import {
  frameFlags,
  noLabels,
  none,
  type Profile,
  ProfileBuilder,
  symbolizedBits,
} from '../../profile/index.ts';

/**
 * A profile with rows in every table. The file `version-1.plateau` holds it: never change what it
 * builds, or the file that must stay readable for ever has nothing to be compared with.
 */
export function profileWithEveryTable(): Profile {
  const builder = new ProfileBuilder();
  const string = (text: string): ReturnType<typeof builder.string> => builder.string(text);
  Object.assign(builder.meta, {
    producer: 'plateau 0.1.0',
    host: 'tower',
    command: './slow --größer',
    events: ['cpu-clock'],
    startEpochNs: 1_700_000_000_123_456_789n,
    durationNs: 2.5e9,
    period: 1_000_003,
    periodType: { name: 'cpu', unit: 'nanoseconds' },
    defaultValueType: 1,
    comments: ['first', 'second \ud800 half'],
    dropFrames: '^malloc$',
    keepFrames: 'main',
    docUrl: 'https://example.org/',
    lostSamples: 4,
    throttled: 1,
    truncatedStacks: 2,
  });
  builder.diagnostics.count('unknown-record', 'record type 99', 3);
  const samples = builder.addValueType('samples', 'count');
  const cpu = builder.addValueType('cpu', 'nanoseconds');
  const image = builder.addMapping({
    file: string('/usr/bin/slow'),
    buildId: string('0123abcd'),
    start: 0x5555_5555_4000n,
    limit: 0x5555_5556_0000n,
    offset: 0x1000n,
    symbolized: symbolizedBits.functions | symbolizedBits.lines,
  });
  const kernel = builder.addMapping({
    file: string('[kernel]'),
    kind: 'kernel',
    start: 0xffff_ffff_8100_0000n,
    limit: 0xffff_ffff_ffff_ffffn,
  });
  const main = builder.addFunction({
    name: string('main'),
    linkageName: string('_Z4mainv'),
    file: string('slow.cc'),
    startLine: 10,
  });
  const read = builder.addFunction({ name: string('sys_read') });
  const outer = builder.addFrame({
    function: main,
    mapping: image,
    address: 0x11d0,
    line: 12,
    column: 7,
  });
  const inner = builder.addFrame({
    function: read,
    mapping: kernel,
    address: 2 ** 40,
    inlineDepth: 1,
  });
  const folded = builder.addFrame({ function: main, flags: frameFlags.folded });
  const root = builder.addStack(none, outer);
  const leaf = builder.addStack(root, inner);
  const other = builder.addStack(root, folded);
  const thread = builder.addThread({
    pid: 42,
    tid: 43,
    processName: string('slow'),
    threadName: string('worker'),
    startNs: 0.5,
  });
  const labels = builder.addLabelSet([
    { key: string('request'), text: string('GET /😀') },
    { key: string('bytes'), number: -(2n ** 63n), unit: string('bytes') },
  ]);
  for (const [index, stack] of [leaf, other, root, leaf].entries()) {
    const row = builder.addSample(stack, thread, index === 1 ? labels : noLabels);
    builder.samples.addValue(row, samples, 1);
    builder.samples.addValue(row, cpu, 1_000_003 * (index + 1));
    if (index !== 2) builder.samples.setTime(row, index * 1e6 + 0.25);
    builder.samples.setCpu(row, index % 2);
    builder.samples.setCount(row, index + 1);
  }
  builder.addMarker({
    name: string('gc'),
    thread,
    startNs: 5,
    endNs: 9,
    stack: root,
    payload: string('{"kind":"minor"}'),
  });
  builder.addSource({ file: string('slow.cc'), text: 'int main() {\n  return 0; // größer\n}\n' });
  builder.addCode({ mapping: image, address: 0x11d0, bytes: Uint8Array.of(0x31, 0xc0, 0xc3) });
  return builder.finish();
}
