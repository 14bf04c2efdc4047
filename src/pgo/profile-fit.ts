import { ToolError } from '../base/tool-error.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { ProfileCoverage } from './toolchain.ts';

/** Below this more is lost than used. */
const leastUsedShare = 0.5;

/**
 * A compiler takes the profile of another program without an error, and code may change by it all the same:
 * what none of the weight was used of is no profile of this program.
 */
export function requireFittingProfile(
  { name }: PgoTarget,
  profile: string,
  coverage: ProfileCoverage | null,
): void {
  if (coverage?.usedShare !== 0) return;
  throw new ToolError(
    'target-failed',
    `${profile} is not a profile of ${name}: the compiler could use nothing of it`,
    { hint: `plateau pgo profile ${name} makes one that fits` },
  );
}

/** What a reader of the report should know of a profile that fits in part. */
export function fitWarnings({ name }: PgoTarget, coverage: ProfileCoverage | null): string[] {
  const share = coverage?.usedShare ?? null;
  if (share === null || share >= leastUsedShare) return [];
  const used = `only ${(share * 100).toFixed(0)} % of the profile's weight was used`;
  return [`${used}: it was made of other sources; plateau pgo profile ${name} makes a new one`];
}
