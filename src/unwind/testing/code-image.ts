/** A function of an image made for a test: a page of code with its own call frame program. */
export interface TestFunction {
  /** Svma, a multiple of 0x100 from 0x1000 on. */
  readonly at: number;
  /** Call frame instructions; undefined = no FDE. At the start CFA = rsp + 8, return address at CFA - 8. */
  readonly program?: readonly number[];
  readonly code?: readonly number[];
  /** In a CIE of its own with 'S'. */
  readonly isSignal?: boolean;
}

const frameAt = 0x400;
export const imageSize = 0x2000;

/** An ELF image of one PT_LOAD at Svma 0, without section headers, whose `.eh_frame_hdr` has no table. */
export function codeImage(functions: readonly TestFunction[], machine = 62): Uint8Array {
  const image = new Uint8Array(imageSize);
  const view = new DataView(image.buffer);
  image.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  view.setUint16(16, 3, true);
  view.setUint16(18, machine, true);
  view.setBigUint64(32, 64n, true);
  view.setUint16(54, 56, true);
  view.setUint16(56, 2, true);
  segment(view, 64, [1, 5, 0, imageSize]);
  segment(view, 120, [0x6474e550, 4, 0x300, 12]);
  // version 1; .eh_frame relative to itself, 32 bits; neither count nor table
  image.set([1, 0x1b, 0xff, 0xff], 0x300);
  view.setInt32(0x304, frameAt - 0x304, true);
  for (const { at, code } of functions) image.set(code ?? [], at);
  image.set(ehFrame(functions), frameAt);
  return image;
}

function segment(view: DataView, at: number, numbers: readonly number[]): void {
  const [type = 0, flags = 0, offset = 0, size = 0] = numbers;
  view.setUint32(at, type, true);
  view.setUint32(at + 4, flags, true);
  for (const [field, value] of [
    [8, offset],
    [16, offset],
    [32, size],
    [40, size],
  ] as const) {
    view.setBigUint64(at + field, BigInt(value), true);
  }
}

function ehFrame(functions: readonly TestFunction[]): Uint8Array {
  const bytes: number[] = [];
  const plain = bytes.length;
  bytes.push(...entry([0, 0, 0, 0, ...cieContent('zR')]));
  const signal = bytes.length;
  bytes.push(...entry([0, 0, 0, 0, ...cieContent('zRS')]));
  for (const { at, program, isSignal } of functions) {
    if (program === undefined) continue;
    const idAt = bytes.length + 4;
    const cie = u32(idAt - (isSignal === true ? signal : plain));
    bytes.push(...entry([...cie, ...u32(at), ...u32(0x100), 0, ...program]));
  }
  return Uint8Array.from([...bytes, 0, 0, 0, 0]);
}

/** Code alignment 1, data alignment -8, column 16; addresses absolute, 32 bits; rsp + 8, ra at CFA - 8. */
function cieContent(augmentation: string): number[] {
  const letters = Array.from(augmentation, (letter) => letter.charCodeAt(0));
  return [1, ...letters, 0, 1, 0x78, 16, 1, 0x03, 0x0c, 7, 8, 0x90, 1];
}

function entry(content: readonly number[]): number[] {
  return [...u32(content.length), ...content];
}

function u32(value: number): number[] {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255];
}
