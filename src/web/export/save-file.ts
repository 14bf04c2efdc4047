/** Hands a file to the user, as a download. */
export function saveFile(name: string, mediaType: string, bytes: Uint8Array): void {
  const address = URL.createObjectURL(
    new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaType }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
