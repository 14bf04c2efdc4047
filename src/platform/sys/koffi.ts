import { createRequire } from 'node:module';
import { arch } from 'node:os';
import process from 'node:process';
import { ToolError } from '../../base/tool-error.ts';

/** `require`, not `import`: it is synchronous, and the bundler leaves it alone. */
export function requireKoffi(): typeof import('koffi') {
  try {
    return createRequire(import.meta.url)('koffi') as typeof import('koffi');
  } catch (error) {
    throw new ToolError('missing-tool', 'cannot load koffi, which calls the kernel for Plateau', {
      hint: `npm install koffi (it has no build for ${process.platform} ${arch()} if that fails)`,
      cause: error,
    });
  }
}
