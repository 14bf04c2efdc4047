/**
 * What a crafted name may cost. A name that passes a limit is shown as it is. The longest name of libLLVM
 * and libstdc++ together takes 3 % of each.
 */
export const limits: { readonly depth: number; readonly output: number; readonly visits: number } =
  {
    /** Grammar rules inside one another while parsing, and nodes inside one another while printing. */
    depth: 400,
    /** Characters of a demangled name. */
    output: 262_144,
    /** Nodes printed: back references can repeat empty things, which cost time but no output. */
    visits: 262_144,
  };
