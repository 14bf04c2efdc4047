import type { JSX } from 'preact';
import { ColourOption } from '../../kit/flame/colour-option.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import { Select } from '../../kit/select.tsx';
import { Toggle } from '../../kit/toggle.tsx';
import type { ViewProps } from '../view.ts';

const shapes = [
  { value: 'flame', label: 'Flame', title: 'The root at the bottom (v)' },
  { value: 'icicle', label: 'Icicle', title: 'The root at the top (v)' },
] as const;
const orders = [
  { value: 'weight', label: 'Heaviest left' },
  { value: 'name', label: 'Alphabetical' },
] as const;
const granularities = [
  { value: 'functions', label: 'Function' },
  { value: 'modules', label: 'Module' },
  { value: 'files', label: 'File' },
  { value: 'lines', label: 'Line' },
] as const;
/** Shape, direction, order, grain and colour of the graph. */
export function FlameGraphOptions({ app }: ViewProps): JSX.Element {
  const { shape, invert, order, by } = app.state.value;
  return (
    <>
      <Segmented
        label="Shape"
        value={shape}
        choices={shapes}
        onChange={(next) => app.change({ shape: next })}
      />
      <Toggle
        isOn={invert}
        title="Begin with the functions that ran (i)"
        onChange={(next) => app.change({ invert: next, zoom: [] })}
      >
        Invert
      </Toggle>
      <Select
        label="By"
        value={by}
        choices={granularities}
        onChange={(next) => app.change({ by: next, zoom: [] })}
      />
      <Select
        label="Order"
        value={order}
        choices={orders}
        onChange={(next) => app.change({ order: next })}
      />
      <ColourOption app={app} />
    </>
  );
}
