import { ToolError } from '../../base/tool-error.ts';
import { parseGcovCounts, parseGcovNotes } from './gcov-counts.ts';
import { gcovCounts, gcovNames } from './testing/gcov-bytes.ts';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'gcov-counts',
  seeds: () => [gcovCounts(12), gcovCounts(9), gcovNames(12), gcovNames(9)],
  /** Counts and names have different magics: what is the one cannot be the other. */
  run(bytes) {
    try {
      parseGcovNotes(bytes);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      parseGcovCounts(bytes);
    }
  },
};
