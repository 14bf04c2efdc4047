import { nextColour } from '../../kit/flame/colour-option.tsx';
import type { Command } from '../../state/command.ts';

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
