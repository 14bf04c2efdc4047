// The program of a thread that reads a profile, so that the server answers meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import { runReadJob } from './read-job.ts';

// Pieces are copied and not transferred: the encoder looks at what it gave once more.
void runReadJob(workerData, (message) => parentPort?.postMessage(message, []));
