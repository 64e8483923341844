import './bar-chart.css';

export interface Bar {
  readonly label: string;
  /** Only for drawing: the text has the exact number. `null`: there is nothing to draw, which is not the same as 0. */
  readonly height: number | null;
  readonly text: string;
}

/** The values at the top and in the middle. */
export interface Scale {
  readonly height: number;
  readonly top: string;
  readonly middle: string;
}

interface BarChartProps {
  /** What the chart shows and its highest bar, for screen readers: a table below has the numbers. */
  readonly description: string;
  readonly bars: readonly Bar[];
  readonly scale: Scale;
  /** Shown instead of bars if there are none. */
  readonly empty: string;
}

const WIDTH = 720;
const HEIGHT = 180;

/** Height of a bar for 0. */
const STUB = 3;

/** Labels below the bars, at most. */
const LABELS = 6;

/** Bars over the days of a period. */
export function BarChart({ description, bars, scale, empty }: BarChartProps) {
  const step = WIDTH / Math.max(bars.length, 1);
  const isEmpty = bars.every(({ height }) => height === null);
  return (
    <div class="chart">
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
          {bars.map((bar, index) => (
            <DayBar key={bar.label} bar={bar} x={index * step} width={step} top={scale.height} />
          ))}
          <line class="chart-base" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        </svg>
        {isEmpty && (
          <p class="chart-empty" aria-hidden="true">
            {empty}
          </p>
        )}
      </div>
      <DayLabels bars={bars} />
    </div>
  );
}

interface DayBarProps {
  readonly bar: Bar;
  readonly x: number;
  readonly width: number;
  readonly top: number;
}

function DayBar({ bar: { label, height, text }, x, width, top }: DayBarProps) {
  if (height === null) return null;
  const drawn = Math.max((height / top) * HEIGHT, STUB);
  return (
    <rect
      class="chart-bar"
      x={x + width * 0.12}
      width={width * 0.76}
      y={HEIGHT - drawn}
      height={drawn}
    >
      <title>{`${label}: ${text}`}</title>
    </rect>
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
