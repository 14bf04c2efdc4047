import { findLegacyRustName } from './legacy.ts';
import { findV0RustName } from './v0.ts';

/** The Rust path behind `_R…` or `_ZN…17h<hash>E`, or undefined when it is not one. */
export function findRustName(mangled: string): string | undefined {
  const found =
    mangled.charCodeAt(1) === 82 ? findV0RustName(mangled) : findLegacyRustName(mangled);
  if (found === undefined) return undefined;
  if (found.end === mangled.length) return found.name;
  const suffix = shownSuffix(mangled.slice(found.end));
  return suffix === undefined ? undefined : found.name + suffix;
}

/** LLVM's number for a promoted function is noise; other suffixes say what the function is. */
function shownSuffix(suffix: string): string | undefined {
  if (suffix.charCodeAt(0) !== 46) return undefined;
  const llvm = suffix.indexOf('.llvm.');
  if (llvm >= 0 && isUpperHex(suffix, llvm + 6)) suffix = suffix.slice(0, llvm);
  for (let i = 0; i < suffix.length; i += 1) {
    const char = suffix.charCodeAt(i);
    if (char <= 32 || char >= 127) return undefined;
  }
  return suffix;
}

function isUpperHex(text: string, from: number): boolean {
  for (let i = from; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    const isDigit = char >= 48 && char <= 57;
    if (!isDigit && char !== 64 && (char < 65 || char > 70)) return false;
  }
  return true;
}
