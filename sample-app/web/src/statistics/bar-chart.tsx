import './bar-chart.css';

export interface Bar {
  readonly label: string;
  /** Only for drawing: the text has the exact number. */
  readonly height: number;
  readonly text: string;
}

interface BarChartProps {
  /** What the chart shows and its highest bar, for screen readers: a table below has the numbers. */
  readonly description: string;
  readonly bars: readonly Bar[];
  /** The value at the top. */
  readonly top: { readonly height: number; readonly text: string };
}

const WIDTH = 720;
const HEIGHT = 180;

/** Bars over the days of a period. */
export function BarChart({ description, bars, top }: BarChartProps) {
  const step = WIDTH / Math.max(bars.length, 1);
  const scale = top.height > 0 ? HEIGHT / top.height : 0;
  return (
    <div class="chart">
      <p class="chart-top" aria-hidden="true">
        {top.text}
      </p>
      <svg
        role="img"
        aria-label={description}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <line class="chart-line" x1="0" x2={WIDTH} y1="0.5" y2="0.5" />
        <line class="chart-line" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {bars.map(({ label, height, text }, index) => (
          <rect
            key={label}
            class="chart-bar"
            x={index * step + step * 0.12}
            width={step * 0.76}
            y={HEIGHT - height * scale}
            height={height * scale}
          >
            <title>{`${label}: ${text}`}</title>
          </rect>
        ))}
        <line class="chart-base" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p class="chart-days" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
    </div>
  );
}
