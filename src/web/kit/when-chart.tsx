import type { JSX } from 'preact';
import './when-chart.css';

/** Sums over equal parts of time as bars; the label says in a sentence what they show. */
export function WhenChart({
  values,
  label,
  highest,
}: {
  readonly values: Float64Array;
  readonly label: string;
  /** The height of the chart in values; without it the largest value. */
  readonly highest?: number;
}): JSX.Element {
  const most = highest ?? values.reduce((a, b) => Math.max(a, b), 0);
  let path = '';
  for (let part = 0; part < values.length; part++) {
    const height = most > 0 ? Math.min(1, (values[part] as number) / most) : 0;
    if (height <= 0) continue;
    const top = (100 - Math.max(2, height * 100)).toFixed(1);
    path += `M${part} 100V${top}h.8V100z`;
  }
  return (
    <svg
      class="when-chart"
      viewBox={`0 0 ${values.length} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
