import type { NameList } from '../../../explore/index.ts';
import type { FlameScene } from './flame-scene.ts';
import type { FlameSurfaceProps } from './flame-surface.tsx';
import type { FlameModel } from './flame-table.ts';
import { spokenFrame } from './frame-facts.ts';
import { type Move, moveFrom, widerCaller } from './frame-moves.ts';

export interface KeyTarget {
  readonly scene: FlameScene;
  readonly props: FlameSurfaceProps;
  readonly model: FlameModel;
  readonly names: NameList;
}

const moveKeys: Readonly<Record<string, (shape: 'flame' | 'icicle') => Move>> = {
  ArrowUp: (shape) => (shape === 'flame' ? 'callee' : 'caller'),
  ArrowDown: (shape) => (shape === 'flame' ? 'caller' : 'callee'),
  ArrowLeft: () => 'left',
  ArrowRight: () => 'right',
  Home: () => 'first',
  End: () => 'last',
};

/** Arrows move between frames, Enter zooms, Escape zooms out. Whether the key meant something here. */
export function handleKey(event: KeyboardEvent, target: KeyTarget): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  const { props } = target;
  const { selected = -1 } = props;
  const move = event.shiftKey ? undefined : moveKeys[event.key]?.(props.shape);
  if (move !== undefined) return moveCursor(target, move);
  if (event.key === 'Escape') return zoomOut(target);
  if (event.key === 'PageUp' || event.key === 'PageDown') {
    target.scene.scrollPages(event.key === 'PageUp' ? -1 : 1);
    return true;
  }
  if (selected < 0) return false;
  if (event.key === 'Enter') {
    (props.onZoom ?? props.onOpen)?.(selected);
    return true;
  }
  const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
  if (isMenu) {
    const { x, y } = target.scene.placeOf(selected);
    props.onMenu?.(selected, x, y);
  }
  return isMenu;
}

/** First what the wheel zoomed into, then frame by frame; with nothing left to undo the key is the page's. */
function zoomOut({ scene, props, model }: KeyTarget): boolean {
  const { zoom = 0 } = props;
  if (scene.isNarrowed) scene.showAll();
  else if (zoom > 0) props.onZoom?.(widerCaller(model, zoom));
  else return false;
  return true;
}

function moveCursor({ scene, props, model, names }: KeyTarget, move: Move): boolean {
  const boxes = scene.drawing?.boxes;
  if (boxes === undefined) return false;
  const least = props.hidesRoot === true && model.table.length > 1 ? 1 : 0;
  const next = Math.max(least, moveFrom(model, boxes, props.selected ?? -1, move));
  scene.reveal(model.table.depth[next] as number);
  props.onSelect?.(next);
  props.announce?.(spokenFrame(model, names, next));
  return true;
}
