import { render } from 'preact';
import { createEngine } from '../engine/client.ts';
import { startWorker } from '../engine/start-worker.ts';
import '../kit/tokens.css';
import { createApp } from './create-app.ts';
import { openGivenFiles } from './given-files.ts';
import { Shell } from './shell.tsx';

const app = createApp(createEngine(startWorker()));
render(<Shell app={app} />, document.getElementById('plateau') ?? document.body);
void openGivenFiles(app);
