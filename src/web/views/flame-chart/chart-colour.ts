import type { App } from '../../app/app.ts';

/** In the order of time there is no change: frames have the colours of one side. */
export const chartColours = [
  { value: 'module', label: 'Module', title: 'Whose code it is' },
  { value: 'kind', label: 'Kind', title: 'User, inlined, kernel, JIT' },
  { value: 'self', label: 'Self share', title: 'How much of a frame is its own' },
] as const;

export function chartColour(app: App): 'module' | 'kind' | 'self' {
  const { colour } = app.state.value;
  return colour === 'diff' ? 'module' : colour;
}
