import type { Move } from './moves.ts';

/** What keys ask for. */
export interface KeyActions {
  readonly isFlame: boolean;
  move(move: Move): void;
  zoomSelected(): void;
  out(): void;
  reset(): void;
  search(): boolean;
  step(by: 1 | -1): void;
  flip(): void;
  help(): void;
}

/** Acts on a key; true when it was one of ours. */
export function actOnKey(event: KeyboardEvent, actions: KeyActions): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key === 'f') return actions.search();
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const action = keyTable[event.key];
  action?.(actions);
  return action !== undefined;
}

const keyTable: Readonly<Record<string, (actions: KeyActions) => void>> = {
  ArrowUp: (actions) => actions.move(actions.isFlame ? 'child' : 'parent'),
  ArrowDown: (actions) => actions.move(actions.isFlame ? 'parent' : 'child'),
  ArrowLeft: (actions) => actions.move('left'),
  ArrowRight: (actions) => actions.move('right'),
  Enter: (actions) => actions.zoomSelected(),
  Escape: (actions) => actions.out(),
  Home: (actions) => actions.reset(),
  '/': (actions) => actions.search(),
  n: (actions) => actions.step(1),
  N: (actions) => actions.step(-1),
  v: (actions) => actions.flip(),
  '?': (actions) => actions.help(),
};
