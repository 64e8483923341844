import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { scenarios } from '../../devkit/simulator/control/scenarios/rows.js';
import { Router } from '../../devkit/simulator/http/dispatcher.js';
import { PixSimulator } from '../../devkit/simulator/index.js';

const address = new URL('../../devkit/simulator/control-api.md', import.meta.url);

afterEach(() => void jest.restoreAllMocks());

describe('the table of the control API', () => {
  it('lists every operation once', async () => {
    const add = jest.spyOn(Router.prototype as Router<object>, 'add');
    const simulator = await PixSimulator.start();
    await simulator.close();
    const operations = add.mock.calls
      .filter(([, , target]) => 'action' in target)
      .map(([method, path]) => `${method} ${path}`);
    const text = await readFile(address, 'utf8');
    const rows = [...text.matchAll(/^\| `([A-Z]+ [^`]+)`/gm)].map(([, name]) => name);
    expect(operations.length).toBeGreaterThan(30);
    expect(rows.sort()).toEqual(operations.sort());
  });

  it('lists every scenario once, in the order of the list', async () => {
    const [, section = ''] = (await readFile(address, 'utf8')).split('\n## Scenarios\n');
    const rows = [...section.matchAll(/^\| `([a-z-]+\/[a-z-]+)`/gm)].map(([, name]) => name);
    expect(rows).toEqual(scenarios.map(({ id }) => id));
  });
});
