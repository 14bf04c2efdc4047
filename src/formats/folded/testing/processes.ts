import { noLabels, none, type Profile, ProfileBuilder } from '../../../profile/index.ts';
import { addPath } from '../../../profile/testing/picture.ts';

/** Two processes, one of which has a blank in its name and a sample without a stack. */
export function profileWithProcesses(): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('samples', 'count');
  const rows: readonly (readonly [string, readonly string[], number])[] = [
    ['node', ['main', 'run'], 3],
    ['Web Content', ['main'], 1],
    ['node', ['main'], 2],
    ['Web Content', [], 4],
  ];
  for (const [process, path, value] of rows) {
    const thread = builder.addThread({ pid: 1, tid: 1, processName: builder.string(process) });
    const stack = path.length === 0 ? none : addPath(builder, path);
    builder.samples.addValue(builder.addSample(stack, thread, noLabels), type, value);
  }
  return builder.finish();
}
