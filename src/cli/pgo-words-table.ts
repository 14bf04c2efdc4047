/** Words of other drivers (cargo-pgo, dtail-tools) that are steps here under another name. */
export const stepAliases: Readonly<Record<string, string>> = {
  optimize: 'build',
  optimise: 'build',
  instrument: 'profile',
  generate: 'profile',
};

/** Their words that are no steps here: what to do instead. */
export const otherWords: Readonly<Record<string, string>> = {
  run: 'write the command as a workload of plateau.toml; plateau pgo profile runs it',
  test: 'write a workload of plateau.toml that does what users do: tests walk through rare paths',
  bench:
    'write what the benchmark does as a workload of plateau.toml; plateau pgo compare times it',
  bolt: 'bolt = true in plateau.toml; plateau pgo build then runs llvm-bolt after the compiler',
  list: 'plateau pgo show lists the kept profiles',
  help: 'plateau help pgo',
};
