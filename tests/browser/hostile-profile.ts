import {
  noLabels,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
} from '../../src/profile/index.ts';

/** What a browser, a template, a terminal or a careless program might obey. */
export const hostileNames: readonly string[] = [
  '<img src=x onerror="window.hostile=1" class=hostile>',
  '"><svg onload=window.hostile=2 class=hostile>',
  "'><b class='hostile'>bold</b>",
  '</script><script class=hostile>window.hostile=3</script>',
  '<!--<script class=hostile>',
  '</style><style class=hostile>*{display:none}</style>',
  '</textarea></title><iframe class=hostile srcdoc="<script>parent.hostile=4</script>">',
  'javascript:window.hostile=5',
  'data:text/html,<script>window.hostile=6</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is the point
  '${window.hostile=7}{{constructor.constructor("window.hostile=8")()}}',
  '&lt;b class=hostile&gt;&amp;lt;',
  'https://evil.example/?<a href=//evil.example class=hostile>link</a>',
  '\u202egnp.txt\u202c\u2066bidi\u2069',
  'nul\0 bell\x07 escape\x1b[31m newline\nreturn\r tab\t line\u2028',
  '__proto__',
  'constructor',
  'x'.repeat(5000),
  '\ud83d\ude00 \u200b\u200d zero width',
];

/** Every text that a profile can hold is one of them. */
export function hostileProfile(): Profile {
  const builder = new ProfileBuilder();
  const [markup = '', svg = '', bold = '', script = '', , , , url = ''] = hostileNames;
  Object.assign(builder.meta, {
    producer: script,
    host: markup,
    command: bold,
    events: [svg],
    comments: [...hostileNames],
    docUrl: url,
    startEpochNs: 1_700_000_000_000_000_000n,
    durationNs: 2e9,
    lostSamples: 3,
  });
  builder.diagnostics.count('unknown-record', markup);
  const counted = builder.addValueType(svg, 'count');
  const timed = builder.addValueType(script, 'nanoseconds');
  const other = builder.addValueType(url, bold);
  let row = 0;
  for (const [index, name] of hostileNames.entries()) {
    const file = builder.string(`/src/${hostileNames[(index + 1) % hostileNames.length]}.c`);
    const mapping = builder.addMapping({
      file: builder.string(hostileNames[(index + 2) % hostileNames.length] ?? ''),
      buildId: builder.string(markup),
      start: BigInt(index) << 24n,
      limit: (BigInt(index) << 24n) + 0xffffn,
    });
    const called = builder.addFunction({ name: builder.string(name), file, startLine: 1 });
    builder.addSource({ file, text: hostileNames.join('\n') });
    builder.addCode({ mapping, address: 0, bytes: Uint8Array.of(0x90, 0x48, 0x89, 0xd8, 0xc3) });
    const thread = builder.addThread({
      pid: index + 1,
      tid: index + 1,
      processName: builder.string(name),
      threadName: builder.string(hostileNames[(index + 3) % hostileNames.length] ?? ''),
    });
    let stack: StackIndex = none;
    for (let depth = 0; depth < 3; depth++) {
      const frame = builder.addFrame({
        function: called,
        mapping,
        address: depth,
        line: depth + 1,
      });
      stack = builder.addStack(stack, frame);
    }
    builder.addMarker({
      name: builder.string(name),
      thread,
      startNs: index * 1e7,
      endNs: index * 1e7 + 5e6,
      stack,
      payload: builder.string(markup),
    });
    for (let turn = 0; turn < 20; turn++) {
      const sample = builder.addSample(stack, thread, noLabels);
      builder.samples.addValue(sample, counted, 1);
      builder.samples.addValue(sample, timed, 1e6);
      builder.samples.addValue(sample, other, 2);
      builder.samples.setTime(sample, row++ * 4e6);
      builder.samples.setCpu(sample, index % 4);
    }
  }
  return builder.finish();
}
