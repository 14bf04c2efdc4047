import type { OpenImage } from '../object/image-name.ts';
import { findRange, overlaps, type SpaceRanges, withRange } from './space-ranges.ts';

/** What an mmap record says. Addresses are Avma of user space, below 2^53. */
export interface AddedMapping {
  readonly start: number;
  readonly length: number;
  /** FileOffset of the first byte. */
  readonly fileOffset: number;
  readonly path: string;
  /** In hexadecimal, '' = unknown. */
  readonly buildId: string;
  readonly executable: boolean;
}

export interface SpaceMapping extends AddedMapping {
  /** A process that mapped it. */
  readonly pid: number;
}

/** From `timeNs` on the process lives in `space`. */
interface Epoch {
  readonly timeNs: number;
  readonly space: number;
}

interface Space {
  ranges: SpaceRanges;
  /** More than one process is in it (fork): it may not change any more. */
  shared: boolean;
  /** Addresses that were asked for and not there: they are cached as unmapped. */
  readonly missed: Set<number>;
}

/**
 * Which code was where, per process and time. A *space* is a set of mappings under which an address
 * means one thing; everything cached per address is cached per space, so a change that could make a
 * cached answer wrong takes a new space and nothing is ever cleared.
 *
 * Only executable mappings are kept: the thousands of others matter when they cover code.
 */
export class AddressSpaces {
  readonly openImage: OpenImage;
  readonly #mappings: SpaceMapping[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #epochs = new Map<number, Epoch[]>();
  /** Space 0 is the kernel's: it has no mappings here. */
  readonly #spaces: Space[] = [emptySpace()];

  constructor(openImage: OpenImage = () => undefined) {
    this.openImage = openImage;
  }

  get mappings(): readonly SpaceMapping[] {
    return this.#mappings;
  }

  addMapping(pid: number, timeNs: number, added: AddedMapping): void {
    const { start } = added;
    const end = start + added.length;
    if (!(added.length > 0)) return;
    const epochs = this.#epochsOf(pid);
    const current = this.#newest(epochs);
    const covers = overlaps(current.ranges, start, end);
    if (!added.executable && !covers) return;
    const mapping = added.executable ? this.#mappingIndex(pid, added) : -1;
    const known = findRange(current.ranges, start);
    if (known !== undefined && known.mapping === mapping && known.start === start) {
      if (known.end === end) return;
    }
    const ranges = withRange(current.ranges, { start, end, mapping });
    if (covers || current.shared || anyMissed(current, start, end))
      this.#enter(epochs, timeNs, ranges);
    else current.ranges = ranges;
  }

  /** A child begins with its parent's mappings; they share the space until one of them changes it. */
  fork(pid: number, parentPid: number, timeNs: number): void {
    if (pid === parentPid) return;
    const parent = this.#epochsOf(parentPid);
    const space = spaceIn(parent, timeNs);
    (this.#spaces[space] as Space).shared = true;
    const epochs = this.#epochs.get(pid);
    if (epochs === undefined) this.#epochs.set(pid, [{ timeNs: 0, space }]);
    else pushEpoch(epochs, timeNs, space);
  }

  exec(pid: number, timeNs: number): void {
    this.#enter(this.#epochsOf(pid), timeNs, []);
  }

  spaceAt(pid: number, timeNs: number): number {
    const epochs = this.#epochsOf(pid);
    return spaceIn(epochs, timeNs);
  }

  /** Index of the mapping with code at this Avma, -1 = none. A miss is remembered. */
  findMapping(space: number, avma: number): number {
    const { [space]: found } = this.#spaces;
    if (found === undefined) return -1;
    const range = findRange(found.ranges, avma);
    if (range !== undefined) return range.mapping;
    if (found.missed.size <= mostMissed) found.missed.add(avma);
    return -1;
  }

  /** A process nobody announced has an empty space. */
  #epochsOf(pid: number): Epoch[] {
    let epochs = this.#epochs.get(pid);
    if (epochs === undefined) {
      epochs = [{ timeNs: 0, space: this.#spaces.push(emptySpace()) - 1 }];
      this.#epochs.set(pid, epochs);
    }
    return epochs;
  }

  #newest(epochs: readonly Epoch[]): Space {
    return this.#spaces[(epochs.at(-1) as Epoch).space] as Space;
  }

  #enter(epochs: Epoch[], timeNs: number, ranges: SpaceRanges): void {
    const space = this.#spaces.push({ ...emptySpace(), ranges }) - 1;
    pushEpoch(epochs, timeNs, space);
  }

  /** Processes that map the same file at the same place share a row; anonymous memory is their own. */
  #mappingIndex(pid: number, added: AddedMapping): number {
    const { start, length, fileOffset, path, buildId } = added;
    const owner = isSharedFile(path) ? '' : pid;
    const key = `${owner} ${start} ${length} ${fileOffset} ${buildId} ${path}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const index = this.#mappings.push({ ...added, pid }) - 1;
    this.#byKey.set(key, index);
    return index;
  }
}

function emptySpace(): Space {
  return { ranges: [], shared: false, missed: new Set() };
}

/** Past this many, every new mapping is taken to cover one that was missed. */
const mostMissed = 256;

function anyMissed(space: Space, start: number, end: number): boolean {
  if (space.missed.size > mostMissed) return true;
  for (const avma of space.missed) if (avma >= start && avma < end) return true;
  return false;
}

/** Neither `//anon`, `[stack]` nor memory that only looks like a file. */
function isSharedFile(path: string): boolean {
  return path.startsWith('/') && !/^\/(\/|memfd:|SYSV|dev\/zero)/.test(path);
}

/** Records come in order of time; one that is late takes effect with the newest. */
function pushEpoch(epochs: Epoch[], timeNs: number, space: number): void {
  const last = epochs.at(-1) as Epoch;
  const at = Math.max(timeNs, last.timeNs);
  if (at === last.timeNs) epochs.pop();
  epochs.push({ timeNs: at, space });
}

/** Before the first epoch the first one answers: a record may be late. */
function spaceIn(epochs: readonly Epoch[], timeNs: number): number {
  return (epochs[Math.max(0, findEpoch(epochs, timeNs))] as Epoch).space;
}

/** The newest epoch that is not later; -1 before the first. */
function findEpoch(epochs: readonly Epoch[], timeNs: number): number {
  let at = epochs.length - 1;
  if (at > 16) {
    let low = 0;
    while (low < at) {
      const middle = (low + at + 1) >>> 1;
      if ((epochs[middle] as Epoch).timeNs <= timeNs) low = middle;
      else at = middle - 1;
    }
  }
  while (at >= 0 && (epochs[at] as Epoch).timeNs > timeNs) at--;
  return at;
}
