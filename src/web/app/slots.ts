import type { ComponentType } from 'preact';
import { RangeStrip } from '../kit/time/range-strip.tsx';
import type { ViewProps } from '../views/view.ts';
import { Inspector } from './inspector.tsx';

/** The range strip under the tabs. */
export const stripSlot: ComponentType<ViewProps> | null = RangeStrip;

/** The inspector of the selected function.  */
export const inspectorSlot: ComponentType<ViewProps> | null = Inspector;
