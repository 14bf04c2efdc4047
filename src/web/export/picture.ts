/** Twice the design size, so that labels stay sharp where a picture is scaled. */
const scale = 2;
/** Browsers refuse canvases beyond about this many pixels a side. */
const largestSide = 16_000;

/** An SVG picture as PNG, drawn by the browser itself. */
export async function pngOfSvg(svg: Uint8Array): Promise<Uint8Array> {
  const type = 'image/svg+xml';
  const address = URL.createObjectURL(new Blob([svg as Uint8Array<ArrayBuffer>], { type }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const fit = Math.min(scale, largestSide / Math.max(image.naturalWidth, image.naturalHeight, 1));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.naturalWidth * fit));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * fit));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await pngOfCanvas(canvas);
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function pngOfCanvas(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
}
