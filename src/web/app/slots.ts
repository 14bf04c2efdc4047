import type { ComponentType } from 'preact';
import type { ViewProps } from '../views/view.ts';
import { Inspector } from './inspector.tsx';

/** The range strip under the tabs (kit/time/range-strip.tsx); null until it is there. */
export const stripSlot: ComponentType<ViewProps> | null = null;

/** The inspector of the selected function.  */
export const inspectorSlot: ComponentType<ViewProps> | null = Inspector;
