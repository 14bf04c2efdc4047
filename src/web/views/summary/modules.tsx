import type { JSX } from 'preact';
import type { SummaryAnswer } from '../../../explore/index.ts';
import { keyFamilies } from '../../../render/index.ts';
import type { App } from '../../app/app.ts';
import { FamilySwatch } from '../../kit/family-swatch.tsx';
import { MeasureBar } from '../../kit/measure-bar.tsx';
import { exactly } from '../../state/plain-search.ts';
import { CostList, type CostRow } from './cost-list.tsx';

interface ModulesProps {
  readonly app: App;
  readonly answer: SummaryAnswer;
}

/** Self by image. One leads to its functions. */
export function Modules({ app, answer }: ModulesProps): JSX.Element | null {
  const { modules } = answer;
  const show = (row: number): void => {
    const name = modules[row]?.name ?? '';
    if (name === '') return;
    app.change({ view: 'top-functions', by: 'functions', search: exactly(name) }, 'push');
  };
  // Formats that know no images have nothing to list.
  if (modules.every(({ name }) => name === '')) return null;
  return (
    <CostList
      title="Modules"
      aside={answer.isWait ? 'who waits' : 'self'}
      noun="Module"
      picturePx={120}
      answer={answer}
      rowCount={modules.length}
      rowAt={(row) => moduleRow(answer, row)}
      onPress={show}
    />
  );
}

function moduleRow({ modules }: SummaryAnswer, row: number): CostRow | null {
  const [module, largest] = [modules[row], modules[0]];
  if (module === undefined || largest === undefined) return null;
  const { name, family, self } = module;
  return {
    name: (
      <span class="summary-name" title={name}>
        <FamilySwatch family={keyFamilies[family] ?? 'neutral'} />
        <span class="grid-strong">{name === '' ? 'unknown' : name}</span>
      </span>
    ),
    picture: <MeasureBar self={self / largest.self} total={0} />,
    value: self,
    text: name,
  };
}
