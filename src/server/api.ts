/** Where a page finds what its server serves; every path is below `/TOKEN/`. */
export const apiPaths = {
  /** GET: `ServedFile[]`, at once. */
  files: 'api/files',
  /** GET `api/profile/INDEX`: the profile as a .plateau file, when it is read. */
  profile: 'api/profile/',
  /** GET `api/source/INDEX?file=PATH`: text of a source file that the profile names. */
  source: 'api/source/',
  /** POST `api/open?name=NAME`, the body a recording: read with the files of this machine; answers a .plateau file. */
  open: 'api/open',
} as const;

/** A profile that `plateau view` was given. */
export interface ServedFile {
  readonly name: string;
  /** The format it was read from; '' while that is not known. */
  readonly formatName: string;
  /** As stored; null = not known in advance. */
  readonly sizeBytes: number | null;
  readonly state: 'waiting' | 'reading' | 'ready' | 'failed';
  /** How far reading has come. */
  readonly readBytes: number;
}

/** The body of every answer that is no success. */
export interface ServedError {
  readonly message: string;
  readonly hint: string;
}
