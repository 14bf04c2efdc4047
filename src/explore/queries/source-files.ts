import type { FrameIndex, Profile } from '../../profile/index.ts';
import { frameFile, frameKind, frameName, moduleName, textAt } from '../../profile/index.ts';
import { frameFamily, type KeyFamily } from '../../render/index.ts';
import { keyedCosts, scopeTotal } from '../keyed-costs.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';

export interface SourceFilesRequest {
  readonly scope: Scope;
}

export interface SourceFile {
  /** As the profile names it. */
  readonly file: string;
  readonly self: number;
  readonly total: number;
  readonly selfSamples: number;
  readonly totalSamples: number;
  readonly hasText: boolean;
  readonly isMine: boolean;
  /** Where to look first: the function and the line with the most cost. */
  readonly name: string;
  readonly module: string;
  readonly line: number;
}

export interface SourceFilesAnswer {
  /** By self, then by total, the most first. */
  readonly files: readonly SourceFile[];
  readonly whole: { readonly value: number; readonly samples: number };
  readonly unit: string;
  /** Samples whose leaf names no source file. */
  readonly samplesWithoutFile: number;
}

/** More would not be looked through. */
const mostFiles = 500;

/** Source files by what was spent in them. */
export const answerSourceFiles: Query<SourceFilesRequest, SourceFilesAnswer> = (
  exploration,
  { scope },
) => {
  const profile = exploration.scoped(scope);
  const { names, fileOfFrame } = filesOf(profile);
  const costs = keyedCosts(profile, fileOfFrame, names.length);
  const hottest = hottestFrames(profile, fileOfFrame, names.length);
  const embedded = new Set(profile.sources.map(({ file }) => textAt(profile, file)));
  const whole = scopeTotal(profile);
  const files = names
    .map((file, row): SourceFile => {
      const frame = hottest[row] as FrameIndex;
      return {
        file,
        self: costs.self[row] as number,
        total: costs.total[row] as number,
        selfSamples: costs.selfSamples[row] as number,
        totalSamples: costs.totalSamples[row] as number,
        hasText: embedded.has(file),
        isMine: familyOf(profile, frame) === 'own',
        name: frameName(profile, frame),
        module: moduleName(profile, frame),
        line: profile.frames.line[frame] as number,
      };
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.self - a.self || b.total - a.total)
    .slice(0, mostFiles);
  const named = costs.selfSamples.reduce((sum, samples) => sum + samples, 0);
  return {
    files,
    whole,
    unit: profile.valueTypes[0]?.unit ?? 'count',
    samplesWithoutFile: whole.samples - named,
  };
};

/** The source files that frames name; -1 for a frame that names none. */
function filesOf(profile: Profile): { names: string[]; fileOfFrame: Int32Array } {
  const rows = new Map<string, number>();
  const names: string[] = [];
  const fileOfFrame = new Int32Array(profile.frames.length);
  for (let frame = 0; frame < profile.frames.length; frame++) {
    const name = frameFile(profile, frame as FrameIndex);
    const known = name === '' ? -1 : (rows.get(name) ?? names.push(name) - 1);
    if (name !== '') rows.set(name, known);
    fileOfFrame[frame] = known;
  }
  return { names, fileOfFrame };
}

/** Per file its frame with the most self cost, else the most total. */
function hottestFrames(profile: Profile, fileOfFrame: Int32Array, files: number): Int32Array {
  const own = Int32Array.from({ length: profile.frames.length }, (_, frame) => frame);
  const costs = keyedCosts(profile, own, profile.frames.length);
  const hottest = new Int32Array(files).fill(-1);
  // A tiny part of the total decides between frames without self cost.
  const heat = (frame: number): number =>
    (costs.self[frame] as number) + (costs.total[frame] as number) * 1e-6;
  fileOfFrame.forEach((file, frame) => {
    if (file < 0) return;
    const best = hottest[file] as number;
    if (best < 0 || heat(frame) > heat(best)) hottest[file] = frame;
  });
  return hottest;
}

function familyOf(profile: Profile, frame: FrameIndex): KeyFamily {
  return frameFamily({
    name: frameName(profile, frame),
    module: moduleName(profile, frame),
    file: frameFile(profile, frame),
    kind: frameKind(profile, frame),
  });
}
