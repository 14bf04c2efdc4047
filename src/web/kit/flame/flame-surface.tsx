import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { NameList } from '../../../explore/index.ts';
import { markActive, writeMirror } from './flame-mirror.ts';
import type { FlameColour } from './flame-palette.ts';
import { FlameScene } from './flame-scene.ts';
import { type FlameModel, type FlameTable, flameModel } from './flame-table.ts';
import { blockFacts, frameFacts, spokenFrame } from './frame-facts.ts';
import { type Move, moveFrom, widerCaller } from './frame-moves.ts';
import { type CardContent, HoverCard } from './hover-card.tsx';
import { type Pointed, watchPointer } from './pointer-gestures.ts';
import './flame-surface.css';

export interface FlameSurfaceProps {
  /** Name of the treegrid: `Flame graph`, `Callers`, … */
  readonly label: string;
  readonly table: FlameTable;
  readonly theme: 'light' | 'dark';
  /** flame: the root at the bottom; icicle: at the top. */
  readonly shape: 'flame' | 'icicle';
  readonly colour: FlameColour;
  /** The row that spans the width; 0 = all. */
  readonly zoom?: number;
  /** The row with the outline, where the keyboard is; -1 = none. */
  readonly selected?: number;
  /** What is searched for, as `SearchAnswer.matches` has it: one bit per key. */
  readonly matches?: Uint32Array | null;
  /** The root is shown elsewhere. */
  readonly hidesRoot?: boolean;
  readonly hints?: readonly (readonly [key: string, does: string])[];
  onZoom?(row: number): void;
  onSelect?(row: number): void;
  /** Double click. */
  onOpen?(row: number): void;
  /** Right click, long press or the menu key. */
  onMenu?(row: number, x: number, y: number): void;
  announce?(message: string): void;
  /** The first time something is on the canvas, and after every zoom. */
  onDrawn?(): void;
}

/** A flame graph on a canvas with its treegrid for those who do not see it. */
export function FlameSurface(props: FlameSurfaceProps): JSX.Element {
  const { table, label } = props;
  const id = `flame-${useId()}`;
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const frames = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const scene = useRef<FlameScene | null>(null);
  const [isFocused, setFocused] = useState(false);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const model = useMemo(() => flameModel(table), [table]);
  const names = useMemo(() => new NameList(table.keys.names), [table.keys]);
  const texts = useMemo(() => new NameList(table.keys.texts), [table.keys]);
  const selected = props.selected ?? -1;
  // Listeners live as long as the element; what they read is what was drawn last.
  const latest = useRef({ props, model, names, selected });
  latest.current = { props, model, names, selected };

  useLayoutEffect(() => {
    const parts = [scroller.current, content.current, frames.current, overlay.current] as const;
    const [scrolls, filled, drawn, above] = parts;
    if (scrolls === null || filled === null || drawn === null || above === null) return;
    let mirrorTimer = 0;
    const made = new FlameScene(
      { scroller: scrolls, content: filled, frames: drawn, overlay: above },
      () => {
        latest.current.props.onDrawn?.();
        clearTimeout(mirrorTimer);
        mirrorTimer = setTimeout(() => updateMirror(made), mirrorDelayMs) as unknown as number;
      },
    );
    const updateMirror = (of: FlameScene): void => {
      if (grid.current === null || of.drawing === null) return;
      writeMirror(grid.current, of.drawing, latest.current.names, latest.current.selected);
    };
    scene.current = made;
    const sizes = new ResizeObserver(() => made.resize());
    sizes.observe(scrolls);
    const stopWatching = watchPointer(scrolls, made, {
      model: () => latest.current.model,
      zoom: () => latest.current.props.zoom ?? 0,
      selected: () => latest.current.selected,
      point: setPointed,
      onSelect: (row) => latest.current.props.onSelect?.(row),
      onZoom: (row) => latest.current.props.onZoom?.(row),
      onOpen: (row) => latest.current.props.onOpen?.(row),
      onMenu: (row, x, y) => latest.current.props.onMenu?.(row, x, y),
      focus: () => grid.current?.focus({ preventScroll: true }),
    });
    return () => {
      clearTimeout(mirrorTimer);
      sizes.disconnect();
      stopWatching();
      made.dispose();
    };
  }, []);

  useLayoutEffect(() => {
    scene.current?.update({
      model,
      names,
      themeName: props.theme,
      colour: props.colour,
      shape: props.shape,
      topDepth: props.hidesRoot === true ? 1 : 0,
      zoom: props.zoom ?? 0,
      selected,
      matches: props.matches ?? null,
      isFocused,
    });
  }, [
    model,
    names,
    props.theme,
    props.colour,
    props.shape,
    props.hidesRoot,
    props.zoom,
    selected,
    props.matches,
    isFocused,
  ]);

  useEffect(() => {
    if (grid.current === null) return;
    markActive(grid.current, selected);
  }, [selected]);
  // What was under the pointer is no longer there.
  useEffect(() => setPointed(null), [table, props.zoom]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const of = scene.current;
    if (of !== null && handleKey(event, of, props, model, selected, names)) {
      event.preventDefault();
      event.stopPropagation();
      if (root.current !== null) root.current.dataset['pointer'] = 'false';
    }
  };
  const card = pointed === null ? null : cardOf(scene.current, model, names, texts, pointed.box);
  return (
    <div class="flame-surface" ref={root} data-shape={props.shape}>
      <div class="flame-surface-scroller" ref={scroller} aria-hidden="true">
        <div class="flame-surface-view">
          <canvas ref={frames} />
          <canvas ref={overlay} />
        </div>
        <div ref={content} />
      </div>
      <div
        id={id}
        ref={grid}
        class="flame-surface-mirror"
        role="treegrid"
        aria-label={label}
        aria-readonly="true"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {card === null || pointed === null ? null : (
        <HoverCard x={pointed.x} y={pointed.y} content={card} hints={props.hints ?? []} />
      )}
    </div>
  );
}

