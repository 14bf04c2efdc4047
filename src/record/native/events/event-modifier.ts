import { ToolError } from '../../../base/tool-error.ts';
import type { PlannedEvent } from '../recording-plan.ts';

type Excluded = Pick<
  PlannedEvent,
  'excludeUser' | 'excludeKernel' | 'excludeHypervisor' | 'preciseIp'
>;

/**
 * perf's letters behind the colon: `u`, `k`, `h` name what is sampled and leave the rest out, each `p`
 * asks for an address that is more exact.
 */
export function parseModifier(event: string, modifier: string): Excluded {
  const letters = modifier.split('');
  const other = letters.find((letter) => !'ukhpPHG'.includes(letter));
  if (other !== undefined || letters.includes('G')) {
    const letter = other ?? 'G';
    throw new ToolError('usage', `${event}: the modifier ${letter} is not supported`, {
      hint: ':u user code, :k kernel, :p to :ppp exact addresses',
    });
  }
  const rings = letters.filter((letter) => 'ukh'.includes(letter));
  const precise = letters.filter((letter) => letter === 'p').length;
  const preciseIp = letters.includes('P') ? 3 : Math.min(3, precise);
  return {
    ...(rings.length > 0 && {
      excludeUser: !rings.includes('u'),
      excludeKernel: !rings.includes('k'),
      excludeHypervisor: !rings.includes('h'),
    }),
    ...(preciseIp > 0 && { preciseIp }),
  };
}
