import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { CompareTreeRequest, TreeAnswer, TreeRequest } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import type { EngineError } from '../../engine/engine.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { comparisonOf } from '../../kit/compare/sides.ts';
import type { FlameTable } from '../../kit/flame/flame-table.ts';
import { detailRoot, holdsPath, minimumShare } from './tree-detail.ts';

export interface ShownTree {
  readonly table: FlameTable | null;
  readonly error: EngineError | null;
}

/**
 * The tree of everything, the finer one of the zoomed frame as soon as it is there, or while two things
 * are compared the tree of both. `fineness`: how much smaller frames are wanted than at first sight.
 */
export function useTree(app: App, fineness: ReadonlySignal<number>): ShownTree {
  const request = useComputed((): TreeRequest => {
    const { invert, order, by } = app.state.value;
    const direction = invert ? 'bottom-up' : 'top-down';
    const share = minimumShare / fineness.value;
    return { scope: app.scope.value, shape: { direction, order, by }, minimumShare: share };
  });
  const isCompared = useComputed(() => app.baseScope.value !== null);
  const whole = useAnswer(app.engine, 'tree', () => (isCompared.value ? null : request.value));
  // A text, so that an answer which leads to the same path asks nothing again.
  const lastFine = useSignal<TreeAnswer | null>(null);
  const root = useComputed(() =>
    isCompared.value
      ? ''
      : detailRoot([whole.value.answer, lastFine.value], app.state.value.zoom).join(' '),
  );
  const detail = useAnswer(app.engine, 'tree', (): TreeRequest | null =>
    root.value === '' ? null : { ...request.value, root: root.value.split(' ').map(Number) },
  );
  useSignalEffect(() => {
    lastFine.value = detail.value.answer;
  });
  const compared = useAnswer(app.engine, 'compareTree', (): CompareTreeRequest | null => {
    const sides = comparisonOf(app);
    const { shape, minimumShare: least } = request.value;
    return sides === null ? null : { ...sides, shape, minimumShare: least };
  });
  const shown = useComputed((): ShownTree => {
    if (isCompared.value) return { table: compared.value.answer, error: compared.value.error };
    const fine = detail.value.answer;
    const isFine = root.value !== '' && fine !== null && isFineFor(fine, root.value);
    return { table: isFine ? fine : whole.value.answer, error: whole.value.error };
  });
  return shown.value;
}

function isFineFor(tree: TreeAnswer, root: string): boolean {
  return holdsPath(tree, root.split(' ').map(Number));
}
