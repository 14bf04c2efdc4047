import {
  type EhFrameHeader,
  findHeaderRow,
  headerFde,
  headerStart,
  isSortedHeader,
} from './cfi-header.ts';
import { FdeIndex } from './cfi-index.ts';
import type { CfiSection } from './cfi-section.ts';

/**
 * The call frame information of an image: `.eh_frame` first, because it is what exceptions use and
 * hence right, then `.debug_frame`, which is asked for only when needed (it may be compressed).
 */
export class CallFrames {
  readonly #eh: CfiSection | undefined;
  readonly #header: EhFrameHeader | undefined;
  readonly #loadDebugFrame: () => CfiSection | undefined;
  #headerIsTrusted: boolean;
  #headerIsChecked = false;
  #ehIndex: FdeIndex | undefined;
  #debug: { readonly section: CfiSection; readonly index: FdeIndex } | undefined | 'unread' =
    'unread';

  constructor(
    eh: CfiSection | undefined,
    header: EhFrameHeader | undefined,
    loadDebugFrame: () => CfiSection | undefined = () => undefined,
  ) {
    this.#eh = eh;
    this.#header = header;
    this.#headerIsTrusted = header !== undefined && header.count > 0;
    this.#loadDebugFrame = loadDebugFrame;
  }

  /**
   * The section with the FDE whose code holds the Svma, which is then its `fde`; undefined when there
   * is none or it is damaged.
   */
  find(svma: number): CfiSection | undefined {
    return this.#findEh(svma) ?? this.#findDebug(svma);
  }

  #findEh(svma: number): CfiSection | undefined {
    const section = this.#eh;
    if (section === undefined) return undefined;
    const { offset, start, end } = section.fde;
    if (offset >= 0 && svma >= start && svma < end) return section;
    if (this.#headerIsTrusted && this.#header !== undefined) {
      const found = this.#searchHeader(section, this.#header, svma);
      if (found !== undefined || this.#headerIsTrusted) return found;
    }
    this.#ehIndex ??= new FdeIndex(section);
    return covering(section, this.#ehIndex.find(svma), svma);
  }

  /**
   * A header lies when its entry is no FDE, or not that function's, or when it is not sorted or leaves
   * functions out; these two are looked at once, at the first address it does not know.
   */
  #searchHeader(section: CfiSection, header: EhFrameHeader, svma: number): CfiSection | undefined {
    const row = findHeaderRow(header, svma);
    if (row >= 0) {
      const isThere = section.seek(headerFde(header, row) - section.address);
      if (!isThere || section.fde.start !== headerStart(header, row)) {
        this.#headerIsTrusted = false;
        return undefined;
      }
      if (svma < section.fde.end) return section;
    }
    if (!this.#headerIsChecked) {
      this.#headerIsChecked = true;
      const isWhole = section.countFdes() <= header.count && isSortedHeader(header);
      this.#headerIsTrusted = isWhole;
    }
    return undefined;
  }

  #findDebug(svma: number): CfiSection | undefined {
    if (this.#debug === 'unread') {
      const section = this.#loadDebugFrame();
      this.#debug = section === undefined ? undefined : { section, index: new FdeIndex(section) };
    }
    if (this.#debug === undefined) return undefined;
    const { section, index } = this.#debug;
    return covering(section, index.find(svma), svma);
  }
}

function covering(section: CfiSection, offset: number, svma: number): CfiSection | undefined {
  if (offset < 0 || !section.seek(offset)) return undefined;
  return svma >= section.fde.start && svma < section.fde.end ? section : undefined;
}
