import type { JSX } from 'preact';
import { Segmented } from '../../kit/segmented.tsx';
import { Toggle } from '../../kit/toggle.tsx';
import type { View, ViewProps } from '../view.ts';
import { AssemblyPanel } from './assembly-panel.tsx';

/** Which instruction. */
export const assemblyView: View = {
  name: 'assembly',
  title: 'Assembly',
  key: '9',
  Panel: AssemblyPanel,
  Options: AssemblyOptions,
  commands: [
    {
      id: 'assembly-syntax',
      title: 'Switch between Intel and AT&T syntax',
      keys: ['t'],
      group: 'Display',
      run(app) {
        const syntax = app.state.value.syntax === 'intel' ? 'att' : 'intel';
        app.change({ syntax });
        app.announce(syntax === 'intel' ? 'Intel syntax' : 'AT&T syntax');
      },
    },
    {
      id: 'assembly-bytes',
      title: 'Show or hide the bytes of instructions',
      keys: ['b'],
      group: 'Display',
      run(app) {
        const bytes = !app.state.value.bytes;
        app.change({ bytes });
        app.announce(bytes ? 'Bytes shown' : 'Bytes hidden');
      },
    },
  ],
};

function AssemblyOptions({ app }: ViewProps): JSX.Element {
  const { syntax, bytes, sourceLines } = app.state.value;
  return (
    <>
      <Segmented
        label="Syntax"
        value={syntax}
        choices={[
          { value: 'intel', label: 'Intel' },
          { value: 'att', label: 'AT&T' },
        ]}
        onChange={(chosen) => app.change({ syntax: chosen })}
      />
      <Toggle isOn={bytes} onChange={(isOn) => app.change({ bytes: isOn })} title="Bytes (b)">
        Bytes
      </Toggle>
      <Toggle
        isOn={sourceLines}
        onChange={(isOn) => app.change({ sourceLines: isOn })}
        title="Lines of source between the instructions that samples name them for"
      >
        Source lines
      </Toggle>
    </>
  );
}
