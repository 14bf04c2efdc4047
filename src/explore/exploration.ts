import { ToolError } from '../base/tool-error.ts';
import type { Codec } from '../container/index.ts';
import { type Profile, parseTransform } from '../profile/index.ts';
import { narrowSamples } from './narrow-samples.ts';
import { type OpenFile, openFile } from './open-file.ts';
import { RecentMap } from './recent-map.ts';
import type { Scope } from './scope.ts';

/** How many scopes are kept ready: those that Back, undo and a second view return to. */
const keptScopes = 6;

/** The profiles that are open, and what was lately computed from them. */
export class Exploration {
  /** Compresses exported files. */
  readonly codec: Codec;
  readonly #files: OpenFile[] = [];
  readonly #scoped = new RecentMap<string, Profile>(keptScopes);

  constructor(codec: Codec) {
    this.codec = codec;
  }

  get files(): readonly OpenFile[] {
    return this.#files;
  }

  /** Adds a profile; gives its index. */
  add(file: Omit<OpenFile, 'extent'>): number {
    return this.#files.push(openFile(file)) - 1;
  }

  file(index: number): OpenFile {
    const file = this.#files[index];
    if (file === undefined) throw new ToolError('usage', `no file ${index} is open`);
    return file;
  }

  /**
   * The part of a profile that a scope names, with its transforms applied: samples alike are one row,
   * without times, and the scope's value is the only value type.
   */
  scoped(scope: Scope): Profile {
    return this.#scoped.get(JSON.stringify(scope), () => {
      const narrowed = narrowSamples(this.file(scope.file).profile, scope);
      return scope.transforms.reduce((profile, step) => parseTransform(step)(profile), narrowed);
    });
  }
}
