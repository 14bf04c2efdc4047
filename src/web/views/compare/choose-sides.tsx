import type { JSX } from 'preact';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Select } from '../../kit/select.tsx';
import { setBaseRange } from '../../kit/time/base-range.ts';
import type { ViewProps } from '../view.ts';

/** What Compare shows before there are two sides. */
export function ChooseSides({ app }: ViewProps): JSX.Element {
  const files = app.files.value;
  const { ranges } = app.state.value;
  const range = ranges.at(-1);
  const [shown = 0] = app.state.value.files;
  if (files.length < 2) {
    return (
      <EmptyState
        title="One profile is open"
        text={
          range === undefined
            ? 'Open a second one to compare with, or select a range in the Timeline and make it the base.'
            : 'Open a second one to compare with, or compare the selected range with another.'
        }
        command="plateau view before.plateau after.plateau"
      >
        <div class="compare-choice">
          <Button look="lined" onPress={() => app.chooseBase()}>
            Open a base
          </Button>
          {range === undefined ? null : (
            <Button
              look="lined"
              onPress={() => {
                app.change({ view: 'timeline' }, 'push');
                setBaseRange(app, range);
              }}
            >
              Use the selected range as base
            </Button>
          )}
        </div>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Compare with which profile?" text="The shown one is the new side.">
      <div class="compare-choice">
        {files
          .filter(({ index }) => index !== shown)
          .map(({ index, name }) => (
            <Button
              key={index}
              look="lined"
              onPress={() => app.change({ files: [index, shown], colour: 'diff' }, 'push')}
            >
              {name}
            </Button>
          ))}
      </div>
      <Select
        label="New"
        value={String(shown)}
        choices={files.map(({ index, name }) => ({ value: String(index), label: name }))}
        onChange={(value) => app.change({ files: [Number(value)] }, 'push')}
      />
    </EmptyState>
  );
}
