import { findItaniumName } from './itanium/demangle-itanium.ts';

/** The name as the programmer wrote it; the name itself when it is not a mangled one. */
export function demangle(name: string): string {
  if (name.charCodeAt(0) !== 95) return name;
  if (name.charCodeAt(1) === 90) return findItaniumName(name) ?? name;
  return name;
}
