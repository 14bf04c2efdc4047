/** Where a page finds what its server serves; every path is below `/TOKEN/`. */
export const apiPaths = {
  /** GET: `ServedFile[]`. */
  files: 'api/files',
  /** GET `api/profile/INDEX`: the profile as a .plateau file. */
  profile: 'api/profile/',
  /** GET `api/source/INDEX?file=PATH`: text of a source file that the profile names. */
  source: 'api/source/',
  /** POST `api/open?name=NAME`, the body a recording: read with the files of this machine; answers a .plateau file. */
  open: 'api/open',
} as const;

/** A profile that `plateau view` was given. */
export interface ServedFile {
  readonly name: string;
  /** The format it was read from. */
  readonly formatName: string;
  readonly sizeBytes: number;
}

/** The body of every answer that is no success. */
export interface ServedError {
  readonly message: string;
  readonly hint: string;
}
