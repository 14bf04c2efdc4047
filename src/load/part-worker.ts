// The program of a thread that reads one part of a file. It loads the one format it is asked for.
import { parentPort, workerData } from 'node:worker_threads';
import { readPart } from './part-job.ts';

const answer = readPart(workerData);
parentPort?.postMessage(answer.message, answer.transfer);
