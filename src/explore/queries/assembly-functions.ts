import {
  type FrameIndex,
  frameFile,
  frameKind,
  frameName,
  moduleName,
  type Profile,
} from '../../profile/index.ts';
import { frameFamily } from '../../render/index.ts';
import { CodeRanges } from '../assembly/code-ranges.ts';
import { keyedCosts, scopeTotal } from '../keyed-costs.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';

export interface AssemblyFunctionsRequest {
  readonly scope: Scope;
}

/** A function that has machine code of its own; what was inlined into it counts as its own cost. */
export interface CodedFunction {
  readonly name: string;
  readonly module: string;
  readonly self: number;
  readonly total: number;
  readonly selfSamples: number;
  readonly totalSamples: number;
  readonly isMine: boolean;
}

export interface AssemblyFunctionsAnswer {
  /** By self, then by total, the most first. */
  readonly functions: readonly CodedFunction[];
  readonly whole: { readonly value: number; readonly samples: number };
}

/** More would not be looked through. */
const mostFunctions = 300;

/** The functions whose machine code the profile carries, by what they cost. */
export const answerAssemblyFunctions: Query<AssemblyFunctionsRequest, AssemblyFunctionsAnswer> = (
  exploration,
  { scope },
) => {
  const profile = exploration.scoped(scope);
  const { owners, ownerOfFrame } = ownersOf(profile);
  const costs = keyedCosts(profile, ownerOfFrame, owners.length);
  const functions = owners
    .map((frame, row): CodedFunction => {
      const name = frameName(profile, frame);
      const module = moduleName(profile, frame);
      const family = frameFamily({
        name,
        module,
        file: frameFile(profile, frame),
        kind: frameKind(profile, frame),
      });
      return {
        name,
        module,
        self: costs.self[row] as number,
        total: costs.total[row] as number,
        selfSamples: costs.selfSamples[row] as number,
        totalSamples: costs.totalSamples[row] as number,
        isMine: family === 'own',
      };
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.self - a.self || b.total - a.total)
    .slice(0, mostFunctions);
  return { functions, whole: scopeTotal(profile) };
};

/** A frame of each function with code, and the function of each frame, inlined ones included; -1 = none. */
function ownersOf(profile: Profile): { owners: FrameIndex[]; ownerOfFrame: Int32Array } {
  const { frames } = profile;
  const ranges = new CodeRanges(profile);
  const owners: FrameIndex[] = [];
  const byName = new Map<string, number>();
  const byAddress = new Map<string, number>();
  const addressKey = (frame: number): string => `${frames.mapping[frame]},${frames.address[frame]}`;
  for (let row = 0; row < frames.length; row++) {
    const frame = row as FrameIndex;
    if (frames.inlineDepth[frame] !== 0 || !ranges.holds(frame)) continue;
    const name = `${frameName(profile, frame)}\0${moduleName(profile, frame)}`;
    const owner = byName.get(name) ?? owners.push(frame) - 1;
    byName.set(name, owner);
    byAddress.set(addressKey(frame), owner);
  }
  const ownerOfFrame = Int32Array.from(
    { length: frames.length },
    (_, frame) => byAddress.get(addressKey(frame)) ?? -1,
  );
  return { owners, ownerOfFrame };
}
