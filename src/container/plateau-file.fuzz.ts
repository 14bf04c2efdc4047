import { readFileSync } from 'node:fs';
import { ToolError } from '../base/tool-error.ts';
import { plateauProfile } from './testing/file-bytes.ts';
import { repaired } from './testing/repair.ts';

const kept = new URL('testdata/version-1.plateau', import.meta.url);

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'plateau',
  seeds: () => [readFileSync(kept)],
  /** Twice: checksums stop nearly all damage, so the second time they are made right first. */
  async run(bytes) {
    await plateauProfile(bytes).catch((error: unknown) => {
      if (!(error instanceof ToolError)) throw error;
    });
    await plateauProfile(repaired(bytes));
  },
};
