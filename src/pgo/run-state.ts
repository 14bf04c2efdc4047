import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { ToolError } from '../base/tool-error.ts';
import { writeOutputFile } from '../platform/output-file.ts';

interface FinishedStep {
  /** Hash of everything that went in; with another one the step is done again. */
  readonly inputs: string;
  readonly result: unknown;
}

interface StateFile {
  readonly version: 1;
  readonly steps: Readonly<Record<string, FinishedStep>>;
}

/**
 * What a run has finished, written after every step: `--resume` takes up a step's result if exactly the
 * same went into it. Builds are not kept here, compilers have caches of their own.
 */
export class RunState {
  readonly #path: string;
  readonly #steps: Map<string, FinishedStep>;

  private constructor(path: string, steps: Map<string, FinishedStep>) {
    this.#path = path;
    this.#steps = steps;
  }

  /** Begins anew unless `resumes`; a file that cannot be read is refused and not thrown away. */
  static open(path: string, resumes: boolean): RunState {
    if (!resumes || !existsSync(path)) return new RunState(path, new Map());
    const steps = parseState(path, readFileSync(path, 'utf8'));
    return new RunState(path, new Map(Object.entries(steps)));
  }

  find(step: string, inputs: string): unknown {
    const found = this.#steps.get(step);
    return found?.inputs === inputs ? found.result : undefined;
  }

  async finish(step: string, inputs: string, result: unknown): Promise<void> {
    this.#steps.set(step, { inputs, result });
    const file: StateFile = { version: 1, steps: Object.fromEntries(this.#steps) };
    await writeOutputFile(this.#path, [
      new TextEncoder().encode(`${JSON.stringify(file, null, 1)}\n`),
    ]);
  }
}

function parseState(path: string, text: string): StateFile['steps'] {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file === 'object' && file !== null && 'version' in file && file.version === 1) {
      return (file as StateFile).steps;
    }
  } catch {
    // Said below.
  }
  throw new ToolError('malformed-input', `${path} is not the state of a run`, {
    hint: 'run without --resume, which begins anew',
  });
}

export function hashOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
