import { useId, useState } from 'preact/hooks';
import { chart as text } from '../strings/messages/chart.ts';
import { formatNumber } from './format.ts';

interface Bar {
  label: string;
  value: number;
  bad?: number;
}

interface ChartProps {
  title: string;
  /** `bad` is stacked on top of `value`. */
  bars: readonly Bar[];
  format?: (value: number) => string;
  legend?: readonly [value: string, bad: string];
  /** False if the sum of the bars is meaningless. The caption then shows their maximum. */
  sums?: boolean;
}

const WIDTH = 600;
const HEIGHT = 140;

const whole = ({ value, bad = 0 }: Bar) => value + bad;

export function BarChart({ title, bars, format = formatNumber, legend, sums = true }: ChartProps) {
  const id = useId();
  const [pointed, setPointed] = useState<number>();
  const most = Math.max(0, ...bars.map(whole));
  const total = sums ? bars.reduce((sum, { value }) => sum + value, 0) : most;
  const bad = bars.reduce((sum, bar) => sum + (bar.bad ?? 0), 0);
  const labels = [bars[0], bars.length > 4 && bars[Math.floor(bars.length / 2)], bars.at(-1)].flatMap(
    (bar) => (bar ? [bar.label] : []),
  );
  const formatted = sums || total === 0 ? format(total) : text.upTo(format(total));
  const bar = pointed === undefined ? undefined : bars[pointed];
  const describeBar = (name: string, value: number) => text.bar(name, format(value));
  const summary = legend ? `${describeBar(legend[0], total)}, ${describeBar(legend[1], bad)}` : formatted;
  const highest = most > 0 ? bars.find((each) => whole(each) === most) : undefined;
  const range = text.sentence(title, summary, labels[0] ?? '', labels.at(-1) ?? '');
  const sentence = `${range}${highest ? text.most(highest.label, format(most)) : ''}.`;
  return (
    <figure class="chart panel" onPointerLeave={() => setPointed(undefined)}>
      <figcaption>
        <span>
          {title}
          {bar && <span class="pointed">{bar.label}</span>}
        </span>
        {legend ? (
          <span class="legend">
            <span class="key">{describeBar(legend[0], bar ? bar.value : total)}</span>
            <span class="key bad">{describeBar(legend[1], bar ? (bar.bad ?? 0) : bad)}</span>
          </span>
        ) : (
          <span class="legend">{bar ? format(bar.value) : formatted}</span>
        )}
      </figcaption>
      <div class="plot">
        {most === 0 && <p class="muted small">{text.none}</p>}
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
          {bars.map((each, index) => (
            <Column
              key={index}
              of={each}
              index={index}
              most={most}
              step={WIDTH / bars.length}
              point={setPointed}
            />
          ))}
        </svg>
      </div>
      <div class="axis" aria-hidden="true">
        {labels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      {most > 0 && <FiguresTable bars={bars} format={format} columns={legend ?? [title]} />}
    </figure>
  );
}

interface ColumnProps {
  of: Bar;
  index: number;
  step: number;
  most: number;
  point: (index: number) => void;
}

function Column({ of: { value, bad = 0 }, index, step, most, point }: ColumnProps) {
  const tall = (part: number) => (most === 0 ? 0 : (part / most) * HEIGHT);
  const room = { x: index * step + step * 0.15, width: step * 0.7 };
  return (
    <g onPointerEnter={() => point(index)}>
      {/* Full height makes low bars easy to hit. */}
      <rect class="hit" x={index * step} width={step} y="0" height={HEIGHT} />
      <rect {...room} y={HEIGHT - tall(value)} height={tall(value)} />
      {bad > 0 && <rect class="bad" {...room} y={HEIGHT - tall(value + bad)} height={tall(bad)} />}
    </g>
  );
}

interface FiguresTableProps {
  bars: readonly Bar[];
  format: (value: number) => string;
  columns: readonly string[];
}

function FiguresTable({ bars, format, columns }: FiguresTableProps) {
  return (
    <details class="figures-table">
      <summary>{text.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable areas */}
      <section class="scroll" tabIndex={0} aria-label={text.tableOf(columns.join(', '))}>
        <table>
          <thead>
            <tr>
              {[text.when, ...columns].map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ label, value, bad = 0 }, index) => (
              <tr key={index}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
                {columns.length > 1 && <td>{format(bad)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
