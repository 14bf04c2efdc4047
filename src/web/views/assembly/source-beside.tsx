import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { AssemblyAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { lineCostsOf } from '../../kit/code/line-costs.ts';
import { SourceEditor } from '../../kit/code/source-editor.tsx';
import { comparisonOf } from '../../kit/compare/sides.ts';

interface SourceBesideProps {
  readonly app: App;
  readonly answer: AssemblyAnswer;
  readonly instruction: number;
}

/** Only there is room for three columns. */
const wide = '(min-width: 1800px)';

/** The source beside the code where the window is wide; its line follows the selected instruction. */
export function SourceBeside(props: SourceBesideProps): JSX.Element | null {
  const [isWide, setWide] = useState(() => matchMedia(wide).matches);
  useEffect(() => {
    const media = matchMedia(wide);
    const follow = (): void => setWide(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return isWide ? <Beside {...props} /> : null;
}

function Beside({ app, answer, instruction }: SourceBesideProps): JSX.Element | null {
  const place = answer.places[lastPlace(answer, instruction)];
  const file = useSignal('');
  useLayoutEffect(() => {
    file.value = place?.file ?? '';
  }, [place?.file]);
  const asked = useComputed(() =>
    file.value === '' ? null : { file: file.value, name: '', module: '' },
  );
  const plain = useAnswer(app.engine, 'source', () =>
    asked.value === null || app.baseScope.value !== null
      ? null
      : { ...asked.value, scope: app.scope.value },
  );
  const both = useAnswer(app.engine, 'compareSource', () => {
    const sides = comparisonOf(app);
    return asked.value === null || sides === null ? null : { ...sides, ...asked.value };
  });
  const source = (app.baseScope.value === null ? plain : both).value.answer;
  const costs = useMemo(() => (source === null ? new Map() : lineCostsOf(source)), [source]);
  if (source === null || source.text === null || place === undefined) return null;
  return (
    <section class="assembly-beside" aria-label="Source">
      <header title={source.file}>{source.file}</header>
      <SourceEditor
        file={source.file}
        text={source.text}
        costs={costs}
        line={place.line}
        onLine={(line) => {
          const to = answer.place.findIndex((row) => answer.places[row]?.line === line);
          if (to >= 0) app.change({ address: answer.address[to] ?? null });
        }}
      />
    </section>
  );
}

/** The place of an instruction, else of the nearest one before it that has one. */
function lastPlace({ place }: AssemblyAnswer, instruction: number): number {
  for (let row = instruction; row >= 0; row--) {
    if ((place[row] as number) >= 0) return place[row] as number;
  }
  return place.find((row) => row >= 0) ?? -1;
}
