import type { View } from '../view.ts';
import { goToCallerLine } from './caller-line.ts';
import { SourcePanel } from './source-panel.tsx';

/** Which line. */
export const sourceView: View = {
  name: 'source',
  title: 'Source',
  key: '8',
  Panel: SourcePanel,
  commands: [
    {
      id: 'caller-line',
      title: "Caller's line",
      keys: ['u'],
      group: 'Move',
      run: (app) => void goToCallerLine(app),
    },
  ],
};
