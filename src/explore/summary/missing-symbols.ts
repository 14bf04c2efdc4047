import { type FrameIndex, moduleName, type Profile } from '../../profile/index.ts';

/** What ran in code whose functions are not known. */
export interface MissingSymbols {
  readonly value: number;
  readonly samples: number;
  /** The image with most of it; '' = none is known. */
  readonly module: string;
  readonly moduleValue: number;
}

/** Looks at the frames that ran: what a function without a name costs itself. */
export function missingSymbols(profile: Profile): MissingSymbols {
  const { samples, stacks, frames } = profile;
  const byModule = new Map<string, number>();
  let [value, observed] = [0, 0];
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    if (stack < 0) continue;
    const frame = stacks.frame[stack] as number;
    if ((frames.function[frame] as number) >= 0) continue;
    const amount = samples.values[0]?.[row] ?? 0;
    const module = moduleName(profile, frame as FrameIndex);
    byModule.set(module, (byModule.get(module) ?? 0) + amount);
    value += amount;
    observed += samples.count?.[row] ?? 0;
  }
  const [module, moduleValue] = [...byModule].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return { value, samples: observed, module, moduleValue };
}
