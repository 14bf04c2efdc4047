import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { NameList } from '../../../explore/index.ts';
import type { Drawing } from './drawing.ts';
import { isSameMirror, writeMirror } from './flame-mirror.ts';
import { FlameScene } from './flame-scene.ts';
import type { FlameSurfaceProps } from './flame-surface.tsx';
import type { FlameModel } from './flame-table.ts';
import { type Pointed, watchPointer } from './pointer-gestures.ts';

/** The mirror is written when the drawing has rested: nobody reads it while it moves … */
const mirrorRestMs = 200;
/** … but who moves by keys waits for it. */
const mirrorDelayMs = 60;

export interface SceneParts {
  readonly props: FlameSurfaceProps;
  readonly model: FlameModel;
  readonly names: NameList;
  readonly isFocused: boolean;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly setPointed: (pointed: Pointed | null) => void;
}

export interface SceneRefs {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly frames: RefObject<HTMLCanvasElement | null>;
  readonly overlay: RefObject<HTMLCanvasElement | null>;
}

/** A scene that lives as long as its elements and draws what the props say. */
export function useScene(parts: SceneParts): {
  readonly scene: RefObject<FlameScene | null>;
  readonly elements: SceneRefs;
} {
  const { props, model, names, isFocused } = parts;
  const elements: SceneRefs = {
    scroller: useRef<HTMLDivElement>(null),
    content: useRef<HTMLDivElement>(null),
    frames: useRef<HTMLCanvasElement>(null),
    overlay: useRef<HTMLCanvasElement>(null),
  };
  const scene = useRef<FlameScene>(null);
  // Listeners live as long as the elements; what they read is what was drawn last.
  const latest = useRef(parts);
  latest.current = parts;
  useLayoutEffect(() => {
    const made = makeScene(elements, () => latest.current);
    scene.current = made?.scene ?? null;
    return () => made?.stop();
  }, []);
  const { theme, colour, shape, zoom = 0, selected = -1, matches = null } = props;
  const topDepth = props.hidesRoot === true ? 1 : 0;
  useLayoutEffect(() => {
    scene.current?.update({
      model,
      names,
      themeName: theme,
      colour,
      shape,
      topDepth,
      zoom,
      selected,
      matches,
      isFocused,
    });
  }, [model, names, theme, colour, shape, topDepth, zoom, selected, matches, isFocused]);
  return { scene, elements };
}

function makeScene(
  { scroller, content, frames, overlay }: SceneRefs,
  latest: () => SceneParts,
): { readonly scene: FlameScene; readonly stop: () => void } | undefined {
  const [scrolls, filled, drawn, above] = [
    scroller.current,
    content.current,
    frames.current,
    overlay.current,
  ];
  if (scrolls === null || filled === null || drawn === null || above === null) return undefined;
  let mirrorTimer = 0;
  let mirrored: { readonly drawing: Drawing; readonly active: number } | null = null;
  const updateMirror = (): void => {
    const { grid, names, props } = latest();
    if (grid.current === null || scene.drawing === null) return;
    const active = props.selected ?? -1;
    const { drawing } = scene;
    if (mirrored?.active === active && isSameMirror(mirrored.drawing, drawing)) return;
    writeMirror(grid.current, drawing, names, active, mirrored?.drawing ?? null);
    mirrored = { drawing, active };
  };
  const scene = new FlameScene(
    { scroller: scrolls, content: filled, frames: drawn, overlay: above },
    () => {
      latest().props.onDrawn?.(scene.narrowing);
      window.clearTimeout(mirrorTimer);
      const isMoved = mirrored === null || mirrored.active !== (latest().props.selected ?? -1);
      mirrorTimer = window.setTimeout(updateMirror, isMoved ? mirrorDelayMs : mirrorRestMs);
    },
  );
  const sizes = new ResizeObserver(() => scene.resize());
  sizes.observe(scrolls);
  const stopWatching = watchPointer(scrolls, scene, {
    model: () => latest().model,
    zoom: () => latest().props.zoom ?? 0,
    selected: () => latest().props.selected ?? -1,
    point: (pointed) => latest().setPointed(pointed),
    onSelect: (row) => latest().props.onSelect?.(row),
    onZoom: (row) => latest().props.onZoom?.(row),
    onOpen: (row) => latest().props.onOpen?.(row),
    onMenu: (row, x, y) => latest().props.onMenu?.(row, x, y),
    focus: () => {
      const { grid, root } = latest();
      // The ring is for the keyboard; a pointer knows where it is.
      if (root.current !== null) root.current.dataset['pointer'] = 'true';
      grid.current?.focus({ preventScroll: true });
    },
  });
  const stop = (): void => {
    window.clearTimeout(mirrorTimer);
    sizes.disconnect();
    stopWatching();
    scene.dispose();
  };
  return { scene, stop };
}
