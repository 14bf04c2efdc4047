import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { TreeGranularity } from '../../analysis/index.ts';
import type { App } from '../app/app.ts';
import { useAnswer } from './use-answer.ts';

/** Which keys match the search; null = nothing is searched for (or the answer is on its way). */
export type Matches = ((key: number) => boolean) | null;

export function useMatches(app: App, by: () => TreeGranularity): ReadonlySignal<Matches> {
  const found = useAnswer(app.engine, 'search', () => {
    const expression = app.state.value.search;
    return expression === '' ? null : { scope: app.scope.value, by: by(), expression };
  });
  const isSearched = useComputed(() => app.state.value.search !== '');
  return useComputed(() => {
    const { answer } = found.value;
    if (answer === null || !isSearched.value) return null;
    const { matches } = answer;
    return (key) => ((matches[key >> 5] ?? 0) & (1 << (key & 31))) !== 0;
  });
}
