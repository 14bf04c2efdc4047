import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { otherFile } from '../compare/sides.ts';

/**
 * All the time that can be shown, on the clock of the new side: of two files as much as the longer one
 * lasts, from the start of both, so that a run that ended earlier is seen to. Null without times.
 */
export function axisExtent(app: App): TimeRange | null {
  const extent = app.file.value?.extent ?? null;
  const other = otherFile(app)?.extent ?? null;
  if (extent === null || other === null) return extent;
  const lastsNs = Math.max(extent.endNs - extent.startNs, other.endNs - other.startNs);
  return { startNs: extent.startNs, endNs: extent.startNs + lastsNs };
}
