import { ToolError } from '../base/tool-error.ts';
import type { Fde } from './cfi-entry.ts';
import { type EhFrameHeader, findFdeAddress } from './cfi-header.ts';
import { FdeIndex } from './cfi-index.ts';
import type { CfiSection } from './cfi-section.ts';

export interface FoundFde {
  readonly section: CfiSection;
  readonly fde: Fde;
}

/**
 * The call frame information of an image: `.eh_frame` first, because it is what exceptions use and
 * hence right, then `.debug_frame`, which is asked for only when needed (it may be compressed).
 */
export class CallFrames {
  readonly #eh: CfiSection | undefined;
  readonly #header: EhFrameHeader | undefined;
  readonly #loadDebugFrame: () => CfiSection | undefined;
  #headerIsTrusted: boolean;
  #headerIsCounted = false;
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

  /** The FDE whose code holds the Svma; undefined when there is none or it is damaged. */
  find(svma: number): FoundFde | undefined {
    return this.#findEh(svma) ?? this.#findDebug(svma);
  }

  #findEh(svma: number): FoundFde | undefined {
    const section = this.#eh;
    if (section === undefined) return undefined;
    if (this.#headerIsTrusted && this.#header !== undefined) {
      const found = this.#searchHeader(section, this.#header, svma);
      if (found !== undefined || this.#headerIsTrusted) return found;
    }
    this.#ehIndex ??= new FdeIndex(section);
    return covering(section, this.#ehIndex.find(svma), svma);
  }

  /**
   * A header lies when its entry is no FDE, or not that function's, or when it leaves functions out;
   * the last is looked at once, at the first address it does not know.
   */
  #searchHeader(section: CfiSection, header: EhFrameHeader, svma: number): FoundFde | undefined {
    const address = findFdeAddress(header, svma);
    if (address >= 0) {
      const found = fdeAt(section, address - section.address);
      if (found === undefined || found.fde.start > svma) {
        this.#headerIsTrusted = false;
        return undefined;
      }
      if (svma < found.fde.end) return found;
    }
    if (!this.#headerIsCounted) {
      this.#headerIsCounted = true;
      if (section.countFdes() > header.count) this.#headerIsTrusted = false;
    }
    return undefined;
  }

  #findDebug(svma: number): FoundFde | undefined {
    if (this.#debug === 'unread') {
      const section = this.#loadDebugFrame();
      this.#debug = section === undefined ? undefined : { section, index: new FdeIndex(section) };
    }
    if (this.#debug === undefined) return undefined;
    const { section, index } = this.#debug;
    return covering(section, index.find(svma), svma);
  }
}

function covering(section: CfiSection, offset: number, svma: number): FoundFde | undefined {
  const found = offset < 0 ? undefined : fdeAt(section, offset);
  return found !== undefined && svma >= found.fde.start && svma < found.fde.end ? found : undefined;
}

function fdeAt(section: CfiSection, offset: number): FoundFde | undefined {
  try {
    return { section, fde: section.fdeAt(offset) };
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
