import type { JSX } from 'preact';
import type { App } from '../../app/app.ts';
import { Segmented } from '../segmented.tsx';

/** Which side is shown, where both cannot be at once; nothing while nothing is compared. */
export function SideChoice({ app }: { readonly app: App }): JSX.Element | null {
  if (app.baseScope.value === null) return null;
  return (
    <Segmented
      label="Side"
      value={app.state.value.side}
      choices={[
        { value: 'base', label: 'Base', title: 'Show the base' },
        { value: 'new', label: 'New', title: 'Show the new side' },
      ]}
      onChange={(side) => {
        app.change({ side });
        app.announce(side === 'base' ? 'Base shown' : 'New side shown');
      }}
    />
  );
}
