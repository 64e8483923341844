import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/compile.js';
import { clientVariants } from './client/variants.js';
import { compare } from './compare.js';
import { buildChart, CHART } from './report/chart.js';
import { buildPage, PAGE } from './report/page.js';
import { readResults, toFormatted, type Results } from './results.js';
import { sections } from './sections/index.js';

const results = await readResults();

const rows = [
  { name: 'bare', ratio: 1, low: 1, high: 1, values: [100, null] },
  { name: 'a <b> & c', ratio: 12.34, low: 11, high: 13, values: [1234, 7] },
];
const machine = { node: 'v20.0.0', cpu: 'Processor', cores: 2, system: 'linux x64' };
const [client] = sections;
const example: Results = {
  client: { machine, rounds: 7, groups: [{ title: 'Client', rows }] },
};

describe('the benchmarks', () => {
  it('have results of sections only, each with two rows or more in a group', () => {
    expect(sections.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(results)));
    const groups = Object.values(results).flatMap((result) => result.groups);
    expect(groups.filter((group) => group.rows.length < 2)).toEqual([]);
    expect(groups.length).toBeGreaterThan(0);
  });

  it('install their SDKs from projects that depend on them', async () => {
    for (const { project, dependency } of clientVariants.flatMap(({ sdk }) => sdk ?? [])) {
      const manifest = await readFile(join(ROOT, 'test', project, 'package.json'), 'utf8');
      expect(JSON.parse(manifest)).toHaveProperty(['dependencies', dependency]);
    }
  });

  it('have a page and a chart that contain these results', async () => {
    const page = await readFile(join(ROOT, PAGE), 'utf8');
    expect(page).toBe(await toFormatted(PAGE, buildPage(sections, results)));
    expect(await readFile(join(ROOT, CHART), 'utf8')).toBe(buildChart(sections, results));
  });
});

describe('compare', () => {
  it('relates each variant to the first one of the same round', async () => {
    // A machine whose speed differs by a factor of 20 between rounds.
    const speeds = [1, 5, 20, 2, 9];
    const turns: string[] = [];
    const variant = (name: string, cost: number) => {
      let round = -1;
      return {
        name,
        measure: async () => {
          turns.push(name);
          round += 1;
          return [cost * (speeds[round] ?? NaN), undefined, cost];
        },
      };
    };
    const compared = await compare([variant('bare', 10), variant('ours', 15)], 4, 1);
    expect(compared).toEqual([
      { name: 'bare', ratio: 1, low: 1, high: 1, values: [90, null, 10] },
      { name: 'ours', ratio: 1.5, low: 1.5, high: 1.5, values: [135, null, 15] },
    ]);
    expect(turns).toHaveLength(10);
    expect(turns.slice(0, 4)).toEqual(['bare', 'ours', 'ours', 'bare']);
  });

  it('returns the median of the ratios and the middle half', async () => {
    const costs = [30, 10, 50, 20, 40];
    const variants = [
      { name: 'bare', measure: async () => [10] },
      { name: 'ours', measure: async () => [costs.shift()] },
    ];
    const [, ours] = await compare(variants, 5, 0);
    expect(ours).toMatchObject({ ratio: 3, low: 2, high: 4, values: [30] });
  });
});

describe('the page', () => {
  it('shows ratios first, then the values, and where they were measured', () => {
    const page = buildPage([client!], example);
    expect(page).toContain('| ×1.00 |  | bare | 100 |  |');
    expect(page).toContain('| ×12.3 | ×11.0 to ×13.0 | a <b> & c | 1,234 | 7 |');
    expect(page).toContain(
      '`npm run bench -- client`: 7 rounds, Node v20.0.0, Processor, 2 cores, linux x64.',
    );
  });

  it('leaves out sections without results', () => {
    expect(buildPage(sections, example).match(/^## .*/gm)).toEqual([`## ${client!.title}`]);
  });
});

describe('the chart', () => {
  const chart = buildChart([client!], example);

  it('has a title and a description with every ratio for screen readers', () => {
    expect(chart).toContain('role="img" aria-labelledby="title desc"');
    expect(chart).toMatch(/<title id="title">.+<\/title>/);
    expect(chart).toContain(
      '<desc id="desc">Client, in relation to bare: a &lt;b&gt; &amp; c ×12.3.</desc>',
    );
  });

  it('has colors for light and dark, and its own background', () => {
    expect(chart).toContain('@media (prefers-color-scheme: dark)');
    expect(chart).toContain('<rect class="back"');
  });

  it('draws bars in proportion to the ratios', () => {
    const widths = [...chart.matchAll(/<rect class="other" .*?width="([\d.]+)"/g)];
    const [bare = 0, other = 0] = widths.map(([, width]) => Number(width));
    expect(other / bare).toBeCloseTo(12.34, 1);
  });

  it('has room for every name and every ratio', () => {
    const names = Object.values(results).flatMap(({ groups }) =>
      groups.flatMap((group) => group.rows.map(({ name }) => name)),
    );
    // 7 pixels a character and 290 pixels.
    expect(names.filter((name) => name.length > 41)).toEqual([]);
  });
});
