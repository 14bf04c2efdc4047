import type { JSX } from 'preact';
import type { ProfileSummary } from '../../../analysis/index.ts';
import { plainName } from '../../../render/index.ts';
import { formatCount } from '../../kit/quantity.ts';
import { biasOf } from './bias-table.ts';
import { Card } from './card.tsx';
import { Mark } from './fact-cards.tsx';
import { lossesOf } from './facts.ts';

const titles = {
  alone: 'Health',
  base: 'Health, base',
  new: 'Health, new',
  both: 'Health, base and new',
};

interface HealthProps {
  readonly file: ProfileSummary;
  /** Whose it is, while two things are compared. */
  readonly side?: keyof typeof titles;
}

/** Each loss with its count and what it does to the numbers. Without any there is no card. */
export function Health({ file, side = 'alone' }: HealthProps): JSX.Element | null {
  const losses = lossesOf(file);
  if (losses.length === 0) return null;
  return (
    <Card title={titles[side]} aside="what was lost, and what it biases">
      <ul class="summary-losses">
        {losses.map(({ code, count, message }) => (
          <li key={code}>
            <Mark isGood={false} />
            <p>
              <b>{formatCount(count)} ×</b> {plainName(message)}
              {biasOf(code) === '' ? null : <span>{biasOf(code)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
