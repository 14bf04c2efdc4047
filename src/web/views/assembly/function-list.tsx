import type { JSX } from 'preact';
import type { AssemblyFunctionsAnswer, CodedFunction } from '../../../explore/index.ts';
import { type PickItem, PickList } from '../../kit/code/pick-list.tsx';
import { FunctionName } from '../../kit/function-name.tsx';
import { formatCounted } from '../../kit/quantity.ts';
import type { Place } from '../../state/view-state.ts';

interface FunctionListProps {
  readonly answer: AssemblyFunctionsAnswer;
  /** Whose code is shown. */
  readonly current: Place | null;
  readonly onChoose: (place: Place) => void;
}

/** The hot functions that have code, the costliest first. */
export function FunctionList({ answer, current, onChoose }: FunctionListProps): JSX.Element {
  const { functions, whole } = answer;
  const items = (isWanted: boolean): PickItem[] =>
    functions
      .filter(({ isMine }) => isMine === isWanted)
      .map((each) => itemOf(each, whole.value, functions));
  const shown = functions.find(
    ({ name, module }) =>
      name === current?.name && (current.module === '' || module === current.module),
  );
  return (
    <PickList
      label="Functions with code"
      noun="Function"
      groups={[
        { title: 'My code', items: items(true) },
        { title: 'Others', items: items(false) },
      ]}
      current={shown === undefined ? '' : idOf(shown)}
      onChoose={(id) => {
        const chosen = functions.find((each) => idOf(each) === id);
        if (chosen !== undefined) onChoose({ name: chosen.name, module: chosen.module });
      }}
    />
  );
}

function idOf({ name, module }: Place): string {
  return `${module}\n${name}`;
}

function itemOf(each: CodedFunction, whole: number, all: readonly CodedFunction[]): PickItem {
  const costs = `${formatCounted(each.selfSamples, 'sample')} of its own, ${formatCounted(each.totalSamples, 'sample')} with what it calls`;
  const isTwice = all.some(({ name, module }) => name === each.name && module !== each.module);
  return {
    id: idOf(each),
    text: isTwice ? `${each.name} (${each.module})` : each.name,
    label: (
      <span class="pick-item-name">
        <FunctionName name={each.name} isShort />
      </span>
    ),
    tip: `${each.name}\n${each.module}\n${costs}`,
    self: each.self / whole,
    total: each.total / whole,
  };
}
