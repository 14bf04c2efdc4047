/** One unit of a family: its factor turns a value into the family's base unit. */
export interface Unit {
  readonly name: string;
  /** Lower case, without a plural s. */
  readonly aliases: readonly string[];
  readonly factor: number;
}

/** Units that convert into each other. `fallback` is used when the asked unit is of another family. */
export interface UnitFamily {
  readonly fallback: Unit;
  readonly units: readonly Unit[];
}

const byte: Unit = { name: 'B', aliases: ['b', 'byte'], factor: 1 };
const second: Unit = { name: 's', aliases: ['s', 'sec', 'second'], factor: 1e9 };
const gcu: Unit = { name: 'GCU', aliases: ['gcu'], factor: 1 };

/** The families of pprof's internal/measurement: memory, time, and its abstract compute unit. */
export const unitFamilies: readonly UnitFamily[] = [
  {
    fallback: byte,
    units: [
      byte,
      { name: 'kB', aliases: ['kb', 'kbyte', 'kilobyte'], factor: 2 ** 10 },
      { name: 'MB', aliases: ['mb', 'mbyte', 'megabyte'], factor: 2 ** 20 },
      { name: 'GB', aliases: ['gb', 'gbyte', 'gigabyte'], factor: 2 ** 30 },
      { name: 'TB', aliases: ['tb', 'tbyte', 'terabyte'], factor: 2 ** 40 },
      { name: 'PB', aliases: ['pb', 'pbyte', 'petabyte'], factor: 2 ** 50 },
    ],
  },
  {
    fallback: second,
    units: [
      { name: 'ns', aliases: ['ns', 'nanosecond'], factor: 1 },
      { name: 'us', aliases: ['μs', 'µs', 'us', 'microsecond'], factor: 1e3 },
      { name: 'ms', aliases: ['ms', 'millisecond'], factor: 1e6 },
      second,
      { name: 'hrs', aliases: ['hour', 'hr'], factor: 3.6e12 },
    ],
  },
  {
    fallback: gcu,
    units: [
      { name: 'n*GCU', aliases: ['nanogcu'], factor: 1e-9 },
      { name: 'u*GCU', aliases: ['microgcu'], factor: 1e-6 },
      { name: 'm*GCU', aliases: ['milligcu'], factor: 1e-3 },
      gcu,
      { name: 'k*GCU', aliases: ['kilogcu'], factor: 1e3 },
      { name: 'M*GCU', aliases: ['megagcu'], factor: 1e6 },
      { name: 'G*GCU', aliases: ['gigagcu'], factor: 1e9 },
      { name: 'T*GCU', aliases: ['teragcu'], factor: 1e12 },
      { name: 'P*GCU', aliases: ['petagcu'], factor: 1e15 },
    ],
  },
];

/** Units that say nothing beside a number and are left out of labels. */
export const unspokenUnits: ReadonlySet<string> = new Set([
  'count',
  'sample',
  'unit',
  'minimum',
  'auto',
]);
