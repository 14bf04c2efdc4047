// Which modules of the command line lie together in one file of the bundle. A file takes about a
// millisecond to be found and linked, whatever its size, and a recorder must not cost more than perf:
// so what every command needs is one file, and what a recording needs besides is another. Modules that
// are not named here are put together by the bundler.

const everyCommand = [
  'base/(assert|tool-error|terminal-text|quantity)',
  'platform/file-errors',
  'cli/(run-cli|program|command-table|overview|colors|progress|report-error|other-words-table|version|exit-status)',
];

const everyRecording = [
  'base/(byte-reader|byte-writer|near-names|group-by|hexadecimal|time-span)',
  // To see how the target's stacks can be walked, and its build ids.
  'object/(byte-source|elf-(file|table|notes|links)|debug-info|frame-pointers|needed-libraries)',
  'perf/(attr|attr-table|record-table|file-writer[^/]*)',
  'platform/(file-range|file-source|kernel-images|machine-facts|process-files|paused-target|event-files)',
  'platform/sys/[^/]+',
  'platform/perf-events/(?!drain-(worker|thread))[^/]+',
  'record/build/[^/]+',
  'record/native/(capture[^/]*|find-image|recording-plan|runtime-target|sampling-right)',
  'record/native/(call-graph-choice|target-images|events/[^/]+)',
  'record/v8/node-target',
  'cli/(record|record-(build|data|engine|flags|plan)|recording-values|time-value|cpu-list|examples|program-name)',
];

export const bundleGroups = [
  {
    name: 'start',
    priority: 2,
    test: inSources(everyCommand, ['commander', 'picocolors']),
    includeDependenciesRecursively: false,
  },
  {
    name: 'recorder',
    priority: 1,
    test: inSources(everyRecording),
    includeDependenciesRecursively: false,
  },
];

function inSources(modules, packages = []) {
  const own = `/src/(${modules.join('|')})\\.ts$`;
  const others = packages.map((name) => `|/node_modules/${name}/`).join('');
  return new RegExp(own + others);
}
