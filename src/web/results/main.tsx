import { render } from 'preact';
import type { ResultsPage } from '../../render/results/results-page.ts';
import { createTheme } from '../app/theme.ts';
import '../kit/tokens.css';
import '../kit/document.css';
import { ResultsApp } from './results-app.tsx';

const text = document.getElementById('plateau-results')?.textContent ?? 'null';
// Written by server/results-html.ts, which checks what it embeds.
const data = JSON.parse(text) as ResultsPage | null;
const root = document.getElementById('plateau') ?? document.body;
render(<ResultsApp data={data} theme={createTheme()} />, root);
