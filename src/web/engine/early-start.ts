import { startEarly } from './early-worker.ts';

startEarly();
