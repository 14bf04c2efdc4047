/** Commands of perf, samply, pprof, inferno, hyperfine and cargo-pgo: what does their work here. */
export const commandsElsewhere: Readonly<Record<string, string>> = {
  report: 'plateau top FILE as text, plateau view FILE in the browser',
  annotate: 'plateau list FUNCTION FILE by line, plateau view FILE by instruction',
  asm: 'plateau view FILE shows machine code with its cost, under Assembly',
  load: 'plateau view FILE',
  open: 'plateau view FILE',
  serve: 'plateau view FILE',
  web: 'plateau view FILE',
  import: 'plateau convert FILE -o profile.plateau; every command also reads FILE itself',
  collapse: 'plateau convert FILE --to folded -o -',
  svg: 'plateau flamegraph FILE',
  proto: 'plateau convert FILE -o profile.pb.gz',
  pprof: 'plateau top FILE; tree, peek, list, traces, tags and raw are commands too',
  run: 'plateau record -- ./app',
  heap: 'plateau top heap.pb.gz reads heap profiles; there is no heap recorder',
  hyperfine: "plateau bench './old' './new'",
  benchstat: 'plateau compare old.json new.json',
  instrument: 'plateau pgo profile',
  optimize: 'plateau pgo build',
  version: 'plateau --version',
};

/** Flags of those tools by the command that gets them ('' = before a command), without `=VALUE`. */
export const flagsElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    '-http': 'plateau view FILE --port 8080',
    '-top': 'plateau top FILE',
    '-svg': 'plateau flamegraph FILE',
    '-proto': 'plateau convert FILE -o profile.pb.gz',
    '-raw': 'plateau raw FILE',
  },
  record: {
    '--rate': '-F 999, in samples per second',
    '-r': '-F 999, in samples per second',
    '--freq': '-F 999, in samples per second',
    '--save-only': 'nothing: record always saves, and plateau view FILE shows',
    '-b': '--call-graph lbr',
    '--branch-any': '--call-graph lbr',
    '-s': 'nothing: samples are always told apart by thread',
    '-i': 'plateau top FILE reads; record writes to -o FILE',
  },
  flamegraph: {
    '--root': 'sudo plateau flamegraph …, or what plateau doctor advises',
    '--deterministic': 'nothing: colours are a function of the name',
    '--image-width': '--width 1200',
    '--palette': '--colors hot; plateau help flamegraph lists them',
    '--freq': '-F 999, in samples per second',
    '--open': 'plateau view FILE opens the browser',
    '--release': 'nothing: --cargo builds with the release profile; --dev is the other',
  },
  script: { '-i': 'plateau script FILE' },
  stat: {
    '-x': '--csv',
    '-I': '-p PID --duration 1 counts one interval',
  },
  bench: {
    '--export-asciidoc': '--export-markdown FILE',
    '--export-orgmode': '--export-markdown FILE',
    '--min-benchmarking-time': '--min-time 3s',
  },
};
