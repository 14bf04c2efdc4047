import type { Profile } from './tables.ts';

/** Which facts of a frame a name expression looked at. */
export interface FrameMatch {
  /** Per frame: 1 = the function's name or file matches. */
  readonly byFunction: Uint8Array;
  /** Per frame: 1 = the image's file matches. */
  readonly byMapping: Uint8Array;
  /** Per frame: 1 = either. */
  readonly any: Uint8Array;
}

/**
 * Matches every frame as pprof matches locations: function name, source file or image file. The
 * expression runs once per distinct text, however many frames there are.
 */
export function matchFrames(profile: Profile, expression: RegExp): FrameMatch {
  const { frames, functions, mappings } = profile;
  const matches = textMatcher(profile, expression);
  const functionMatches = new Uint8Array(functions.length);
  for (let row = 0; row < functions.length; row++) {
    const found = matches(functions.name[row] as number) || matches(functions.file[row] as number);
    functionMatches[row] = found ? 1 : 0;
  }
  const mappingMatches = Uint8Array.from(mappings.file, (file) => (matches(file) ? 1 : 0));
  const byFunction = new Uint8Array(frames.length);
  const byMapping = new Uint8Array(frames.length);
  const any = new Uint8Array(frames.length);
  for (let frame = 0; frame < frames.length; frame++) {
    const called = frames.function[frame] as number;
    const mapping = frames.mapping[frame] as number;
    const inFunction = called < 0 ? 0 : (functionMatches[called] as number);
    const inMapping = mapping < 0 ? 0 : (mappingMatches[mapping] as number);
    byFunction[frame] = inFunction;
    byMapping[frame] = inMapping;
    any[frame] = inFunction | inMapping;
  }
  return { byFunction, byMapping, any };
}

/** Per frame: 1 = the name of its function satisfies the test, which runs once per distinct name. */
export function matchFunctionNames(profile: Profile, test: (name: string) => boolean): Uint8Array {
  const { frames, functions, strings } = profile;
  const known = new Map<number, number>();
  const ofFunction = Uint8Array.from(functions.name, (name) => {
    const found = known.get(name) ?? (test(strings[name] ?? '') ? 1 : 0);
    known.set(name, found);
    return found;
  });
  return Uint8Array.from(frames.function, (called) =>
    called < 0 ? 0 : (ofFunction[called] as number),
  );
}

/** Tests string rows, remembering each answer. */
function textMatcher(profile: Profile, expression: RegExp): (row: number) => boolean {
  const answers = new Int8Array(profile.strings.length).fill(-1);
  return (row) => {
    let answer = answers[row] as number;
    if (answer < 0) {
      expression.lastIndex = 0;
      answer = expression.test(profile.strings[row] ?? '') ? 1 : 0;
      answers[row] = answer;
    }
    return answer === 1;
  };
}
