import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { type BuiltTarget, buildWithCargo, buildWithGo } from '../record/build/build-target.ts';
import type { CargoTargetKind } from '../record/build/cargo-build.ts';
import { type BuildFlags, isBuilt } from './record-flags.ts';

const cargoOnly = [
  'bin',
  'bench',
  'test',
  'example',
  'dev',
  'profile',
  'features',
  'package',
  'manifestPath',
] as const;

/** Builds what the flags ask for, or takes the words as they are. */
export async function buildTarget(
  host: Host,
  words: readonly string[],
  flags: BuildFlags,
): Promise<BuiltTarget> {
  refuseStrayFlags(flags);
  if (!isBuilt(flags)) {
    return { command: words, cwd: host.cwd, [Symbol.dispose]: () => undefined };
  }
  if (flags.go !== undefined) {
    if (flags.cargo === true) {
      throw new ToolError('usage', '--cargo and --go exclude each other', {
        hint: '--cargo builds the package of this folder, --go the package named',
      });
    }
    return await buildWithGo(host, flags.go, words);
  }
  const { features, package: packageName, manifestPath } = flags;
  return await buildWithCargo(
    host,
    {
      ...cargoTarget(flags),
      profile: flags.profile ?? (flags.dev === true ? 'dev' : 'release'),
      ...(features !== undefined && { features }),
      ...(packageName !== undefined && { packageName }),
      ...(manifestPath !== undefined && { manifestPath }),
    },
    words,
  );
}

function cargoTarget(flags: BuildFlags): { kind: CargoTargetKind; name: string } {
  const kinds = ['bin', 'bench', 'test', 'example'] as const;
  const chosen = kinds.filter((kind) => flags[kind] !== undefined);
  const [kind] = chosen;
  if (chosen.length > 1) {
    throw new ToolError('usage', `--${chosen.join(' and --')} exclude each other`, {
      hint: 'record one program at a time',
    });
  }
  return kind === undefined ? { kind: 'any', name: '' } : { kind, name: flags[kind] ?? '' };
}

/** `--bin` and its like mean nothing by themselves. */
export function refuseStrayFlags(flags: BuildFlags): void {
  const stray = cargoOnly.find((name) => flags[name] !== undefined);
  if (flags.cargo === true || stray === undefined) return;
  const flag = stray === 'manifestPath' ? 'manifest-path' : stray;
  throw new ToolError('usage', `--${flag} says what cargo builds, and --cargo is missing`, {
    hint: `add --cargo: --cargo --${flag} …`,
  });
}
