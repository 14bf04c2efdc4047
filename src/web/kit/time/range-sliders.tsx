import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { axisExtent } from './axis-extent.ts';
import { selectionOf, windowOf, withSelection } from './nested-ranges.ts';
import type { RangeDrag } from './range-drag.ts';
import { formatTime } from './time-axis.ts';
import './range-sliders.css';

interface SlidersProps {
  readonly app: App;
  readonly drag: RangeDrag;
  /** What the grips move on. */
  readonly surface: () => HTMLElement | null;
}

/** Steps of the arrow keys, as parts of the window: with Shift the larger one. */
const steps = { small: 1 / 200, large: 1 / 20 };

/** The two ends of the range: grips for the pointer, sliders for the keyboard. */
export function RangeSliders({ app, drag, surface }: SlidersProps): JSX.Element | null {
  const { ranges } = app.state.value;
  const extent = axisExtent(app);
  // The first key of a row of them is a step that can be taken back.
  const hasPushed = useRef(false);
  if (extent === null) return null;
  const window = windowOf(ranges, extent);
  const selection = selectionOf(ranges, extent);
  const range = selection ?? window;
  const set = (next: TimeRange): void => {
    const kind = hasPushed.current ? 'replace' : 'push';
    hasPushed.current = true;
    app.change({ ranges: withSelection(ranges, next) }, kind);
  };
  const slider = (end: 'start' | 'end'): JSX.Element => (
    <RangeEnd
      end={end}
      range={range}
      window={window}
      isSelected={selection !== null}
      onSet={set}
      onLeave={() => {
        hasPushed.current = false;
      }}
      onPress={(event) => {
        const element = surface();
        if (element !== null) drag.press(event, element, end);
      }}
    />
  );
  return (
    <>
      {slider('start')}
      {slider('end')}
    </>
  );
}

interface RangeEndProps {
  readonly end: 'start' | 'end';
  readonly range: TimeRange;
  readonly window: TimeRange;
  readonly isSelected: boolean;
  readonly onSet: (range: TimeRange) => void;
  readonly onLeave: () => void;
  readonly onPress: (event: PointerEvent) => void;
}

function RangeEnd(props: RangeEndProps): JSX.Element {
  const { end, range, window, isSelected, onSet, onLeave, onPress } = props;
  const atNs = end === 'start' ? range.startNs : range.endNs;
  const share = (atNs - window.startNs) / (window.endNs - window.startNs);
  const keyDown = (event: KeyboardEvent): void => {
    const to = movedEnd(event, atNs, window);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSet(withEnd(range, end, to, window));
  };
  return (
    <div
      class={`range-slider range-slider-${end}`}
      data-selected={isSelected}
      hidden={share < -0.001 || share > 1.001}
      role="slider"
      tabIndex={0}
      aria-label={end === 'start' ? 'Range start' : 'Range end'}
      aria-valuemin={window.startNs / 1e9}
      aria-valuemax={window.endNs / 1e9}
      aria-valuenow={atNs / 1e9}
      aria-valuetext={formatTime(atNs, range.endNs - range.startNs)}
      style={{ left: `${share * 100}%` }}
      onKeyDown={keyDown}
      onBlur={onLeave}
      onPointerDown={(event) => {
        if (!isSelected) return;
        event.stopPropagation();
        onPress(event);
      }}
    />
  );
}

/** Where a key moves an end of the range to. */
function movedEnd(event: KeyboardEvent, atNs: number, window: TimeRange): number | undefined {
  const length = window.endNs - window.startNs;
  const step = length * (event.shiftKey ? steps.large : steps.small);
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return atNs - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return atNs + step;
    case 'PageDown':
      return atNs - length * steps.large;
    case 'PageUp':
      return atNs + length * steps.large;
    case 'Home':
      return window.startNs;
    case 'End':
      return window.endNs;
    default:
      return undefined;
  }
}

/** The other end stays, and is not passed. */
function withEnd(
  range: TimeRange,
  end: 'start' | 'end',
  toNs: number,
  window: TimeRange,
): TimeRange {
  const least = (window.endNs - window.startNs) / 1000;
  if (end === 'start') {
    const startNs = Math.max(window.startNs, Math.min(toNs, range.endNs - least));
    return { startNs, endNs: range.endNs };
  }
  const endNs = Math.min(window.endNs, Math.max(toNs, range.startNs + least));
  return { startNs: range.startNs, endNs };
}
