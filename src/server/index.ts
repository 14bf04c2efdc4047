export { type EmbeddedProfile, encodeReport } from './export-html.ts';
export type { ReadJob } from './read-job.ts';
export { type ReadElsewhere, type ReadResult, readInThread } from './reading-thread.ts';
export { encodeResultsPage } from './results-html.ts';
export type { Served } from './routes.ts';
export { type ServedProfile, serveProfile } from './served-profile.ts';
export { startViewServer, type ViewServer } from './view-server.ts';
