/** The folders directly below GOROOT/src. */
const goPackages =
  'archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|vendor|weak';

function goStandardLibrary(before: string, behind: string): RegExp {
  return new RegExp(`${before}(${goPackages})${behind}`);
}

/** Parts of source paths by which code is recognised as someone else's. */
export const libraryPathParts: readonly RegExp[] = [
  /^\/usr\/(?!src\/app\/|local\/src\/)/,
  /^\/(lib|lib64|opt|nix|snap)\//,
  /^\/rustc\//,
  /(^|\/)\.cargo\/(registry|git)\//,
  /(^|\/)\.rustup\//,
  /^library\/(std|core|alloc|proc_macro)\//,
  /(^|\/)(node_modules|site-packages|dist-packages|vendor|third_party)\//,
  /^node:/,
  /(^|\/)go\/pkg\/mod\//,
  goStandardLibrary('(^|/)go/src/', '/'),
  // As -trimpath writes it.
  goStandardLibrary('^', '/.*\\.(go|s)$'),
  /^\/build\/glibc/,
  /^(\.\.\/|\.\/)*(sysdeps|nptl|malloc|csu|elf|string|stdlib|libio)\//,
  /(^|\/)include\/c\+\+\//,
];

/** Images that are never the user's own: shared libraries of the system, the loader, the kernel. */
export const libraryModules: readonly RegExp[] = [
  /^\/(usr\/)?(lib|lib64|libexec)\//,
  /(^|\/)(libc|libm|libpthread|libstdc\+\+|libgcc_s|ld-linux[^/]*|ld)[-.][^/]*so/,
  /^\[(vdso|vsyscall|kernel[^\]]*|guest[^\]]*)\]/,
  /\.ko(\.\w+)?$/,
];

/** Names that tell a runtime where neither file nor image does. */
export const libraryNames: readonly RegExp[] = [
  /^(runtime|internal\/\w+|syscall|reflect)\./,
  /^<?(std|core|alloc|hashbrown|backtrace|gimli|addr2line|rustc_demangle)::/,
  /^__libc_start_main|^_start$|^__libc_start_call_main$|^start_thread$|^clone3?$/,
  /^\((garbage collector|idle|program|root)\)$/,
];
