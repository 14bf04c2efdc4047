// The layers and what each may import. `tests/layers.test.ts` guards it; there are no exceptions:
// an exception is a change of this table. Every layer may import `base` and itself. An entry with a
// file name allows that one file of the layer.
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
  training: {
    kind: 'pure',
    imports: ['profile', 'object', 'dwarf', 'symbolize', 'demangle', 'disasm'],
  },
  disasm: { kind: 'pure', imports: ['object'] },
  analysis: { kind: 'pure', imports: ['profile'] },
  render: { kind: 'pure', imports: ['profile', 'analysis'] },
  explore: {
    kind: 'pure',
    imports: ['profile', 'formats', 'container', 'disasm', 'analysis', 'render'],
  },
  platform: { kind: 'node', imports: ['container', 'object', 'perf'] },
  load: {
    kind: 'node',
    imports: ['profile', 'container', 'formats', 'object', 'symbolize', 'analysis', 'platform'],
  },
  record: {
    kind: 'node',
    imports: ['profile', 'formats', 'perf', 'object', 'symbolize', 'load', 'platform'],
  },
  bench: { kind: 'node', imports: ['analysis', 'platform'] },
  pgo: {
    kind: 'node',
    imports: [
      'profile',
      'formats',
      'object',
      'demangle',
      'symbolize',
      'training',
      'analysis',
      'render',
      'platform',
      'load',
      'record',
      'bench',
    ],
  },
  server: {
    kind: 'node',
    imports: ['profile', 'container', 'formats', 'render', 'load', 'platform'],
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
      'bench',
      'pgo',
      'server',
    ],
  },
  web: {
    kind: 'web',
    // Of the server only its wire types, which a page and a server must agree on.
    imports: [
      'profile',
      'container',
      'formats',
      'object',
      'analysis',
      'render',
      'explore',
      'server/api.ts',
    ],
  },
};
