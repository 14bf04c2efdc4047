import type { Host, Sink } from '../../platform/host.ts';

export interface FakeHostOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly terminal?: boolean;
  readonly columns?: number;
  readonly now?: () => number;
}

export interface FakeHost extends Host {
  /** Everything written so far. */
  readonly written: { out: string; err: string };
}

/** A host whose streams are strings. */
export function fakeHost(args: readonly string[], options: FakeHostOptions = {}): FakeHost {
  const written = { out: '', err: '' };
  const sink = (stream: 'out' | 'err'): Sink => {
    const decoder = new TextDecoder();
    return {
      isTerminal: options.terminal ?? false,
      columns: options.columns ?? 80,
      write: (data) => {
        written[stream] += typeof data === 'string' ? data : decoder.decode(data, { stream: true });
        return Promise.resolve();
      },
    };
  };
  return {
    args,
    env: options.env ?? {},
    cwd: '/',
    stdout: sink('out'),
    stderr: sink('err'),
    now: options.now ?? (() => 0),
    async *stdin() {
      const given = options.stdin ?? '';
      yield typeof given === 'string' ? new TextEncoder().encode(given) : given;
    },
    written,
  };
}
