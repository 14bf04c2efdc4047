import { fillAll } from '../placeholders.ts';
import type { BuildRequest, Toolchain } from '../toolchain.ts';
import { asGoProfile, mergeGoProfiles } from './go-profile.ts';

/** Go from 1.21 on: CPU profiles in pprof's format, given to `go build -pgo=`. */
export const goToolchain: Toolchain = {
  language: 'go',
  profileKind: 'cpu-samples',
  ending: '.pprof',
  hasTrainingBuild: false,
  hasControlBuild: () => false,
  versionCommand: (target) => [target.compiler || 'go', 'version'],
  buildCommand: goBuildCommand,
  trainingSetup(target, raw) {
    const isFlag = target.profile === 'flag';
    const args = isFlag ? fillAll(target.profileFlag, { profile: raw }) : [];
    return { args, env: {}, capture: target.profile === 'flag' ? 'program' : target.profile };
  },
  fromRecording: asGoProfile,
  merge: mergeGoProfiles,
  proofCommand: (binary) => ['go', 'version', '-m', binary],
  findProof({ output, profile }) {
    const lines = output.split('\n').map((line) => line.trim().replace('\t', ' '));
    const line = lines.find((each) => each === `build -pgo=${profile}`);
    return Promise.resolve(line === undefined ? undefined : { line, coverage: null });
  },
};

/** The baseline says `-pgo=off`: a default.pgo in the package would optimise it too. */
function goBuildCommand({ target, stage, binary, profile }: BuildRequest): readonly string[] {
  const pgo = stage === 'optimised' ? `-pgo=${profile}` : '-pgo=off';
  if (target.build.length > 0) return fillAll(target.build, { binary, pgo });
  return [target.compiler || 'go', 'build', pgo, ...target.flags, '-o', binary, target.package];
}
