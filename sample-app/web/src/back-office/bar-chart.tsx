import { formatMoney } from '../text/money.js';
import './bar-chart.css';

export interface Bar {
  readonly label: string;
  /** Amounts as decimal text; one bar for each. */
  readonly values: readonly string[];
}

/** The values at the top and in the middle. */
export interface Scale {
  readonly height: number;
  readonly top: string;
  readonly middle: string;
}

interface BarChartProps {
  /** What the chart shows, for screen readers: a table below has the numbers. */
  readonly description: string;
  /** What the bars of a day are. */
  readonly names: readonly string[];
  readonly bars: readonly Bar[];
  readonly scale: Scale;
  /** Shown instead of bars if there are none. */
  readonly empty: string;
}

const WIDTH = 720;
const HEIGHT = 180;

/** Height of a small amount, which would be invisible. */
const STUB = 3;

/** Labels below the bars, at most. */
const LABELS = 6;

/** Amounts over the days of a period. The text has the exact amounts; numbers are only for drawing. */
export function BarChart({ description, names, bars, scale, empty }: BarChartProps) {
  const step = WIDTH / Math.max(bars.length, 1);
  const isEmpty = bars.every(({ values }) => values.every((value) => Number(value) === 0));
  return (
    <figure class="chart">
      <p class="chart-scale" aria-hidden="true">
        {!isEmpty && [scale.top, scale.middle, '0'].map((text) => <span key={text}>{text}</span>)}
      </p>
      <div class="chart-plot">
        <svg
          role="img"
          aria-label={description}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          <line class="chart-line" x1="0" x2={WIDTH} y1="0.5" y2="0.5" />
          <line class="chart-line" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
          {bars.map(({ label, values }, day) =>
            values.map((value, index) => {
              const width = (step * 0.8) / values.length;
              const height = Math.max((Number(value) / scale.height) * HEIGHT, STUB);
              return (
                Number(value) > 0 && (
                  <rect
                    key={`${label} ${names[index] ?? ''}`}
                    class={`chart-bar chart-bar-${index}`}
                    x={day * step + step * 0.1 + index * width}
                    width={width}
                    y={HEIGHT - height}
                    height={height}
                  >
                    <title>{`${label}, ${names[index] ?? ''}: ${formatMoney(value)}`}</title>
                  </rect>
                )
              );
            }),
          )}
          <line class="chart-base" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        </svg>
        {isEmpty && (
          <p class="chart-empty" aria-hidden="true">
            {empty}
          </p>
        )}
      </div>
      <DayLabels bars={bars} />
      <figcaption class="chart-names" aria-hidden="true">
        {names.map((name, index) => (
          <span key={name}>
            <span class={`chart-key chart-key-${index}`} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** The last day has a label, and others at the same distance. */
function DayLabels({ bars }: Pick<BarChartProps, 'bars'>) {
  const every = Math.ceil(bars.length / LABELS);
  return (
    <p class="chart-days" aria-hidden="true">
      {bars.map(
        ({ label }, index) =>
          (bars.length - 1 - index) % every === 0 && (
            <span key={label} style={{ '--left': String((index + 0.5) / bars.length) }}>
              {label.slice(0, 5)}
            </span>
          ),
      )}
    </p>
  );
}

/** Returns a scale for amounts that ends at a round number: 1, 2 or 5 with zeros. */
export function findScale(highest: number): Scale {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  const height = power * ([1, 2, 5].find((digit) => digit * power >= highest) ?? 10);
  const round = (amount: number) => formatMoney(amount.toFixed(2)).replace(/,00$/, '');
  return { height, top: round(height), middle: round(height / 2) };
}
