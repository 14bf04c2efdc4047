import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { otherFile } from '../compare/sides.ts';
import { windowOf } from './nested-ranges.ts';

/**
 * What the strip shows: the window of the state, and of a comparison as much as the longer side lasts, so
 * that a run that ended earlier is seen to. Null without times.
 */
export function stripWindow(app: App): TimeRange | null {
  const extent = app.file.value?.extent ?? null;
  if (extent === null) return null;
  const { ranges } = app.state.value;
  const window = windowOf(ranges, extent);
  const other = otherFile(app)?.extent ?? null;
  if (other === null || ranges.length > 1) return window;
  const lastsNs = Math.max(extent.endNs - extent.startNs, other.endNs - other.startNs);
  return { startNs: extent.startNs, endNs: extent.startNs + lastsNs };
}
