/** The page is one file: its worker's code stands in it as text. */
const elementId = 'plateau-worker';

export function startWorker(): Worker {
  const code = document.getElementById(elementId)?.textContent ?? '';
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}
