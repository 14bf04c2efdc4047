import type { ViewState } from './view-state.ts';

/** The state without the step that applies last; undefined = there is none. */
export function withoutLastStep(state: ViewState): Partial<ViewState> | undefined {
  const { ranges, threads, cpus, event, transforms } = state;
  if (transforms.length > 0) return { transforms: transforms.slice(0, -1), zoom: [] };
  if (event !== '') return { event: '', zoom: [] };
  if (cpus.length > 0) return { cpus: [], zoom: [] };
  if (threads.length > 0) return { threads: [], zoom: [] };
  return ranges.length > 0 ? { ranges: ranges.slice(0, -1), zoom: [] } : undefined;
}
