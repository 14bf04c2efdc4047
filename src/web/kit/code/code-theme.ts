import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * The look of the editor, in the page's tokens. It lives in a shadow root, where CodeMirror's rules
 * become an adopted style sheet: the page's policy allows no others.
 */
export function codeTheme(): Extension {
  return EditorView.theme({
    '&': { height: '100%', color: 'var(--text-1)', background: 'var(--bg-panel)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: 'var(--font-mono)',
      fontSize: 'var(--text-s)',
      lineHeight: 'var(--code-row)',
      fontVariantLigatures: 'none',
      scrollbarWidth: 'thin',
      scrollbarColor: 'var(--line-strong) transparent',
    },
    '.cm-content': { padding: '0 0 40px' },
    '.cm-line': { padding: '0 16px 0 12px' },
    '.cm-gutters': {
      border: '0',
      borderRight: '1px solid var(--line)',
      background: 'var(--bg-panel)',
      color: 'var(--text-3)',
    },
    '.cm-gutter.cost-self, .cm-gutter.cost-total': { width: 'var(--cost-width)' },
    '.cm-gutterElement': { cursor: 'default' },
    '.cm-lineNumbers .cm-gutterElement': { minWidth: '44px', padding: '0 8px' },
    '.cost': {
      display: 'block',
      height: 'calc(var(--code-row) - 2px)',
      margin: '1px 2px',
      padding: '0 6px',
      borderRadius: '2px',
      color: 'var(--text-1)',
      fontFamily: 'var(--font-ui)',
      fontVariantNumeric: 'tabular-nums',
      lineHeight: 'calc(var(--code-row) - 2px)',
      textAlign: 'right',
      whiteSpace: 'nowrap',
    },
    '.cost-self .cost': {
      background: 'color-mix(in oklab, var(--bar-self) calc(var(--ink) * 0.62), transparent)',
    },
    '.cost-total .cost': {
      background: 'color-mix(in oklab, var(--bar-total) var(--ink), transparent)',
    },
    '.cost.cost-less': {
      background: 'color-mix(in oklab, var(--diff-less-fill) var(--ink), transparent)',
    },
    '.cost.cost-more': {
      background: 'color-mix(in oklab, var(--diff-more-fill) var(--ink), transparent)',
    },
    '.cm-line.current': { background: 'var(--bg-select)', boxShadow: 'inset 2px 0 var(--accent)' },
  });
}
