import type { JSX } from 'preact';
import type { App } from '../../app/app.ts';
import { colourLegends, Legend } from '../legend.tsx';
import { Select } from '../select.tsx';

const colours = [
  { value: 'module', label: 'Module', title: 'Whose code it is' },
  { value: 'kind', label: 'Kind', title: 'User, inlined, kernel, JIT' },
  { value: 'self', label: 'Self share', title: 'How much of a frame is its own' },
] as const;
/** The change takes the place of the module: it is what a comparison is about. */
const comparedColours = [
  { value: 'diff', label: 'Change', title: 'Blue shrank, orange grew' },
  ...colours.slice(1),
] as const;

/** What the colours of frames mean; a change only while two things are compared. */
export function ColourOption({ app }: { readonly app: App }): JSX.Element {
  return (
    <Select
      label="Colour"
      value={shownColour(app)}
      choices={app.baseScope.value === null ? colours : comparedColours}
      onChange={(colour) => app.change({ colour })}
      title="What the colours mean (k)"
    />
  );
}

/** What the colours in force mean. */
export function ColourLegend({ app }: { readonly app: App }): JSX.Element {
  return <Legend entries={colourLegends[shownColour(app)]} />;
}

/** Without a comparison there is no change to show; with one the module gives way to it. */
export function shownColour(app: App): 'module' | 'kind' | 'self' | 'diff' {
  const { colour } = app.state.value;
  if (colour !== 'diff' && colour !== 'module') return colour;
  return app.baseScope.value === null ? 'module' : 'diff';
}

export function nextColour(app: App): void {
  const all = app.baseScope.value === null ? colours : comparedColours;
  const at = all.findIndex(({ value }) => value === shownColour(app));
  const next = all[(at + 1) % all.length] ?? colours[0];
  app.change({ colour: next.value });
  app.announce(`Colour by ${next.label.toLowerCase()}`);
}
