// The layers and what each may import. `tests/layers.test.ts` guards it; there are no exceptions:
// an exception is a change of this table. Every layer may import `base` and itself.
export const layers = {
  base: { kind: 'pure', imports: [] },
  profile: { kind: 'pure', imports: [] },
  container: { kind: 'pure', imports: ['profile'] },
  formats: { kind: 'pure', imports: ['profile', 'container'] },
  object: { kind: 'pure', imports: [] },
  analysis: { kind: 'pure', imports: ['profile'] },
  render: { kind: 'pure', imports: ['profile', 'analysis'] },
  platform: { kind: 'node', imports: ['container', 'object'] },
  load: { kind: 'node', imports: ['profile', 'container', 'formats', 'platform'] },
  record: { kind: 'node', imports: ['profile', 'formats', 'load', 'platform'] },
  cli: {
    kind: 'node',
    imports: ['profile', 'formats', 'analysis', 'render', 'platform', 'load', 'record', 'object'],
  },
  web: { kind: 'web', imports: ['profile', 'container', 'formats', 'analysis', 'render'] },
};
