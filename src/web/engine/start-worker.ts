import type { ToWorker } from './messages.ts';

/** The page is one file: the code of its workers stands in it as text. */
const engineId = 'plateau-worker';
const inflateId = 'plateau-inflate';

/** The engine's worker, and where there is a second core one that unfolds compressed bytes for it. */
export function startWorker(): Worker {
  const worker = workerOf(codeOf(engineId) ?? '');
  const inflateCode = codeOf(inflateId);
  if (inflateCode !== undefined && navigator.hardwareConcurrency > 1) {
    const { port1, port2 } = new MessageChannel();
    workerOf(inflateCode).postMessage(port1, [port1]);
    worker.postMessage({ kind: 'inflate', port: port2 } satisfies ToWorker, [port2]);
  }
  return worker;
}

function codeOf(elementId: string): string | undefined {
  return document.getElementById(elementId)?.textContent ?? undefined;
}

function workerOf(code: string): Worker {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}
