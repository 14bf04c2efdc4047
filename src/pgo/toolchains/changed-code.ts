import { ToolError } from '../../base/tool-error.ts';
import { codeHash } from '../program-code.ts';
import type { ProofEvidence } from '../toolchain.ts';

/**
 * Whether the profile changed the program, which no flag on a command line can pretend. Plateau's own
 * command surely had the profile, so that equal code is a result: the profile changes nothing. A build of
 * the user's own may have lost it, or have taken objects of another build.
 */
export function hasChangedCode({ target, optimised, plain }: ProofEvidence): boolean {
  if (codeHash(optimised) !== codeHash(plain)) return true;
  if (target.build.length === 0) return false;
  throw new ToolError(
    'target-failed',
    `${target.name} was built without its profile: its code is the same as without`,
    {
      hint: `the build command must pass \${pgo} on to every compilation, and build everything anew: make -B, or objects in \${build}`,
    },
  );
}
