/** Rust has the reason in the line below; Go's and glibc's last lines are of a stack. */
const reasons = [
  /^thread .* panicked at .*\n(.+)$/m,
  /^(panic: .+|fatal error: .+)$/m,
  /^(.+: Assertion .+ failed\.)$/m,
];

/** The line of what a program said that tells most likely why it failed: its last one, or a panic's reason. */
export function lastWords(text: string): string {
  for (const reason of reasons) {
    const [, said] = reason.exec(text) ?? [];
    if (said !== undefined) return said.trim();
  }
  return text.trim().split('\n').at(-1) ?? '';
}
