import type { LineCosts } from './cost-gutter.ts';

/** A file's text with costs beside its lines. */
export interface CodeEditor {
  /** The file's name is the accessible name, and tells the language. */
  setText(file: string, text: string): void;
  setCosts(costs: LineCosts): void;
  /** Marks a line and brings it into view; 0 = none. */
  showLine(line: number): void;
  destroy(): void;
}

export type CreateCodeEditor = (host: HTMLElement, onLine: (line: number) => void) => CodeEditor;

/** Where the editor's script leaves what it has. */
export const editorName = 'plateauEditor';
/** The element of the page that holds that script as text. */
const elementId = 'plateau-editor';

/**
 * The editor is half of the page's code and needed by two views only, so it stands in the page as text
 * and is run when one of them is first shown. An inline script runs at once; the page's policy knows its hash.
 */
export function loadEditor(): CreateCodeEditor {
  const known = findEditor();
  if (known !== undefined) return known;
  const script = document.createElement('script');
  script.textContent = document.getElementById(elementId)?.textContent ?? '';
  document.head.append(script);
  script.remove();
  const made = findEditor();
  if (made === undefined) throw new Error('the editor did not start');
  return made;
}

function findEditor(): CreateCodeEditor | undefined {
  return (globalThis as Partial<Record<typeof editorName, CreateCodeEditor>>)[editorName];
}
