/** Every way the work can fail for a reason outside Plateau. Bugs throw `AssertionError`. */
export type ToolErrorCode =
  | 'usage'
  | 'malformed-input'
  | 'unsupported-input'
  | 'unknown-format'
  | 'ambiguous-format'
  | 'too-large'
  | 'not-found'
  | 'denied'
  | 'io'
  | 'missing-tool'
  | 'target-failed'
  | 'no-data'
  | 'not-supported'
  | 'bad-expression';

export interface ToolErrorDetails {
  /** The next step, in the imperative: shown as `try: …`. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** Where in the input it went wrong; the reader fills these, the shell adds the file. */
  readonly file?: string;
  readonly section?: string;
  readonly offset?: number;
}

export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ToolErrorCode;
  readonly hint: string | undefined;
  readonly file: string | undefined;
  readonly section: string | undefined;
  readonly offset: number | undefined;

  constructor(code: ToolErrorCode, message: string, details: ToolErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.file = details.file;
    this.section = details.section;
    this.offset = details.offset;
  }

  /** The same error, now knowing which file it speaks of. */
  inFile(file: string): ToolError {
    if (this.file !== undefined) return this;
    return new ToolError(this.code, `${file}: ${this.message}`, {
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.section === undefined ? {} : { section: this.section }),
      ...(this.offset === undefined ? {} : { offset: this.offset }),
      cause: this,
      file,
    });
  }
}

/** Malformed bytes: the message always carries the section and the offset. */
export function malformed(section: string, offset: number, what: string): ToolError {
  return new ToolError('malformed-input', `${section} at 0x${offset.toString(16)}: ${what}`, {
    section,
    offset,
  });
}
