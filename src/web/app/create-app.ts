import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { FileFacts } from '../../explore/index.ts';
import type { Engine } from '../engine/engine.ts';
import type { MenuRequest } from '../kit/menu-item.ts';
import { readPreference, writePreference } from '../kit/preference.ts';
import { formatCounted, formatShare } from '../kit/quantity.ts';
import { withoutLastStep } from '../state/last-step.ts';
import { createStore, type Store } from '../state/store.ts';
import { stepLabel } from '../state/transform-step.ts';
import { baseScopeOf, initialState, scopeOf, type ViewState } from '../state/view-state.ts';
import type { App, MatchStep } from './app.ts';
import { chooseFiles } from './choose-files.ts';
import { createOpener, type Opener } from './opener.ts';
import { createTheme, type Theme } from './theme.ts';

/** What is in front of the page. */
export type Layer =
  | { readonly kind: 'none' }
  | { readonly kind: 'menu'; readonly menu: MenuRequest }
  | { readonly kind: 'palette' | 'sheet' | 'hide' };

/** What only the shell itself may do. */
export interface ShellApp extends App {
  readonly message: ReadonlySignal<string>;
  readonly layer: Signal<Layer>;
  readonly opener: Opener;
  readonly themeChoice: Theme['choice'];
  nextTheme(): void;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Whether letters are commands; some people's tools type by themselves. */
  readonly areLettersOn: ReadonlySignal<boolean>;
  setLetters(areOn: boolean): void;
  toggleInspector(): void;
  stepMatch(direction: 1 | -1): void;
  /** Set once: whoever keeps the link is told of changes. */
  readonly store: Store;
}

export type StateListener = Parameters<typeof createStore>[1];

export function createApp(engine: Engine, onChange?: StateListener): ShellApp {
  const store = createStore(initialState, onChange);
  const { state } = store;
  const theme = createTheme();
  const message = signal('');
  const files = signal<readonly FileFacts[]>([]);
  const layer = signal<Layer>({ kind: 'none' });
  const announce = (text: string): void => {
    // The same words again are news too: readers only speak what changes.
    message.value = text === message.peek() ? `${text}\u200b` : text;
  };
  const shownFile = computed(() => state.value.files.at(-1) ?? 0);
  const opener = createOpener(engine, files, store, announce);
  return {
    state,
    scope: computed(() => scopeOf(state.value)),
    baseScope: computed(() => baseScopeOf(state.value, files.value)),
    files,
    file: computed(() => files.value.find(({ index }) => index === shownFile.value) ?? null),
    engine,
    theme: theme.theme,
    colours: theme.colours,
    message,
    layer,
    store,
    canUndo: store.canUndo,
    canRedo: store.canRedo,
    themeChoice: theme.choice,
    opener,
    sourceUrl: (file) => opener.sourceUrl(file),
    announce,
    nextTheme() {
      theme.next();
      announce(`Theme: ${theme.choice.value}`);
    },
    ...createPreferences(announce),
    ...createKept(),
    change: (patch, kind = 'replace') => batch(() => store.change(patch, kind)),
    undo: () => announce(batch(() => takeBack(store)) ? 'Undone' : 'Nothing to undo'),
    redo: () => announce(batch(() => store.redo()) ? 'Redone' : 'Nothing to redo'),
    select: (selected, path = []) => store.change({ selected, selectedPath: path }, 'replace'),
    transform(step) {
      store.change({ transforms: [...state.value.transforms, step], zoom: [] }, 'push');
      void describeStep(engine, state.value, step, files.value).then(announce);
    },
    showMenu(menu) {
      layer.value = { kind: 'menu', menu };
    },
    chooseBase: () => chooseFiles({ opener }, 'base'),
    copy: (text, what) =>
      void copyText(text).then((isDone) => {
        announce(isDone ? `${what} copied` : 'The browser does not let this page copy');
      }),
  };
}

type Preferences = Pick<
  ShellApp,
  'areLettersOn' | 'isInspectorShown' | 'setLetters' | 'toggleInspector'
>;

/** What the browser remembers for the reader. */
function createPreferences(announce: (text: string) => void): Preferences {
  const areLettersOn = signal(readPreference('letters') !== 'off');
  const isInspectorShown = signal(readPreference('inspector') !== 'off');
  return {
    areLettersOn,
    isInspectorShown,
    setLetters(areOn) {
      areLettersOn.value = areOn;
      writePreference('letters', areOn ? 'on' : 'off');
    },
    toggleInspector() {
      isInspectorShown.value = !isInspectorShown.value;
      writePreference('inspector', isInspectorShown.value ? 'on' : 'off');
      announce(isInspectorShown.value ? 'Inspector shown' : 'Inspector hidden');
    },
  };
}

/** What views are told and keep, outside of links. */
function createKept(): Pick<ShellApp, 'matchStep' | 'stepMatch' | 'kept'> {
  const matchStep = signal<MatchStep>({ direction: 1, turn: 0 });
  const keptByViews = new Map<string, unknown>();
  return {
    matchStep,
    stepMatch(direction) {
      matchStep.value = { direction, turn: matchStep.value.turn + 1 };
    },
    kept<Value>(id: string, make: () => Value): Value {
      if (!keptByViews.has(id)) keptByViews.set(id, make());
      return keptByViews.get(id) as Value;
    },
  };
}

/** `Focus Matcher::find, 33.8 %, 7 879 samples`: the step and what it leaves. */
async function describeStep(
  engine: Engine,
  state: ViewState,
  step: string,
  files: readonly FileFacts[],
): Promise<string> {
  const { verb, object } = stepLabel(step);
  const words = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${object}`.trim();
  const scope = scopeOf(state);
  const whole = files.find(({ index }) => index === scope.file)?.summary.samples ?? 0;
  // The views ask for the same scope, so it is made once; one that fails shows in them.
  const left = await engine.ask('missing', { scope }).catch(() => undefined);
  if (left === undefined || whole === 0) return words;
  const share = formatShare(left.wholeSamples / whole);
  return `${words}, ${share}, ${formatCounted(left.wholeSamples, 'sample')}`;
}

/** Steps that came with a link have no past here: the last of them goes. */
function takeBack(store: Store): boolean {
  const last = withoutLastStep(store.state.value);
  if (store.undo()) return true;
  if (last !== undefined) store.change(last, 'push');
  return last !== undefined;
}

/** Whether it was copied; a page from a disk may have no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
