import type { JSX } from 'preact';
import type { SourceFile, SourceFilesAnswer } from '../../../explore/index.ts';
import { type PickItem, PickList } from '../../kit/code/pick-list.tsx';
import { formatCounted } from '../../kit/quantity.ts';

interface FileListProps {
  readonly answer: SourceFilesAnswer;
  readonly current: string;
  readonly onChoose: (file: SourceFile) => void;
}

/** Hot files, those of the program first; files whose text is elsewhere behind those that can be read. */
export function FileList({ answer, current, onChoose }: FileListProps): JSX.Element {
  const { files, whole } = answer;
  const shared = sharedFolder(files.filter(({ isMine }) => isMine).map(({ file }) => file));
  const items = (isWanted: (file: SourceFile) => boolean): PickItem[] =>
    files.filter(isWanted).map((file) => itemOf(file, shortPath(file.file, shared), whole.value));
  return (
    <PickList
      label="Hot files"
      noun="File"
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

function itemOf(file: SourceFile, path: string, whole: number): PickItem {
  const at = path.lastIndexOf('/') + 1;
  const costs = `${formatCounted(file.selfSamples, 'sample')} of its own, ${formatCounted(file.totalSamples, 'sample')} with what it calls`;
  return {
    id: file.file,
    text: path,
    label: (
      <span class="pick-item-path">
        <bdi>
          {path.slice(0, at)}
          <b>{path.slice(at)}</b>
        </bdi>
      </span>
    ),
    tip: `${file.file}\n${costs}${file.hasText ? '' : '\nits text is not in the profile'}`,
    self: file.self / whole,
    total: file.total / whole,
  };
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
  return file.replace(/^.*\/(?:rustc\/[0-9a-f]+|registry\/src\/[^/]+|go\/src|node_modules)\//, '');
}
