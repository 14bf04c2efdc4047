import type { JSX } from 'preact';
import type {
  AssemblyFunctionsAnswer,
  CodedFunction,
  ComparedAssemblyFunctions,
} from '../../../explore/index.ts';
import { type PickItem, PickList, pickChange, pickShare } from '../../kit/code/pick-list.tsx';
import { FunctionName } from '../../kit/function-name.tsx';
import { formatCounted } from '../../kit/quantity.ts';
import type { Place } from '../../state/view-state.ts';

interface FunctionListProps {
  readonly answer: AssemblyFunctionsAnswer | ComparedAssemblyFunctions;
  /** Whose code is shown. */
  readonly current: Place | null;
  readonly onChoose: (place: Place) => void;
}

/** The hot functions that have code, the costliest first. */
export function FunctionList({ answer, current, onChoose }: FunctionListProps): JSX.Element {
  const functions: readonly CodedFunction[] = answer.functions;
  const items = (isWanted: boolean): PickItem[] =>
    functions.flatMap((each, at) =>
      each.isMine === isWanted ? { ...itemOf(each, functions), ...costsOf(answer, at) } : [],
    );
  const shown = functions.find(
    ({ name, module }) =>
      name === current?.name && (current.module === '' || module === current.module),
  );
  return (
    <PickList
      label="Functions with code"
      noun="Function"
      isChange={!('whole' in answer)}
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

function costsOf(
  answer: AssemblyFunctionsAnswer | ComparedAssemblyFunctions,
  at: number,
): Pick<PickItem, 'self' | 'total'> {
  if ('whole' in answer) {
    const { self = 0, total = 0 } = answer.functions[at] ?? {};
    const whole = answer.whole.value;
    return { self: pickShare(self / whole), total: pickShare(total / whole) };
  }
  const { self = 0, total = 0, base = { self: 0, total: 0 } } = answer.functions[at] ?? {};
  const { unit } = answer;
  return { self: pickChange(base.self, self, unit), total: pickChange(base.total, total, unit) };
}

function itemOf(
  each: CodedFunction,
  all: readonly CodedFunction[],
): Omit<PickItem, 'self' | 'total'> {
  const costs = `${formatCounted(each.selfSamples, 'sample')} of its own, ${formatCounted(each.totalSamples, 'sample')} with what it calls`;
  const isTwice = all.some(({ name, module }) => name === each.name && module !== each.module);
  return {
    id: idOf(each),
    text: isTwice ? `${each.name} (${each.module})` : each.name,
    label: (characters) => (
      <span class="pick-item-name">
        <FunctionName name={each.name} isShort characters={characters} />
      </span>
    ),
    tip: `${each.name}\n${each.module}\n${costs}`,
  };
}
