import type { ComponentType } from 'preact';
import type { App } from '../app/app.ts';
import type { Command } from '../state/command.ts';
import type { ViewName } from '../state/view-state.ts';

export interface ViewProps {
  readonly app: App;
}

/** One tab of the page. A new one is a folder here and a line in `view-table.ts`. */
export interface View {
  readonly name: ViewName;
  /** The tab's name. */
  readonly title: string;
  /** The key that shows it. */
  readonly key: string;
  /** Fills the panel; its size comes from the shell. */
  readonly Panel: ComponentType<ViewProps>;
  /** Options at the right of the context bar. */
  readonly Options?: ComponentType<ViewProps>;
  /** What can be done while it is shown, besides what the shell offers everywhere. */
  readonly commands?: readonly Command[];
  /** Its frames have the colours of `state.colour`: the status bar explains them (default false). */
  readonly hasLegend?: boolean;
  /** Explains other colours in the status bar. */
  readonly Legend?: ComponentType<ViewProps>;
  /** Shows the range strip above (default true). */
  readonly hasStrip?: boolean;
  /** Shows the inspector of the selected function beside it (default false). */
  readonly hasInspector?: boolean;
}
