// The table of functions and lines in every Go program: debug/gosym/pclntab.go and runtime/symtab.go of
// the Go sources. The first word tells the version of the layout.

export type GoLayout = '1.2' | '1.16' | '1.18' | '1.20';

export const goMagics: Readonly<Record<number, GoLayout>> = {
  4294967291: '1.2',
  4294967290: '1.16',
  4294967280: '1.18',
  4294967281: '1.20',
};

/** Word numbers in `runtime.moduledata` from its start. */
export const moduleWords = { functionNames: 1, text: 22 } as const;

/** Where `moduledata` says that function data (inline trees) begin. */
export const moduleFunctionData: Readonly<Partial<Record<GoLayout, number>>> = {
  '1.18': 38,
  '1.20': 40,
};

/** runtime/internal/abi: which table holds the inline tree and the index into it. */
export const inlineTreePcData = 2;
export const inlineTreeFunctionData = 3;

/** An entry of the inline tree: its size, and the offsets of its fields. */
export const inlinedCalls: Readonly<
  Partial<
    Record<
      GoLayout,
      {
        readonly size: number;
        readonly name: number;
        readonly parentPc: number;
        readonly startLine: number; // -1 = not stored
      }
    >
  >
> = {
  '1.18': { size: 20, name: 12, parentPc: 16, startLine: -1 },
  '1.20': { size: 16, name: 4, parentPc: 8, startLine: 12 },
};
