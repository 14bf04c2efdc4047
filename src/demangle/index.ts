import { findItaniumName } from './itanium/demangle-itanium.ts';
import { findRustName } from './rust/demangle-rust.ts';

/**
 * The name as the programmer wrote it; the name itself when it is not a mangled one, or passes a limit
 * (limits-table.ts). A symbol version (`@GLIBCXX_3.4`) stays behind the name.
 */
export function demangle(name: string): string {
  if (name.charCodeAt(0) !== 95) return name;
  const kind = name.charCodeAt(1);
  if (kind !== 90 && kind !== 82) return name;
  const version = name.indexOf('@');
  if (version < 0) return findName(name, kind === 90) ?? name;
  const found = findName(name.slice(0, version), kind === 90);
  return found === undefined ? name : found + name.slice(version);
}

function findName(mangled: string, isItanium: boolean): string | undefined {
  if (!isItanium) return findRustName(mangled);
  // The hash at the end of a legacy Rust name; a cheap look before reading the name.
  const isRust = mangled.includes('17h') ? findRustName(mangled) : undefined;
  return isRust ?? findItaniumName(mangled);
}
