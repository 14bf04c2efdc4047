import { type ReadonlySignal, useComputed } from '@preact/signals';
import type {
  ComparedSource,
  ComparedSourceFiles,
  SourceAnswer,
  SourceFile,
  SourceFilesAnswer,
} from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { comparisonOf } from '../../kit/compare/sides.ts';
import { sourceRequestOf } from './source-request.ts';

export type ShownSource = SourceAnswer | ComparedSource;

interface Sources {
  readonly files: ReadonlySignal<SourceFilesAnswer | ComparedSourceFiles | null>;
  readonly answer: ReadonlySignal<ShownSource | null>;
}

/** The files and the text that is asked for, while two things are compared of both. */
export function useSource(app: App, chosen: ReadonlySignal<SourceFile | null>): Sources {
  const isCompared = useComputed(() => app.baseScope.value !== null);
  const plainFiles = useAnswer(app.engine, 'sourceFiles', () =>
    isCompared.value ? null : { scope: app.scope.value },
  );
  const bothFiles = useAnswer(app.engine, 'compareSourceFiles', () => comparisonOf(app));
  const files = useComputed(() =>
    isCompared.value ? bothFiles.value.answer : plainFiles.value.answer,
  );
  const request = useComputed(() => {
    const known = files.value;
    if (known === null) return null;
    return sourceRequestOf(app.scope.value, app.state.value, known.files, chosen.value);
  });
  const plain = useAnswer(app.engine, 'source', () => (isCompared.value ? null : request.value));
  const both = useAnswer(app.engine, 'compareSource', () => {
    const [sides, asked] = [comparisonOf(app), request.value];
    if (sides === null || asked === null) return null;
    const { file, name, module } = asked;
    return { ...sides, file, name, module };
  });
  const answer = useComputed(() => (isCompared.value ? both.value.answer : plain.value.answer));
  return { files, answer };
}
