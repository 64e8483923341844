import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { draw, type DrawnPanel } from './draw.js';
import { Prometheus, type Series } from './prometheus.js';
import { Shop } from './shop.js';

// `npm run docs:panels`: evaluates the queries of the dashboard in Prometheus, on the metrics of an application that does
// everything they show, and draws what Prometheus returns. It needs the program `prometheus` and Redis (REDIS_URL).

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

interface Panel {
  readonly title: string;
  readonly targets: readonly Target[];
}

const DASHBOARD = 'docs/grafana/nestjs-pix.json';
const PICTURE = 'docs/grafana/panels.svg';
const [METRICS_PORT, PROMETHEUS_PORT] = [4610, 4611];
const SECONDS = 60;
/** The period of rates. */
const RATE = '15s';
const redis = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: readonly Panel[] };
const shop = await Shop.open(METRICS_PORT, { url: redis });
const prometheus = await Prometheus.start(PROMETHEUS_PORT, `127.0.0.1:${METRICS_PORT}`);
try {
  const start = Date.now() / 1000;
  for (let number = 0; Date.now() / 1000 < start + SECONDS; number += 1) {
    await shop.run(number);
    await setTimeout(500);
  }
  const drawn: DrawnPanel[] = [];
  for (const { title, targets } of panels) {
    const lines: DrawnPanel['lines'][number][] = [];
    for (const target of targets) {
      const series = await prometheus.query(resolve(target.expr), start, Date.now() / 1000);
      const isEmpty = !series.some(({ values }) => values.some(([, text]) => Number(text) > 0));
      if (isEmpty) process.exitCode = 1;
      console.log(`${isEmpty ? 'NO DATA' : `${series.length} series`}: ${title}: ${target.expr}`);
      lines.push(...series.map((one) => ({ name: nameSeries(target, one), values: one.values })));
    }
    drawn.push({ title, lines });
  }
  writeFileSync(PICTURE, draw(drawn));
} finally {
  await prometheus.close();
  await shop.close();
}

/** Replaces the variables of Grafana. */
function resolve(expr: string): string {
  return expr.replaceAll('$__rate_interval', RATE).replaceAll('$account', '.*');
}

function nameSeries({ legendFormat }: Target, { metric }: Series): string {
  const name = legendFormat.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
  return name.trim() || 'none';
}
