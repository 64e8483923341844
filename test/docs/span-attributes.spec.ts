import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pixAttributes } from '../../lib/opentelemetry/metrics.js';
import { ROOT } from '../support/compile.js';

const reference = readFileSync(join(ROOT, 'docs/observability.md'), 'utf8');
const isDocumented = (name: string) => reference.includes(`\`${name}\``);

test('the reference names every attribute of spans and metrics', () => {
  expect(Object.values(pixAttributes).filter((name) => !isDocumented(name))).toEqual([]);
});

test('the reference names no attribute that the library does not have', () => {
  const spans = reference.slice(
    reference.indexOf('on each span'),
    reference.indexOf('### Metrics'),
  );
  const cells = [...spans.matchAll(/\|([^|]*)\|$/gm)].map(([, cell = '']) => cell);
  const named = cells.flatMap((cell) => cell.match(/pix\.[a-z_.]+/g) ?? []);
  const known = new Set<string>(Object.values(pixAttributes));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
