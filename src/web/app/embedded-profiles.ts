import type { ProfileSource } from '../engine/engine.ts';

interface ManifestEntry {
  readonly name: string;
  readonly sizeBytes: number;
}

/**
 * The profiles inside an exported page, which `server/export-html.ts` wrote. Their bytes stand behind
 * the script in many elements: each is decoded by itself, so that the page never stops for long, and taken
 * away, so that nothing is held twice.
 */
export function embeddedProfiles(): ProfileSource[] {
  const manifest = document.getElementById('plateau-profiles')?.textContent ?? '[]';
  return (JSON.parse(manifest) as ManifestEntry[]).map(({ name, sizeBytes }, index) => ({
    name,
    sizeBytes,
    stream: async () => bytesOf(index),
  }));
}

function bytesOf(profile: number): ReadableStream<Uint8Array> {
  const css = `script[data-plateau-profile="${profile}"]`;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const element = await nextElement(css);
        if (element === null) {
          controller.close();
          return;
        }
        controller.enqueue(decodeBase64(element.textContent ?? ''));
        element.remove();
      },
    },
    { highWaterMark: 1 },
  );
}

/** The first such element that is complete; null when the page has no more. */
async function nextElement(css: string): Promise<Element | null> {
  for (;;) {
    const isWhole = document.readyState !== 'loading';
    const element = document.querySelector(css);
    // The parser works on the last element of the page.
    if (isWhole || element?.nextElementSibling) return element;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** By the browser's own decoder where it has one. */
function decodeBase64(letters: string): Uint8Array {
  const native = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array };
  if (native.fromBase64 !== undefined) return native.fromBase64(letters);
  const text = atob(letters);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
