import { zlibCodec } from '../../platform/zlib-codec.ts';
import type { Profile } from '../../profile/index.ts';
import { Exploration } from '../exploration.ts';
import type { Scope } from '../scope.ts';

/** An exploration of these profiles, opened in order. */
export function explored(...profiles: readonly Profile[]): Exploration {
  const exploration = new Exploration(zlibCodec);
  for (const [index, profile] of profiles.entries()) {
    exploration.add({ name: `file ${index}`, formatName: 'test', sizeBytes: 0, profile });
  }
  return exploration;
}

/** Everything of a file, unless said otherwise. */
export function scopeOf(file: number, narrowed: Partial<Scope> = {}): Scope {
  return { file, range: null, threads: [], cpus: [], value: '', transforms: [], ...narrowed };
}
