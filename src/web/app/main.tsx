import { render } from 'preact';
import { createEngine } from '../engine/client.ts';
import { takeWorker } from '../engine/early-worker.ts';
import '../kit/tokens.css';
import '../kit/document.css';
import { createApp } from './create-app.ts';
import { openGivenFiles } from './given-files.ts';
import { dispatchKeys } from './key-dispatch.ts';
import { createLinkKeeper } from './link-keeper.ts';
import { Shell } from './shell.tsx';

const link = createLinkKeeper();
const app = createApp(createEngine(takeWorker()), (state, kind) => link.onChange(state, kind));
link.start(app);
dispatchKeys(app);
render(<Shell app={app} />, document.getElementById('plateau') ?? document.body);
void openGivenFiles(app);
