import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { FileFacts } from '../../explore/index.ts';
import {
  asEngineError,
  type Engine,
  type LoadProgress,
  type ProfileSource,
} from '../engine/engine.ts';
import { formatValue } from '../kit/quantity.ts';
import type { Store } from '../state/store.ts';
import { scopeOf, type ViewState } from '../state/view-state.ts';

/** A file on its way in. */
export interface Load {
  readonly name: string;
  readonly progress: LoadProgress;
  readonly startedMs: number;
  cancel(): void;
}

/** A file that could not be opened. */
export interface OpenFailure {
  readonly id: number;
  readonly name: string;
  readonly message: string;
  readonly hint: string;
}

/** What a newly opened file becomes: shown alone, or one side of the comparison. */
export type OpenAs = 'shown' | 'base' | 'new' | 'beside';

export interface Opener {
  readonly loads: ReadonlySignal<readonly Load[]>;
  readonly failures: ReadonlySignal<readonly OpenFailure[]>;
  /** Gives the file's index, or undefined when it failed: the failure is shown. */
  open(source: ProfileSource, as: OpenAs): Promise<number | undefined>;
  close(index: number): void;
  /** Where the server gives the text of sources; null = it knows nothing of this file. */
  sourceUrl(index: number): string | null;
  dismiss(failure: OpenFailure): void;
}

export function createOpener(
  engine: Engine,
  files: Signal<readonly FileFacts[]>,
  store: Store,
  announce: (message: string) => void,
): Opener {
  const loads = signal<readonly Load[]>([]);
  const failures = signal<readonly OpenFailure[]>([]);
  const sourceUrls = new Map<number, string>();
  let lastId = 0;
  const fail = (name: string, error: unknown): void => {
    failures.value = [...failures.value, { id: ++lastId, name, ...wordsOf(name, error) }];
  };
  const show = (facts: FileFacts, as: OpenAs): void => {
    const isFirst = files.value.length === 0;
    announce(`${facts.name} opened`);
    files.value = [...files.value, facts];
    if (!isFirst) store.change(placeFile(store.state.value.files, facts.index, as), 'replace');
  };
  return {
    loads,
    failures,
    async open(source, as) {
      const stop = new AbortController();
      let load: Load = {
        name: source.name,
        progress: { phase: 'reading', bytes: 0, totalBytes: source.sizeBytes },
        startedMs: performance.now(),
        cancel: () => stop.abort(),
      };
      loads.value = [...loads.value, load];
      const onProgress = (progress: LoadProgress): void => {
        const next = { ...load, progress };
        loads.value = loads.value.map((each) => (each === load ? next : each));
        load = next;
      };
      try {
        const index = await engine.open(source, onProgress, stop.signal);
        const asked = engine.ask('facts', { file: index });
        if (files.value.length === 0) warmView(engine, store.state.value, index);
        const facts = await asked;
        if (stop.signal.aborted) return undefined;
        if (source.sourceUrl !== undefined) sourceUrls.set(index, source.sourceUrl);
        show(facts, as);
        return index;
      } catch (error) {
        if (stop.signal.aborted) announce(`Opening ${source.name} was cancelled`);
        else fail(source.name, error);
        return undefined;
      } finally {
        loads.value = loads.value.filter((each) => each !== load);
      }
    },
    close(index) {
      const rest = files.value.filter((each) => each.index !== index);
      const shown = store.state.value.files.filter((each) => each !== index);
      const next = shown.length > 0 ? shown : rest.slice(0, 1).map((each) => each.index);
      files.value = rest;
      // Ranges and transforms belong to the file that went.
      if (shown.length === 0) store.change({ files: next, ...noSteps }, 'push');
      else store.change({ files: next }, 'push');
      sourceUrls.delete(index);
      engine.close(index);
    },
    sourceUrl: (index) => sourceUrls.get(index) ?? null,
    dismiss(failure) {
      failures.value = failures.value.filter((each) => each !== failure);
    },
  };
}

/** While the page is built, the engine makes what the first view will ask for. */
function warmView(engine: Engine, state: ViewState, index: number): void {
  const scope = scopeOf(state);
  const isTree = state.view === 'flame-graph' || state.view === 'call-tree';
  if (!isTree || scope.file !== index) return;
  // What fails here fails again where it is asked for, and is told there.
  engine.ask('warm', { scope, by: state.by }).catch(() => undefined);
}

const noSteps = { ranges: [], threads: [], cpus: [], event: '', transforms: [], zoom: [] } as const;

function placeFile(
  shown: readonly number[],
  index: number,
  as: OpenAs,
): Parameters<Store['change']>[0] {
  const last = shown.at(-1) ?? 0;
  const patches: Readonly<Record<OpenAs, ReturnType<typeof placeFile>>> = {
    beside: {},
    base: { files: [index, last] },
    new: { files: [shown[0] ?? 0, index] },
    shown: { files: [index], ...noSteps },
  };
  return patches[as];
}

function wordsOf(
  name: string,
  error: unknown,
): { readonly message: string; readonly hint: string } {
  const { message, hint, readBytes } = asEngineError(error);
  const read =
    readBytes === undefined ? '' : ` It was read up to ${formatValue(readBytes, 'bytes')}.`;
  return { message: `${sentence(withoutName(message, name))}${read}`, hint: sentence(hint) };
}

/** The name stands before the message already. */
function withoutName(message: string, name: string): string {
  return message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
}

/** Errors are written for a terminal, where a sentence has neither capital nor full stop. */
function sentence(text: string): string {
  if (text === '') return '';
  const full = /[.!?]$/.test(text) ? text : `${text}.`;
  return full.charAt(0).toUpperCase() + full.slice(1);
}
