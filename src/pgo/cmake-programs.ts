import { expanded, isPlainPath } from './build-file-words.ts';

/** The folders that a CMakeLists.txt goes on in. */
export function cmakeSubfolders(text: string): string[] {
  return [...cmakeCode(text).matchAll(/\badd_subdirectory\s*\(\s*["']?([^\s"')]+)/gi)]
    .map(([, path = '']) => path)
    .filter(isPlainPath);
}

function cmakeCode(text: string): string {
  return text.replaceAll(/#.*$/gm, '');
}

/** The programs that a CMakeLists.txt names. */
export function cmakePrograms(text: string): string[] {
  const code = cmakeCode(text);
  const [, project = ''] = /\bproject\s*\(\s*["']?([\w.+-]+)/i.exec(code) ?? [];
  const values = new Map([
    ['PROJECT_NAME', project],
    ['CMAKE_PROJECT_NAME', project],
  ]);
  for (const [, name = '', value = ''] of code.matchAll(
    /\bset\s*\(\s*(\w+)\s+["']?([\w.+-]+)["']?\s*\)/gi,
  )) {
    values.set(name, value);
  }
  const names = [...code.matchAll(/\badd_executable\s*\(\s*["']?([^\s"')]+)\s*["']?([^)]*)/gi)]
    .filter(([, , rest = '']) => !/^\s*(?:ALIAS|IMPORTED)\b/.test(rest))
    .map(([, name = '']) => expanded(name, values))
    .filter(isPlainPath);
  return [...new Set(names)];
}
