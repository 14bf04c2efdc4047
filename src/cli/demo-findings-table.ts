/** A bottleneck built into demo/workload.js. */
export interface DemoFinding {
  readonly name: string;
  readonly why: string;
  readonly fix: string;
}

/** Why each function of the workload is slow: known, because the workload was written to be so. */
export const demoFindings: readonly DemoFinding[] = [
  {
    name: 'findDuplicates',
    why: 'compares every order with every earlier one',
    fix: 'a Set finds duplicates in one pass',
  },
  {
    name: 'totalRows',
    why: 'allocates objects and text for each row it adds up',
    fix: 'read the fields where they are; the collector rests too',
  },
  {
    name: 'sumColumns',
    why: 'goes down the columns of a matrix stored by rows',
    fix: 'swap the loops: neighbours share a cache line',
  },
];
