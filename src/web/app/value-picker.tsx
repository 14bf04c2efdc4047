import type { JSX } from 'preact';
import type { FileFacts } from '../../explore/index.ts';
import { Segmented } from '../kit/segmented.tsx';
import { Select } from '../kit/select.tsx';
import { countAndMeasure, valueTitle } from '../kit/value-title.ts';
import type { ShellApp } from './create-app.ts';
import './value-picker.css';

type ValueTypeSummary = FileFacts['summary']['valueTypes'][number];

/** What is measured: CPU time, samples, time waited, bytes allocated. */
export function ValuePicker({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const file = app.file.value;
  if (file === null) return null;
  const { valueTypes } = file.summary;
  const { value, event } = app.state.value;
  const asked = value === '' ? event : value;
  const shown = valueTypes.find(({ name }) => name === asked) ?? defaultOf(valueTypes);
  const choose = (name: string): void => {
    const type = valueTypes.find((each) => each.name === name);
    if (type === undefined) return;
    // The default stands for itself: the link of another recording means its own.
    app.change({ value: type.isDefault && event === '' ? '' : name, zoom: [] });
    app.announce(`Value: ${valueTitle(type, valueTypes)}`);
  };
  const pair = shown === undefined ? undefined : countAndMeasure(shown, valueTypes);
  return (
    <div class="value-picker">
      <Select
        label="Value"
        value={shown?.name ?? ''}
        choices={valueTypes.map((type) => ({
          value: type.name,
          label: valueTitle(type, valueTypes),
          title: `${type.name} (${type.unit})`,
        }))}
        onChange={choose}
      />
      {pair === undefined || shown === undefined ? null : (
        <Segmented
          label="Unit"
          value={shown.name}
          choices={[
            { value: pair.measure.name, label: unitLabel(pair.measure.unit), title: 'How much' },
            { value: pair.count.name, label: '#', title: 'How many' },
          ]}
          onChange={choose}
        />
      )}
    </div>
  );
}

function defaultOf(types: readonly ValueTypeSummary[]): ValueTypeSummary | undefined {
  return types.find(({ isDefault }) => isDefault) ?? types.at(-1);
}

function unitLabel(unit: string): string {
  return { nanoseconds: 's', bytes: 'B' }[unit] ?? 'Σ';
}
