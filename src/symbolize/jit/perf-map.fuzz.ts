import { Diagnostics } from '../../base/diagnostics.ts';
import { parseCodeName } from './code-name.ts';
import { parsePerfMap } from './perf-map.ts';

const texts = [
  '7f2e70003040 378 JS:~f file:///a.mjs:1:1\n7f2e70003100 10 Builtin:ArrayMap\n',
  '0x1000 0x20 py::walk:/app/tree.py\r\n1010 8 Eval:~ evalmachine.<anonymous>:1:1\r\n',
];

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'perf-map',
  seeds: () => texts.map((text) => new TextEncoder().encode(text)),
  async run(bytes) {
    const map = parsePerfMap(bytes, new Diagnostics());
    for (const address of [0, 0x1010, 0x7f2e70003101, 2 ** 52]) {
      const found = map.find(address, 0);
      if (found !== undefined) parseCodeName(found.name);
    }
  },
};
