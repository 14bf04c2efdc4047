import type { JSX } from 'preact';
import { Select } from '../kit/select.tsx';
import { valueTitle } from '../kit/value-title.ts';
import type { ShellApp } from './create-app.ts';

/** What is measured: CPU time, samples, time waited, bytes allocated. */
export function ValuePicker({ app }: { readonly app: ShellApp }): JSX.Element | null {
  const file = app.file.value;
  if (file === null) return null;
  const { valueTypes } = file.summary;
  const { value, event } = app.state.value;
  const asked = value === '' ? event : value;
  const shown =
    valueTypes.find(({ name }) => name === asked) ?? valueTypes.find((t) => t.isDefault);
  return (
    <Select
      label="Value"
      value={shown?.name ?? ''}
      choices={valueTypes.map((type) => ({
        value: type.name,
        label: valueTitle(type, valueTypes),
        title: `${type.name} (${type.unit})`,
      }))}
      onChange={(name) => {
        const isDefault = valueTypes.find((each) => each.name === name)?.isDefault === true;
        app.change({ value: isDefault && event === '' ? '' : name, zoom: [] });
        const type = valueTypes.find((each) => each.name === name);
        if (type !== undefined) app.announce(`Value: ${valueTitle(type, valueTypes)}`);
      }}
    />
  );
}
