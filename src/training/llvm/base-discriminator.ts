/**
 * The part of a DWARF discriminator that LLVM keys samples by; the others say how often a block was
 * duplicated and copied. Components are a prefix code: a set lowest bit means zero, otherwise five bits
 * follow, or twelve when the sixth is set (llvm/IR/DebugInfoMetadata.h, getPrefixEncodingFromUnsigned).
 */
export function baseDiscriminator(discriminator: number): number {
  return component(discriminator);
}

/** How many copies of a block stand for one of the source: samples of one are that many times fewer. */
export function duplicationFactor(discriminator: number): number {
  const factor = component(afterComponent(discriminator));
  return factor === 0 ? 1 : factor;
}

function component(code: number): number {
  if ((code & 1) !== 0) return 0;
  const value = code >>> 1;
  return (value & 0x20) === 0 ? value & 0x1f : ((value >>> 1) & 0xfe0) | (value & 0x1f);
}

function afterComponent(code: number): number {
  if ((code & 1) !== 0) return code >>> 1;
  return (code & 0x40) === 0 ? code >>> 7 : code >>> 14;
}
