import type { Scope, SourceFile, SourceRequest } from '../../../explore/index.ts';
import type { ViewState } from '../../state/view-state.ts';

/** What to show: the selected function's file, else the one worth opening. null = no file is known. */
export function sourceRequestOf(
  scope: Scope,
  { selected }: ViewState,
  files: readonly SourceFile[],
  chosen: SourceFile | null = null,
): SourceRequest | null {
  if (chosen !== null && chosen.name === selected?.name) {
    return { scope, file: chosen.file, name: chosen.name, module: chosen.module };
  }
  if (selected !== null) return { scope, file: '', name: selected.name, module: selected.module };
  const first = firstFile(files);
  return first === undefined ? null : { scope, file: first.file, name: first.name, module: '' };
}

/** The hottest file that can be read, those of the program before others; else the hottest. */
function firstFile(files: readonly SourceFile[]): SourceFile | undefined {
  const readable = files.filter(({ hasText }) => hasText);
  return readable.find(({ isMine }) => isMine) ?? readable[0] ?? files[0];
}
