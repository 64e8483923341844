import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import {
  Instruments,
  pixMetrics,
  type PixMetricDefinition,
} from '../../lib/opentelemetry/metrics.js';
import { Recorder } from './support/recorder.js';

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { panels } = JSON.parse(readFileSync('docs/grafana/nestjs-pix.json', 'utf8')) as {
  panels: readonly Panel[];
};
const targets = panels.flatMap(({ title, targets: own }) =>
  own.map((target) => ({ title, ...target })),
);
const [, alertTable = ''] = readFileSync('docs/observability.md', 'utf8').split('### Dashboard');
const alerts = [...alertTable.matchAll(/^\| ([^|]+?) +\| `(.+)` +\|$/gm)].map(
  ([, title = '', expr = '']) => ({
    title,
    expr,
    legendFormat: '',
  }),
);
const queries = [...targets, ...alerts];

/** Replaces the variables of Grafana. */
function resolve(expr: string): string {
  return expr.replaceAll('$__rate_interval', '5m').replaceAll('$account', '.*');
}

interface Selector {
  /** Which series it selects. */
  readonly name: RegExp;
  readonly labels: readonly string[];
}

/** Finds the selectors of a query. */
function listSelectors(expr: string): Selector[] {
  const text = resolve(expr);
  const selectors: Selector[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`${text} is not PromQL at ${node.from}`);
      if (node.name !== 'VectorSelector') return;
      const own = text.slice(node.from, node.to);
      const regex = /__name__=~"([^"]+)"/.exec(own)?.[1];
      const name = new RegExp(`^(?:${regex ?? own.replace(/\{.*/, '')})$`);
      const labels = [...own.matchAll(/(\w+)(?:=~|!=|=)"/g)].map(([, label = '']) => label);
      selectors.push({ name, labels: labels.filter((label) => label !== '__name__') });
    },
  });
  return selectors;
}

/** The labels by which a query groups, and those of its legend. */
function listLabels({ expr, legendFormat }: { expr: string; legendFormat: string }): string[] {
  const grouped = [...expr.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
  return [...grouped, ...shown];
}

/** The labels of each series that Prometheus reads. */
const series = new Map<string, Set<string>>();

beforeAll(async () => {
  const recorder = new Recorder();
  const instruments = new Instruments(recorder.meterProvider, 'test');
  const metrics = Object.entries<PixMetricDefinition>(pixMetrics).map(
    ([key, { kind, attributes }]) =>
      [key, kind, Object.fromEntries(attributes.map((name) => [name, 'x']))] as const,
  );
  for (const [key, kind, values] of metrics) {
    if (kind !== 'gauge') instruments.record(key as 'callDuration', values, 1);
  }
  for (const part of ['client', 'receiver', 'ledger']) {
    instruments.watch(part, (observe) => {
      for (const [key, , values] of metrics) observe(key as 'inFlight', 1, values);
    });
  }
  for (const [, name = '', labels = ''] of (await recorder.metrics()).matchAll(
    /^(pix\w+)\{(.*)\} /gm,
  )) {
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    series.set(name, new Set([...(series.get(name) ?? []), ...names]));
  }
  await recorder.close();
});

describe('a query of the dashboard or of an alert', () => {
  it.each(queries)('$title selects series and labels that exist', (query) => {
    const selectors = listSelectors(query.expr);
    expect(selectors).not.toEqual([]);
    for (const { name, labels } of selectors) {
      const matching = [...series].filter(([known]) => name.test(known));
      // More than one would add different metrics.
      expect([query.expr, matching.length]).toEqual([query.expr, 1]);
      const known = matching[0]![1];
      const wanted = [...labels, ...(selectors.length === 1 ? listLabels(query) : [])];
      expect(wanted.filter((label) => !known.has(label))).toEqual([]);
    }
  });

  it('exists for every metric', () => {
    const used = targets.flatMap(({ expr }) => listSelectors(expr));
    const roots = [...series.keys()].filter((name) => !/_(?:bucket|sum|count)$/.test(name));
    const histograms = [...series.keys()].filter((name) => name.endsWith('_count'));
    const unused = [...roots, ...histograms].filter(
      (name) =>
        !used.some(
          (selector) =>
            selector.name.test(name) || selector.name.test(name.replace(/_count$/, '_bucket')),
        ),
    );
    expect(unused).toEqual([]);
  });

  it('is not missing', () => {
    expect([targets.length >= 17, alerts.length]).toEqual([true, 8]);
  });
});

describe('a panel', () => {
  it('does not overlap another one, and has its own id', () => {
    const cells = panels.flatMap((panel) => {
      const { x, y, w, h } = (
        panel as unknown as { gridPos: Record<'x' | 'y' | 'w' | 'h', number> }
      ).gridPos;
      return Array.from(
        { length: w * h },
        (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`,
      );
    });
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map((panel) => (panel as unknown as { id: number }).id)).size).toBe(
      panels.length,
    );
  });
});
