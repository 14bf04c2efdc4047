import { ToolError } from '../base/tool-error.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { ProfileCoverage } from './toolchain.ts';

/** Programs have a little in common: what starts them and calls main. */
export const leastUsedShare = 0.01;
/** Below this more is lost than used. */
const doubtfulShare = 0.5;

/**
 * A compiler takes the profile of another program without an error, and code may change by it all the same:
 * what next to none of the weight was used of is no profile of this program.
 */
export function requireFittingProfile(
  { name }: PgoTarget,
  profile: string,
  coverage: ProfileCoverage | null,
): void {
  const share = coverage?.usedShare ?? null;
  if (share === null || share >= leastUsedShare) return;
  const used = share === 0 ? 'nothing' : `only ${(share * 100).toFixed(1)} %`;
  throw new ToolError(
    'target-failed',
    `${profile} is not a profile of ${name}: the compiler could use ${used} of it`,
    { hint: `plateau pgo profile ${name} makes one that fits` },
  );
}

/** What a reader of the report should know of a profile that fits in part. */
export function fitWarnings({ name }: PgoTarget, coverage: ProfileCoverage | null): string[] {
  const share = coverage?.usedShare ?? null;
  if (share === null || share >= doubtfulShare) return [];
  const used = `only ${(share * 100).toFixed(0)} % of the profile's weight was used`;
  return [`${used}: it was made of other sources; plateau pgo profile ${name} makes a new one`];
}