/** The mirror is written when the drawing has rested: nobody reads it while it moves. */
const mirrorDelayMs = 60;

function cardOf(
  scene: FlameScene | null,
  model: FlameModel,
  names: NameList,
  texts: NameList,
  box: number,
): CardContent | null {
  const boxes = scene?.drawing?.boxes;
  if (boxes === undefined || box >= boxes.length || scene?.drawing?.model !== model) return null;
  if ((boxes.small[box] as number) > 0) {
    return { kind: 'block', facts: blockFacts(model, boxes, names, box) };
  }
  return { kind: 'frame', facts: frameFacts(model, names, texts, boxes.row[box] as number) };
}

const moveKeys: Readonly<Record<string, (shape: 'flame' | 'icicle') => Move>> = {
  ArrowUp: (shape) => (shape === 'flame' ? 'callee' : 'caller'),
  ArrowDown: (shape) => (shape === 'flame' ? 'caller' : 'callee'),
  ArrowLeft: () => 'left',
  ArrowRight: () => 'right',
  Home: () => 'first',
  End: () => 'last',
};

/** Whether the key meant something here. */
function handleKey(
  event: KeyboardEvent,
  scene: FlameScene,
  props: FlameSurfaceProps,
  model: FlameModel,
  selected: number,
  names: NameList,
): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  const zoom = props.zoom ?? 0;
  const move = moveKeys[event.key]?.(props.shape);
  const boxes = scene.drawing?.boxes;
  if (move !== undefined && !event.shiftKey && boxes !== undefined) {
    const least = props.hidesRoot === true && model.table.length > 1 ? 1 : 0;
    const next = Math.max(least, moveFrom(model, boxes, selected < 0 ? -1 : selected, move));
    scene.reveal(model.table.depth[next] as number);
    props.onSelect?.(next);
    props.announce?.(spokenFrame(model, names, next));
    return true;
  }
  if (event.key === 'Enter' && selected >= 0) {
    props.onZoom?.(selected);
    return true;
  }
  if (event.key === 'Escape' && zoom > 0) {
    props.onZoom?.(widerCaller(model, zoom));
    return true;
  }
  if ((event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) && selected >= 0) {
    const at = scene.placeOf(selected);
    props.onMenu?.(selected, at.x, at.y);
    return true;
  }
  return false;
}
