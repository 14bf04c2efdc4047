import { useComputed } from '@preact/signals';
import type { CompareTreeRequest, TreeRequest } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import type { EngineError } from '../../engine/engine.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import type { FlameTable } from '../../kit/flame/flame-table.ts';
import { detailRequest, holdsPath, minimumShare } from './tree-detail.ts';

export interface ShownTree {
  readonly table: FlameTable | null;
  readonly error: EngineError | null;
}

/**
 * The tree of everything, the finer one of the zoomed frame as soon as it is there, or while two things
 * are compared the tree of both.
 */
export function useTree(app: App): ShownTree {
  const request = useComputed((): TreeRequest => {
    const { invert, order, by } = app.state.value;
    const direction = invert ? 'bottom-up' : 'top-down';
    return { scope: app.scope.value, shape: { direction, order, by }, minimumShare };
  });
  const isCompared = useComputed(() => app.baseScope.value !== null);
  const whole = useAnswer(app.engine, 'tree', () => (isCompared.value ? null : request.value));
  const detailAsked = useComputed((): TreeRequest | null => {
    const { answer, isPending } = whole.value;
    if (answer === null || isPending || isCompared.value) return null;
    return detailRequest(request.value, answer, app.state.value.zoom);
  });
  const detail = useAnswer(app.engine, 'tree', () => detailAsked.value);
  const compared = useAnswer(app.engine, 'compareTree', (): CompareTreeRequest | null => {
    const base = app.baseScope.value;
    const { shape, scope } = request.value;
    return base === null ? null : { base, after: scope, normalize: false, shape, minimumShare };
  });
  const shown = useComputed((): ShownTree => {
    if (isCompared.value) return { table: compared.value.answer, error: compared.value.error };
    const fine = detail.value.answer;
    const root = detailAsked.value?.root;
    const isFine = root !== undefined && fine !== null && holdsPath(fine, root);
    return { table: isFine ? fine : whole.value.answer, error: whole.value.error };
  });
  return shown.value;
}
