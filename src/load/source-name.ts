import { baseName } from '../base/base-name.ts';

/** Endings of files that compilers and interpreters name in what they make. */
const endings = new Set(
  `c h i cc cp cpp cxx c++ hh hpp hxx h++ inc inl ipp tcc tpp def m mm cu cuh cl metal glsl hlsl
   s asm rs go js mjs cjs jsx ts mts cts tsx vue svelte coffee elm py pyx pyi pxd rb php java kt kts scala sc
   groovy clj cljs cs fs fsx vb swift zig nim d di v odin cr dart hs lhs ml mli re erl ex exs lua pl pm r jl
   f for f77 f90 f95 f03 f08 ada adb ads pas pp y yy l ll lex lisp el scm rkt wat td proto`.split(
    /\s+/,
  ),
);

/** Headers of C++'s library have no ending; what lies there is for everybody to read. */
const headerFolders = /^\/usr\/(local\/)?(include|lib\/gcc|lib\/llvm[^/]*)\//;

/**
 * Whether a path can be source text. A profile is hostile input and may name any file of this machine as
 * the source of a function: a key or a password file is neither shown nor put into a report.
 */
export function isSourceName(path: string): boolean {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return headerFolders.test(path);
  return dot > 0 && endings.has(name.slice(dot + 1).toLowerCase());
}
