/**
 * What compilers append to the names of copies and parts of a function: promoted by ThinLTO (.llvm.N),
 * specialised (.constprop, .isra, .specialized), split (.part, .cold). The next build has the function
 * without it, so samples belong to the plain name.
 */
const suffixes =
  /(?:\.(?:llvm\.\d+|(?:part|isra|constprop|lto_priv|specialized)\.\d+|cold(?:\.\d+)?))+$/;

export function withoutSuffix(name: string): string {
  return name.replace(suffixes, '');
}
