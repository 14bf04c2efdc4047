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
  /(^|\/)go\/(pkg\/mod|src\/(runtime|internal|sync|reflect|syscall|net|os|io|fmt|encoding|sort|strings|bytes|time|bufio|compress|crypto))\//,
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
  /^(std|core|alloc)::/,
  /^<(std|core|alloc)::/,
  /^std::/,
  /^__libc_start_main|^_start$|^__libc_start_call_main$|^start_thread$|^clone3?$/,
  /^\((garbage collector|idle|program|root)\)$/,
];
