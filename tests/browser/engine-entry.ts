// What the test of the worker runs in its page: the engine alone, without views.
import { createEngine } from '../../src/web/engine/client.ts';
import { startWorker } from '../../src/web/engine/start-worker.ts';

Object.assign(globalThis, {
  startEngine: () => createEngine(startWorker()),
  sourceAt: (name: string) => ({
    name,
    sizeBytes: undefined,
    url: name,
    stream: async () => new Blob().stream(),
  }),
});
