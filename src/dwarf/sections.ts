/**
 * The debug sections of one file. Where they come from (an image, its debug file, a .dwo) and how they
 * are compressed is not the business of this layer.
 */
export interface DwarfSections {
  readonly littleEndian: boolean;
  /**
   * The bytes of a section by its usual name (`.debug_info`), decompressed; empty when the file has
   * none. Must be cheap to call again.
   */
  bytes(name: string): Uint8Array;
  /**
   * A few bytes of a section, fewer where it ends; undefined when only the whole can be had. Spares the
   * reading of all names of a program for the sake of a few.
   */
  part?(name: string, offset: number, length: number): Uint8Array | undefined;
  /** How many bytes a section takes in the file, 0 when there is none. */
  size?(name: string): number;
}
