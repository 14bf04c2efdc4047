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
}
