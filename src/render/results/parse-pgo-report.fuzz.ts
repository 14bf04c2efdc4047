import { parsePgoPage } from './results-page.ts';
import { sampleReport } from './testing/sample-results.ts';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'pgo-report',
  seeds: () => [new TextEncoder().encode(JSON.stringify(sampleReport()))],
  run(bytes) {
    parsePgoPage(new TextDecoder().decode(bytes), 'report.json');
  },
};
