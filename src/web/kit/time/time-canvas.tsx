import { effect, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import './time-canvas.css';

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

interface TimeCanvasProps {
  readonly class: string;
  /** Called in the next frame after a signal that it read, or its size, has changed. */
  readonly draw: (context: CanvasRenderingContext2D, size: CanvasSize) => void;
  /** Told when its size has changed. */
  readonly onResize?: (size: CanvasSize) => void;
}

/** A canvas as large as its box, sharp on every screen; hidden from assistive software. */
export function TimeCanvas(props: TimeCanvasProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const size = useSignal<CanvasSize>({ width: 0, height: 0 });
  const turn = useSignal(0);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      size.value = { width, height };
      latest.current.onResize?.(size.value);
    });
    observer.observe(element);
    const stop = effect(() => {
      void turn.value;
      const { width, height } = size.value;
      if (width === 0 || height === 0) return;
      const context = fitCanvas(element, width, height);
      if (context !== null) latest.current.draw(context, { width, height });
    });
    return () => {
      stop();
      observer.disconnect();
    };
  }, [size, turn]);
  // A new render may draw other things: the effect above runs again.
  useEffect(() => {
    turn.value = turn.peek() + 1;
  });
  return (
    <div class={`time-canvas ${props.class}`} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}

function fitCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = devicePixelRatio;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
