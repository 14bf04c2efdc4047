import { createCodeEditor } from './code-editor.ts';
import { editorName } from './load-editor.ts';

// The script that a page runs when it first shows source text.
Object.assign(globalThis, { [editorName]: createCodeEditor });
