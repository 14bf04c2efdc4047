import { smallGoImage } from '../../object/go/testing/small-image.ts';
import { parseElf, sourceOf } from '../../object/index.ts';
import { GoCallSites } from './call-sites.ts';

const callers: ReadonlySet<string> = new Set(['main.spin', 'main.weigh']);

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'go-call-sites',
  seeds: () => (['1.16', '1.18', '1.20'] as const).map(smallGoImage),
  run(bytes) {
    const sites = GoCallSites.read(parseElf(sourceOf(bytes)), callers);
    if (sites === undefined) return;
    for (const callee of ['main.weigh', 'main.square', 'main.main']) {
      for (const caller of callers) {
        sites.hasCall(caller, 1, callee);
        sites.offsetsOf(caller, callee);
      }
    }
  },
};
