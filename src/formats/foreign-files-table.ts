/** A kind of file that people give to a profiler and that is no profile. */
export interface ForeignFile {
  /** Latin-1 text that it begins with. */
  readonly magic: string;
  readonly what: string;
  /** The next step. */
  readonly hint: string;
}

const record = 'plateau record -- ./PROGRAM, then plateau top';

/** ELF tells programs from cores by its `e_type`. */
export const elfMagic = '\x7fELF';
export const elfCore: Omit<ForeignFile, 'magic'> = {
  what: 'a core file, which holds one moment of a program and no profile',
  hint: `gdb PROGRAM CORE shows where it stood; for where time goes: ${record}`,
};
export const elfProgram: Omit<ForeignFile, 'magic'> = {
  what: 'a program or library, not a profile',
  hint: `record it first: ${record}; names of its addresses: plateau symbolize`,
};

export const foreignFiles: readonly ForeignFile[] = [
  { magic: '#!', what: 'a script, not a profile', hint: `record it first: ${record}` },
  {
    magic: 'FLR\0',
    what: 'a recording of Java Flight Recorder, which is not read',
    hint: 'plateau record -- java …, or jfr print --json FILE for its own words',
  },
  {
    magic: '\x81rforpl\xff',
    what: 'counters of an LLVM-instrumented program, which is no profile of time',
    hint: 'plateau pgo show FILE',
  },
  {
    magic: '\xfflprofi\x81',
    what: "an indexed profile of LLVM's counters, which is no profile of time",
    hint: 'plateau pgo show FILE',
  },
  {
    magic: 'adcg',
    what: 'counters of a gcc-instrumented program, which is no profile of time',
    hint: 'plateau pgo show FILE',
  },
  {
    magic: '# callgrind format',
    what: 'a recording of callgrind, which counts instructions and is not read',
    hint: `record time instead: ${record}`,
  },
  {
    magic: 'PK\x03\x04',
    what: 'a zip archive',
    hint: 'unzip it and give the profile inside',
  },
];
