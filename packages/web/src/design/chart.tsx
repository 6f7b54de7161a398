import { useId } from 'preact/hooks';
import { text } from '../strings/en.ts';

interface ChartProps {
  title: string;
  /** One bar for each, from left to right; `bad` stands on top of it, in another colour. */
  bars: readonly { label: string; value: number; bad?: number }[];
  format?: (value: number) => string;
  /** What the two colours mean, where there are two. */
  legend?: readonly [value: string, bad: string];
  /** False where adding the bars up means nothing: then the highest is told. */
  sums?: boolean;
}

const WIDTH = 600;
const HEIGHT = 140;

const inEnglish = (value: number) => value.toLocaleString('en');

/** Bars, with a sentence for who cannot see them. */
export function BarChart({ title, bars, format = inEnglish, legend, sums = true }: ChartProps) {
  const id = useId();
  const all = (bar: ChartProps['bars'][number]) => bar.value + (bar.bad ?? 0);
  const most = Math.max(0, ...bars.map(all));
  const total = sums ? bars.reduce((sum, { value }) => sum + value, 0) : most;
  const bad = bars.reduce((sum, bar) => sum + (bar.bad ?? 0), 0);
  const step = WIDTH / Math.max(1, bars.length);
  const [first, last] = [bars[0]?.label ?? '', bars.at(-1)?.label ?? ''];
  const told = sums || total === 0 ? format(total) : text.chart.upTo(format(total));
  const said = legend
    ? `${text.chart.bar(legend[0], format(total))}, ${text.chart.bar(legend[1], format(bad))}`
    : told;
  const highest = most > 0 ? bars.find((bar) => all(bar) === most) : undefined;
  const sentence = `${text.chart.sentence(title, said, first, last)}${highest ? text.chart.most(highest.label, format(most)) : ''}.`;
  const tall = (value: number) => (most === 0 ? 0 : (value / most) * HEIGHT);
  return (
    <figure class="chart panel">
      <figcaption>
        {title}
        {legend ? (
          <span class="legend">
            <span class="key">{text.chart.bar(legend[0], format(total))}</span>
            <span class="key bad">{text.chart.bar(legend[1], format(bad))}</span>
          </span>
        ) : (
          <span class="muted number">{told}</span>
        )}
      </figcaption>
      <div class="plot">
        {most === 0 && <p class="muted small">{text.chart.none}</p>}
        {most > 0 && (
          <span class="most" aria-hidden="true">
            {format(most)}
          </span>
        )}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-labelledby={id}>
          <title id={id}>{sentence}</title>
          {(most > 0 ? [0, 0.5, 1] : [0, 1]).map((part) => (
            <line
              key={part}
              x1="0"
              x2={WIDTH}
              y1={HEIGHT * part}
              y2={HEIGHT * part}
              vector-effect="non-scaling-stroke"
            />
          ))}
          {bars.map(({ label, value, bad = 0 }, place) => (
            <g key={label}>
              <title>
                {text.chart.bar(label, legend ? `${format(value)} + ${format(bad)}` : format(value))}
              </title>
              {/* As high as the chart, so that low bars are hit too. */}
              <rect class="hit" x={place * step} width={step} y="0" height={HEIGHT} />
              <rect
                x={place * step + step * 0.15}
                width={step * 0.7}
                y={HEIGHT - tall(value)}
                height={tall(value)}
              />
              {bad > 0 && (
                <rect
                  class="bad"
                  x={place * step + step * 0.15}
                  width={step * 0.7}
                  y={HEIGHT - tall(value + bad)}
                  height={tall(bad)}
                />
              )}
            </g>
          ))}
        </svg>
      </div>
      <div class="axis" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </figure>
  );
}
