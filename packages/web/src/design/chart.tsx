import { useId } from 'preact/hooks';

interface ChartProps {
  title: string;
  /** One bar for each, from left to right. */
  bars: readonly { label: string; value: number }[];
  format?: (value: number) => string;
}

const WIDTH = 600;
const HEIGHT = 140;

/** Bars, with a sentence for who cannot see them. */
export function BarChart({ title, bars, format = (value) => value.toLocaleString('en') }: ChartProps) {
  const id = useId();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const step = WIDTH / Math.max(1, bars.length);
  const highest = bars.find(({ value }) => value === most);
  const sentence = `${title}: ${format(total)} from ${bars[0]?.label} to ${bars.at(-1)?.label}${highest ? `, most on ${highest.label} (${format(most)})` : ''}.`;
  return (
    <figure class="chart panel">
      <figcaption>
        {title} <span class="muted number">{format(total)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-labelledby={id}>
        <title id={id}>{sentence}</title>
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <line
            key={part}
            x1="0"
            x2={WIDTH}
            y1={HEIGHT * part}
            y2={HEIGHT * part}
            vector-effect="non-scaling-stroke"
          />
        ))}
        {bars.map(({ label, value }, place) => {
          const height = (value / most) * HEIGHT;
          return (
            <rect
              key={label}
              x={place * step + step * 0.15}
              width={step * 0.7}
              y={HEIGHT - height}
              height={height}
              rx="1.5"
            >
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div class="axis" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </figure>
  );
}
