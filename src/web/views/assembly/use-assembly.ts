import { useComputed } from '@preact/signals';
import type { AssemblyFunctionsAnswer, ComparedAssemblyFunctions } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { comparisonOf } from '../../kit/compare/sides.ts';
import type { Place } from '../../state/view-state.ts';
import type { ShownAssembly } from './assembly-rows.ts';

interface Assembly {
  readonly functions: AssemblyFunctionsAnswer | ComparedAssemblyFunctions | null;
  readonly answer: ShownAssembly | null;
  /** Whose code is asked for. */
  readonly place: Place | null;
}

/** The functions with code and the code of one, while two things are compared of both. */
export function useAssembly(app: App): Assembly {
  const isCompared = useComputed(() => app.baseScope.value !== null);
  const plainList = useAnswer(app.engine, 'assemblyFunctions', () =>
    isCompared.value ? null : { scope: app.scope.value },
  );
  const bothList = useAnswer(app.engine, 'compareAssemblyFunctions', () => comparisonOf(app));
  const functions = useComputed(() =>
    isCompared.value ? bothList.value.answer : plainList.value.answer,
  );
  const place = useComputed((): Place | null => {
    const { selected } = app.state.value;
    return selected ?? functions.value?.functions[0] ?? null;
  });
  const plain = useAnswer(app.engine, 'assembly', () => {
    if (place.value === null || isCompared.value) return null;
    const { name, module } = place.value;
    return { scope: app.scope.value, name, module, syntax: app.state.value.syntax };
  });
  const both = useAnswer(app.engine, 'compareAssembly', () => {
    const sides = comparisonOf(app);
    if (place.value === null || sides === null) return null;
    const { name, module } = place.value;
    const { syntax, side } = app.state.value;
    return { ...sides, name, module, syntax, side };
  });
  return {
    functions: functions.value,
    answer: isCompared.value ? both.value.answer : plain.value.answer,
    place: place.value,
  };
}
