/** A bottleneck built into the workloads of demo/. */
export interface DemoFinding {
  readonly name: string;
  readonly why: string;
  readonly fix: string;
}

/** The slow program in one language: how it is made, and why its functions are slow. */
export interface DemoProgram {
  readonly language: string;
  /** For `--language`. */
  readonly word: string;
  /** Below demo/. */
  readonly source: string;
  /** What builds it; undefined when it needs no building. */
  readonly compiler?: { readonly tool: string; readonly flags: readonly string[] };
  /** Known, because the program was written to be so. */
  readonly findings: readonly DemoFinding[];
}

const quadratic = 'compares every order with every earlier one';
const strided = {
  why: 'goes down the columns of a matrix stored by rows',
  fix: 'swap the loops: neighbours share a cache line',
};
const heapTexts = {
  why: 'makes texts on the heap for each row, to ask for a length',
  fix: 'count the digits; the allocator rests too',
};

/** The first that can be built and recorded is taken; the last always can. */
export const demoPrograms: readonly DemoProgram[] = [
  {
    language: 'C',
    word: 'c',
    source: 'workload.c',
    compiler: { tool: 'cc', flags: ['-O2', '-g'] },
    findings: [
      { name: 'find_duplicates', why: quadratic, fix: 'a table of what was seen needs one pass' },
      { name: 'total_rows', ...heapTexts },
      { name: 'sum_columns', ...strided },
    ],
  },
  {
    language: 'Rust',
    word: 'rust',
    source: 'workload.rs',
    compiler: { tool: 'rustc', flags: ['-O', '-g'] },
    findings: [
      { name: 'workload::find_duplicates', why: quadratic, fix: 'a HashSet needs one pass' },
      { name: 'workload::total_rows', ...heapTexts },
      { name: 'workload::sum_columns', ...strided },
    ],
  },
  {
    language: 'JavaScript',
    word: 'js',
    source: 'workload.js',
    findings: [
      { name: 'findDuplicates', why: quadratic, fix: 'a Set finds duplicates in one pass' },
      {
        name: 'totalRows',
        why: 'writes each row as text and cuts that apart again',
        fix: 'read the fields where they are; the collector rests too',
      },
      { name: 'sumColumns', ...strided },
    ],
  },
];
