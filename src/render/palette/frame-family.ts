import { isOwnFunction } from '../../profile/index.ts';
import type { FamilyName } from './family-table.ts';

/** What a palette may look at. */
export interface FrameFacts {
  readonly name: string;
  readonly module: string;
  readonly file: string;
  readonly kind: 'user' | 'kernel' | 'jit' | 'vdso' | 'unmapped';
}

/** Whose code a frame is, from its image, its source file and the habits of names. */
export function ownerOf(frame: FrameFacts): FamilyName {
  if (isKernel(frame)) return 'kernel';
  const script = scriptOwner(frame);
  if (script !== undefined) return script;
  if (/(^|\/)(\.cargo\/registry|node_modules|site-packages|pkg\/mod|vendor)\//.test(frame.file)) {
    return 'package';
  }
  if (/^(libc[.-]|ld-|libpthread|libm[.-]|libgcc|libstdc\+\+|\[vdso\])/.test(frame.module)) {
    return 'libc';
  }
  if (/\.so(\.|$)|\.dylib$|\.dll$/.test(frame.module)) return 'library';
  if (!isOwnFunction(frame.name, frame.file)) return 'runtime';
  // A script that is known by its file is the program itself; compiled code without one is not.
  return frame.kind === 'jit' && frame.file === '' ? 'jit' : 'own';
}

/** Code of a Node program under perf: its scripts by their path, the rest of `node` as runtime. */
function scriptOwner({ name, module, file, kind }: FrameFacts): FamilyName | undefined {
  // Where the file is known the name says nothing about it: Node has a `Module._extensions..js`.
  const place = kind === 'jit' && file === '' ? name : '';
  if (/[ /]node:/.test(place)) return 'runtime';
  if (/\/node_modules\//.test(place)) return 'package';
  if (/\.[cm]?[jt]sx?(:\d+)*$/.test(place)) return 'own';
  // `native`: what V8's own profiler knows no script for.
  return module === 'node' || module === 'native' ? 'runtime' : undefined;
}

export function kindOf(frame: FrameFacts): FamilyName {
  if (isKernel(frame)) return 'kernel';
  if (frame.kind === 'jit' || frame.name.endsWith('_[j]')) return 'jit';
  return frame.name.endsWith('_[i]') ? 'runtime' : 'own';
}

export function isKernel(frame: FrameFacts): boolean {
  return frame.kind === 'kernel' || frame.name.endsWith('_[k]');
}

/** FlameGraph's `java` habit: JIT green, inlined aqua, kernel orange, C++ yellow, system red. */
export function javaFamily(frame: FrameFacts): FamilyName {
  const { name } = frame;
  if (isKernel(frame)) return 'orange';
  if (name.endsWith('_[i]')) return 'aqua';
  if (name.endsWith('_[j]') || frame.kind === 'jit') return 'green';
  if (name.includes('::') || name.startsWith('-[') || name.startsWith('+[')) return 'yellow';
  return /^L?(java|javax|jdk|net|org|com|io|sun)[./]/.test(name) ? 'green' : 'red';
}

/** `js`: own scripts green, builtins aqua, C++ yellow, kernel orange, system red. */
export function jsFamily(frame: FrameFacts): FamilyName {
  const { name, file } = frame;
  if (isKernel(frame)) return 'orange';
  if (file.startsWith('node:') || /(^|[\s(])node:/.test(name)) return 'aqua';
  if (/\.[cm]?[jt]sx?\b/.test(name) || /\.[cm]?[jt]sx?$/.test(file)) return 'green';
  if (name.endsWith('_[j]') || frame.kind === 'jit') return name.includes('/') ? 'green' : 'aqua';
  if (name.includes('::')) return 'yellow';
  return name.includes(':') || /^\(.*\)$/.test(name) ? 'aqua' : 'red';
}

export function perlFamily(frame: FrameFacts): FamilyName {
  if (isKernel(frame)) return 'orange';
  if (/::|\.pl|\.pm|^Perl_|^main$/.test(frame.name)) return 'green';
  return frame.name.startsWith('_Z') ? 'yellow' : 'red';
}

export function pythonFamily(frame: FrameFacts): FamilyName {
  const { name, file } = frame;
  const place = `${file} ${name}`;
  if (isKernel(frame)) return 'orange';
  if (/site-packages|dist-packages/.test(place)) return 'aqua';
  if (/lib\/python\d|<frozen|<built-in/.test(place)) return 'yellow';
  return /\.pyx?\b/.test(place) ? 'green' : 'red';
}

export function rustFamily(frame: FrameFacts): FamilyName {
  if (isKernel(frame)) return 'blue';
  const { name } = frame;
  if (/^<?(std|core|alloc)::| as (std|core|alloc)::|^__rust/.test(name)) return 'orange';
  return name.includes('::') ? 'aqua' : 'purple';
}

export function goFamily(frame: FrameFacts): FamilyName {
  const { name } = frame;
  if (isKernel(frame)) return 'orange';
  if (name.startsWith('runtime.') || name.startsWith('runtime/')) return 'yellow';
  if (name.startsWith('main.')) return 'green';
  // Paths of packages outside the standard library begin with a host name.
  return /^[^/]*\.[^/]*\//.test(name) ? 'aqua' : 'blue';
}
