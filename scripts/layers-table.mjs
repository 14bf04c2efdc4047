// The layers and what each may import. `tests/layers.test.ts` guards it; there are no exceptions:
// an exception is a change of this table. Every layer may import `base` and itself.
export const layers = {
  base: { kind: 'pure', imports: [] },
  profile: { kind: 'pure', imports: [] },
  container: { kind: 'pure', imports: ['profile'] },
  perf: { kind: 'pure', imports: [] },
  object: { kind: 'pure', imports: [] },
  dwarf: { kind: 'pure', imports: [] },
  demangle: { kind: 'pure', imports: [] },
  unwind: { kind: 'pure', imports: ['object', 'dwarf'] },
  symbolize: { kind: 'pure', imports: ['profile', 'object', 'dwarf', 'demangle', 'unwind'] },
  formats: {
    kind: 'pure',
    imports: ['profile', 'container', 'perf', 'object', 'unwind', 'demangle'],
  },
  analysis: { kind: 'pure', imports: ['profile'] },
  render: { kind: 'pure', imports: ['profile', 'analysis'] },
  platform: { kind: 'node', imports: ['container', 'object', 'perf'] },
  load: {
    kind: 'node',
    imports: ['profile', 'container', 'formats', 'object', 'symbolize', 'platform'],
  },
  record: {
    kind: 'node',
    imports: ['profile', 'formats', 'perf', 'object', 'symbolize', 'load', 'platform'],
  },
  cli: {
    kind: 'node',
    imports: [
      'profile',
      'formats',
      'object',
      'demangle',
      'symbolize',
      'analysis',
      'render',
      'platform',
      'load',
      'record',
    ],
  },
  web: {
    kind: 'web',
    imports: ['profile', 'container', 'formats', 'object', 'symbolize', 'analysis', 'render'],
  },
};
