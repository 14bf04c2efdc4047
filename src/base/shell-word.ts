/** A word as a shell takes it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command to copy into a shell. */
export function shellLine(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ');
}
