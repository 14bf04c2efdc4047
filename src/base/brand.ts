declare const brand: unique symbol;

/** A number or string that cannot be confused with another of the same shape. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
