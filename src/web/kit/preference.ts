/**
 * What a person prefers on this machine, beyond one view: it is not in the link. A page from a disk
 * or in a private window may have no storage; then a preference lasts as long as the page.
 */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(`plateau.${name}`);
  } catch {
    return null;
  }
}

export function writePreference(name: string, value: string): void {
  try {
    localStorage.setItem(`plateau.${name}`, value);
  } catch {
    // Nothing to do: the preference is in force until the page goes.
  }
}
