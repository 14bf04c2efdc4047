import type { JSX } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { NameList } from '../../../explore/index.ts';
import { markActive } from './flame-mirror.ts';
import type { FlameColour } from './flame-palette.ts';
import type { FlameScene } from './flame-scene.ts';
import { type FlameModel, type FlameTable, flameModel } from './flame-table.ts';
import { blockFacts, frameFacts } from './frame-facts.ts';
import { handleKey } from './frame-keys.ts';
import { type CardContent, HoverCard } from './hover-card.tsx';
import type { Pointed } from './pointer-gestures.ts';
import { useScene } from './use-scene.ts';
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
  readonly onZoom?: (row: number) => void;
  readonly onSelect?: (row: number) => void;
  /** Double click. */
  readonly onOpen?: (row: number) => void;
  /** Right click, long press or the menu key. */
  readonly onMenu?: (row: number, x: number, y: number) => void;
  readonly announce?: (message: string) => void;
  /** After every drawing that stays. `narrowing`: how many times wider the zoomed frame is than what is shown. */
  readonly onDrawn?: (narrowing: number) => void;
}

/** A flame graph on a canvas with its treegrid for those who do not see it. */
export function FlameSurface(props: FlameSurfaceProps): JSX.Element {
  const { table, label } = props;
  const id = `flame-${useId()}`;
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const [isFocused, setFocused] = useState(false);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const model = useMemo(() => flameModel(table), [table]);
  const names = useMemo(() => new NameList(table.keys.names), [table.keys]);
  const texts = useMemo(() => new NameList(table.keys.texts), [table.keys]);
  const selected = props.selected ?? -1;
  const { scene, elements } = useScene({ props, model, names, isFocused, root, grid, setPointed });
  useEffect(() => {
    if (grid.current !== null) markActive(grid.current, selected);
  }, [selected]);
  // What was under the pointer is no longer there.
  useEffect(() => setPointed(null), [table, props.zoom]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const of = scene.current;
    if (of !== null && handleKey(event, { scene: of, props, model, names })) {
      event.preventDefault();
      event.stopPropagation();
      if (root.current !== null) root.current.dataset['pointer'] = 'false';
    }
  };
  const card = pointed === null ? null : cardOf(scene.current, model, names, texts, pointed.box);
  return (
    <div class="flame-surface" ref={root} data-shape={props.shape}>
      <div class="flame-surface-scroller" ref={elements.scroller} aria-hidden="true">
        <div class="flame-surface-view">
          <canvas ref={elements.frames} />
          <canvas ref={elements.overlay} />
        </div>
        <div ref={elements.content} />
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
        onBlur={() => {
          setFocused(false);
          if (root.current !== null) root.current.dataset['pointer'] = 'false';
        }}
      />
      {card === null || pointed === null ? null : (
        <HoverCard x={pointed.x} y={pointed.y} content={card} hints={props.hints ?? []} />
      )}
    </div>
  );
}

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
