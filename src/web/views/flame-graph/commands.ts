import type { App } from '../../app/app.ts';
import type { Command } from '../../state/command.ts';

const colourOrder = ['module', 'kind', 'self'] as const;

export const flameGraphCommands: readonly Command[] = [
  {
    id: 'flame-invert',
    title: 'Invert the graph',
    keys: ['i'],
    group: 'Display',
    run: (app) => {
      const invert = !app.state.value.invert;
      app.change({ invert, zoom: [] });
      app.announce(invert ? 'Inverted: begins with what ran' : 'Begins with the root');
    },
  },
  {
    id: 'flame-shape',
    title: 'Flame or icicle',
    keys: ['v'],
    group: 'Display',
    run: (app) => {
      const shape = app.state.value.shape === 'flame' ? 'icicle' : 'flame';
      app.change({ shape });
      app.announce(shape === 'flame' ? 'Flame: root at the bottom' : 'Icicle: root at the top');
    },
  },
  {
    id: 'flame-colour',
    title: 'Colour by the next meaning',
    keys: ['k'],
    group: 'Display',
    run: nextColour,
  },
];

export function nextColour(app: App): void {
  const { colour } = app.state.value;
  const isCompared = app.baseScope.value !== null;
  const all: readonly (typeof colour)[] = isCompared ? ['diff', ...colourOrder] : colourOrder;
  const at = all.indexOf(colour);
  const next = all[(at + 1) % all.length] ?? 'module';
  app.change({ colour: next });
  app.announce(`Colour by ${words[next]}`);
}

const words = {
  module: 'module',
  kind: 'kind',
  self: 'self share',
  diff: 'change',
} as const;
