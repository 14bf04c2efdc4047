import { arch } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { PgoConfig } from './pgo-config.ts';
import type { Toolchain } from './toolchain.ts';

/** Where everything of a run lies. Profiles are meant to be kept, the rest can be made again. */
export interface RunPlaces {
  readonly profiles: string;
  readonly output: string;
  /** Data and single profiles. */
  readonly work: string;
  readonly manifest: string;
  readonly state: string;
  readonly reportJson: string;
  readonly reportMarkdown: string;
  readonly reportHtml: string;
  data(name: string): string;
  baseline(target: string): string;
  training(target: string): string;
  control(target: string): string;
  optimised(target: string): string;
  /** The optimised program before BOLT. */
  unbolted(target: string): string;
  /** What builds leave beside the program. */
  buildFolder(target: string, stage: string): string;
  raw(target: string, workload: string, run: number): string;
  /** The sum of a target's training runs, before it is kept. */
  merged(target: string, toolchain: Toolchain): string;
}

export interface PlaceOptions {
  readonly profileFolder?: string;
  readonly outputFolder?: string;
}

export function runPlaces(config: PgoConfig, options: PlaceOptions): RunPlaces {
  const profiles = resolve(config.folder, options.profileFolder ?? config.profileFolder);
  const output = resolve(config.folder, options.outputFolder ?? config.outputFolder);
  const work = join(output, 'work');
  return {
    profiles,
    output,
    work,
    manifest: join(profiles, 'manifest.json'),
    state: join(output, 'state.json'),
    reportJson: join(output, 'report.json'),
    reportMarkdown: join(output, 'report.md'),
    reportHtml: join(output, 'report.html'),
    data: (name) => join(work, 'data', name),
    baseline: (target) => join(output, `${target}-baseline`),
    training: (target) => join(work, `${target}-training`),
    control: (target) => join(work, `${target}-control`),
    optimised: (target) => join(output, target),
    unbolted: (target) => join(work, `${target}-before-bolt`),
    buildFolder: (target, stage) => join(work, 'build', `${target}-${stage}`),
    raw: (target, workload, run) => join(work, 'raw', `${target}.${workload}.${run}`),
    merged: (target, toolchain) => join(work, 'merged', `${target}${toolchain.ending}`),
  };
}

/** `linux-x64`: profiles of one machine are not offered to another. */
export function platformName(): string {
  return `${process.platform}-${arch()}`;
}
