import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentConfig } from './agent.ts';
import { agentSource } from './agent-source.ts';

/** What a thread said of itself when it started. */
export interface ThreadFacts {
  readonly pid: number;
  readonly threadId: number;
  readonly isMainThread: boolean;
  readonly argv: readonly string[];
  readonly version: string;
  /** The same moment on two clocks; V8 stamps samples by the monotonic one. */
  readonly epochMs: number;
  readonly monotonicUs: number;
}

/** A piece of a thread's recording, in the order written. */
export interface Chunk {
  readonly startUs: number;
  readonly path: string;
}

export interface ThreadRecording {
  readonly facts: ThreadFacts;
  readonly chunks: readonly Chunk[];
  /** Source maps of scripts by address, as V8 knows them. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Whether the thread handed over everything before it ended. */
  readonly isWhole: boolean;
}

/** The temporary folder through which the agents hand over samples. */
export class RecordingFolder {
  readonly path: string;
  readonly agentPath: string;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), 'plateau-v8-'));
    this.agentPath = join(this.path, 'agent.cjs');
  }

  writeAgent(config: Omit<AgentConfig, 'folder'>): void {
    writeFileSync(this.agentPath, agentSource({ ...config, folder: this.path }));
  }

  /** Whether some recorded process has seen the signal since then. */
  hasSeen(signal: string, sinceMs: number): boolean {
    return readdirSync(this.path)
      .filter((name) => name.endsWith(`.${signal}.signal`))
      .some((name) => statSync(join(this.path, name)).mtimeMs >= sinceMs);
  }

  /** Every thread that began to record, in the order they started. */
  threads(): ThreadRecording[] {
    const names = readdirSync(this.path);
    return names
      .filter((name) => name.endsWith('.thread.json'))
      .map((name) => this.#thread(name.slice(0, -'.thread.json'.length), names))
      .sort((a, b) => a.facts.monotonicUs - b.facts.monotonicUs);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #thread(prefix: string, names: readonly string[]): ThreadRecording {
    const scripts = names.includes(`${prefix}.scripts.json`)
      ? (this.#json(`${prefix}.scripts.json`) as Record<string, string>)
      : {};
    return {
      facts: this.#json(`${prefix}.thread.json`) as ThreadFacts,
      chunks: this.#chunks(prefix, names),
      scripts,
      isWhole: names.includes(`${prefix}.done.json`),
    };
  }

  #chunks(prefix: string, names: readonly string[]): Chunk[] {
    const form = /^(\d+-\d+)-(\d+)-(\d+)\.cpuprofile$/;
    return names
      .flatMap((name) => {
        const [, owner, number, startUs] = form.exec(name) ?? [];
        if (owner !== prefix) return [];
        return [{ number: Number(number), startUs: Number(startUs), path: join(this.path, name) }];
      })
      .sort((a, b) => a.number - b.number);
  }

  #json(name: string): unknown {
    return JSON.parse(readFileSync(join(this.path, name), 'utf8'));
  }
}
