import type { JSX } from 'preact';
import type { App } from '../../app/app.ts';
import { Segmented } from '../segmented.tsx';

/** Which cost the tables of a comparison list; nothing while none is made. */
export function MeasureOption({ app }: { readonly app: App }): JSX.Element | null {
  if (app.baseScope.value === null) return null;
  return (
    <Segmented
      label="Cost"
      value={app.state.value.measure}
      choices={[
        { value: 'self', label: 'Self', title: 'What functions cost by themselves' },
        { value: 'total', label: 'Total', title: 'What functions cost with all they call' },
      ]}
      onChange={(measure) => app.change({ measure })}
    />
  );
}
