import { statSync } from 'node:fs';
import { shellWord } from '../base/shell-word.ts';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { capture } from '../record/native/capture.ts';
import { colorsOf } from './colors.ts';
import { writeNote } from './note.ts';
import { programName } from './program-name.ts';
import { type Beside, startBeside } from './record-beside.ts';
import { chooseEngine } from './record-engine.ts';
import type { SamplingFlags } from './record-flags.ts';
import { planRecording } from './record-plan.ts';
import { version } from './version.ts';

/** `-o x.data`: the recording as the kernel wrote it, for perf and for later; nothing is read back. */
export async function recordData(
  host: Host,
  words: readonly string[],
  flags: SamplingFlags & { readonly output: string },
  output: string,
): Promise<number> {
  const beside = await startBeside(host, words, flags);
  try {
    return await recordDataOf(host, beside, beside?.words ?? words, flags, output);
  } catch (error) {
    beside?.abandon();
    throw error;
  }
}

async function recordDataOf(
  host: Host,
  beside: Beside | undefined,
  words: readonly string[],
  flags: SamplingFlags & { readonly output: string },
  output: string,
): Promise<number> {
  const choice = chooseEngine(host, words, flags);
  if (choice.engine === 'v8') {
    throw new ToolError('usage', 'the v8 engine does not write perf.data', {
      hint: choice.why ?? '-o profile.plateau or -o x.cpuprofile',
    });
  }
  const { maySeeKernel, runtime } = choice;
  const request = { words, maySeeKernel, runtime };
  const { plan, callGraphWhy, doubt } = planRecording(host, request, flags);
  if (doubt !== undefined) await writeNote(host, doubt);
  const options = { ...beside?.options, version: `plateau ${version}` };
  const captured = await capture(host, { ...plan, output }, options);
  const status = await beside?.finish();
  if (host.quiet !== true) {
    const { nativeNotes, noteColumns } = await import('./native-notes.ts');
    const { size } = statSync(captured.path);
    const facts = {
      profile: undefined,
      captured,
      plan,
      callGraphWhy,
      output: flags.output,
      size,
      next: `${programName(host)} top ${shellWord(flags.output)}`,
    };
    const lines = nativeNotes(facts, colorsOf(host, host.stderr), noteColumns(host.stderr));
    await host.stderr.write(`${lines.join('\n')}\n`);
  }
  return status ?? captured.end?.status ?? 0;
}
