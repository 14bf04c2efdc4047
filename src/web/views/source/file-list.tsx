import type { JSX } from 'preact';
import type {
  ComparedSourceFile,
  ComparedSourceFiles,
  SourceFile,
  SourceFilesAnswer,
} from '../../../explore/index.ts';
import { type PickItem, PickList, pickChange, pickShare } from '../../kit/code/pick-list.tsx';
import { formatCounted } from '../../kit/quantity.ts';

interface FileListProps {
  readonly answer: SourceFilesAnswer | ComparedSourceFiles;
  readonly current: string;
  readonly onChoose: (file: SourceFile) => void;
}

/** Hot files, those of the program first; files whose text is elsewhere behind those that can be read. */
export function FileList({ answer, current, onChoose }: FileListProps): JSX.Element {
  const { whole, unit } = answer;
  const files: readonly (SourceFile | ComparedSourceFile)[] = answer.files;
  const shared = sharedFolder(files.filter(({ isMine }) => isMine).map(({ file }) => file));
  const items = (isWanted: (file: SourceFile) => boolean): PickItem[] =>
    files.filter(isWanted).map((file) => ({
      ...itemOf(file, shortPath(file.file, shared)),
      ...costsOf(file, whole.value, unit),
    }));
  return (
    <PickList
      label="Hot files"
      noun="File"
      isChange={files.some((file) => 'base' in file)}
      groups={[
        { title: 'My code', items: items(({ isMine }) => isMine) },
        { title: 'Dependencies', items: items(({ isMine, hasText }) => !isMine && hasText) },
        { title: 'Text not here', items: items(({ isMine, hasText }) => !isMine && !hasText) },
      ]}
      current={current}
      onChoose={(id) => {
        const file = files.find((each) => each.file === id);
        if (file !== undefined) onChoose(file);
      }}
    />
  );
}

function costsOf(
  file: SourceFile | ComparedSourceFile,
  whole: number,
  unit: string,
): Pick<PickItem, 'self' | 'total'> {
  if (!('base' in file))
    return { self: pickShare(file.self / whole), total: pickShare(file.total / whole) };
  const { self, total, base } = file;
  return { self: pickChange(base.self, self, unit), total: pickChange(base.total, total, unit) };
}

function itemOf(file: SourceFile, path: string): Omit<PickItem, 'self' | 'total'> {
  const costs = `${formatCounted(file.selfSamples, 'sample')} of its own, ${formatCounted(file.totalSamples, 'sample')} with what it calls`;
  return {
    id: file.file,
    text: path,
    label: (characters) => <PathLabel path={fitPath(path, characters)} />,
    tip: `${file.file}\n${costs}${file.hasText ? '' : '\nits text is not in the profile'}`,
  };
}

function PathLabel({ path }: { readonly path: string }): JSX.Element {
  const at = path.lastIndexOf('/') + 1;
  return (
    <span class="pick-item-path">
      <bdi>
        {path.slice(0, at)}
        <b>{path.slice(at)}</b>
      </bdi>
    </span>
  );
}

/** Whole folders go first, from the left, then the beginning of the name. */
function fitPath(path: string, characters: number): string {
  const parts = path.split('/');
  let first = 0;
  const shown = (): string => `${first === 0 ? '' : '…/'}${parts.slice(first).join('/')}`;
  while (first < parts.length - 1 && shown().length > characters) first++;
  const name = parts.at(-1) ?? path;
  if (first < parts.length - 1 || shown().length <= characters) return shown();
  return name.length <= characters ? name : `…${name.slice(1 - Math.max(8, characters))}`;
}

/** The folder that all files are in, with its slash. */
function sharedFolder(files: readonly string[]): string {
  const [first = '', ...rest] = files;
  const folders = first.split('/').slice(0, -1);
  while (folders.length > 0 && !rest.every((file) => file.startsWith(`${folders.join('/')}/`))) {
    folders.pop();
  }
  return folders.length === 0 ? '' : `${folders.join('/')}/`;
}

/** Paths of the program from its own folder on, others without what every machine has differently. */
function shortPath(file: string, shared: string): string {
  if (shared !== '' && file.startsWith(shared)) return file.slice(shared.length);
  // Compilers write the way they went: a/../b/./c is b/c.
  const straight = file.replaceAll('/./', '/').replace(/\/(?!\.\.\/)[^/]+\/\.\.(?=\/)/g, '');
  return straight
    .replace(/^(?:\.\.?\/)+/, '')
    .replace(/^.*\/(?:rustc\/[0-9a-f]+|registry\/src\/[^/]+|go\/src|node_modules)\//, '');
}
