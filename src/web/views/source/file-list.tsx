import type { JSX } from 'preact';
import type { SourceFile, SourceFilesAnswer } from '../../../explore/index.ts';
import { formatCounted, formatShare, formatShareOrNothing } from '../../kit/quantity.ts';

interface FileListProps {
  readonly answer: SourceFilesAnswer;
  readonly current: string;
  readonly onChoose: (file: SourceFile) => void;
}

/** Hot files, those of the program first: a list, or a menu where there is little room. */
export function FileList({ answer, current, onChoose }: FileListProps): JSX.Element {
  const { files, whole } = answer;
  const shared = sharedFolder(files.filter(({ isMine }) => isMine).map(({ file }) => file));
  const groups = [
    { title: 'My code', files: files.filter(({ isMine }) => isMine) },
    { title: 'Dependencies', files: files.filter(({ isMine }) => !isMine) },
  ].filter((group) => group.files.length > 0);
  return (
    <nav class="source-files" aria-label="Hot files">
      <select
        class="source-files-menu"
        aria-label="File"
        value={current}
        onChange={(event) => {
          const file = files.find((each) => each.file === event.currentTarget.value);
          if (file !== undefined) onChoose(file);
        }}
      >
        {files.map((file) => (
          <option key={file.file} value={file.file} selected={file.file === current}>
            {`${shortPath(file.file, shared)}  ${formatShare(file.total / whole.value)}`}
          </option>
        ))}
      </select>
      <div class="source-files-list">
        {groups.map((group) => (
          <section key={group.title}>
            <h2>
              <span>{group.title}</span>
              <span>self</span>
              <span>total</span>
            </h2>
            <ul>
              {group.files.map((file) => (
                <FileRow
                  key={file.file}
                  file={file}
                  path={shortPath(file.file, shared)}
                  whole={whole.value}
                  isCurrent={file.file === current}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

interface FileRowProps {
  readonly file: SourceFile;
  readonly path: string;
  readonly whole: number;
  readonly isCurrent: boolean;
  readonly onChoose: (file: SourceFile) => void;
}

function FileRow({ file, path, whole, isCurrent, onChoose }: FileRowProps): JSX.Element {
  const at = path.lastIndexOf('/') + 1;
  return (
    <li>
      <button
        type="button"
        class="source-file"
        aria-current={isCurrent ? 'true' : undefined}
        title={`${file.file}\n${formatCounted(file.selfSamples, 'sample')} of its own, ${formatCounted(file.totalSamples, 'sample')} with what it calls${file.hasText ? '' : '\nits text is not in the profile'}`}
        onClick={() => onChoose(file)}
      >
        <span class="source-file-path">
          <bdi>
            {path.slice(0, at)}
            <b>{path.slice(at)}</b>
          </bdi>
        </span>
        <span class="source-file-share">{formatShareOrNothing(file.self / whole)}</span>
        <span class="source-file-share source-file-total">{formatShare(file.total / whole)}</span>
      </button>
    </li>
  );
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
