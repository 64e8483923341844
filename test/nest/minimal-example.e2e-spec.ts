import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { start } from '../../examples/minimal/main.js';
import { waitUntil } from '../services/support/wait-until.js';
import { ROOT } from '../support/compile.js';
import { restoreLogLevels } from '../support/log-levels.js';

describe('examples/minimal', () => {
  let example: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    example = await start(0);
  });
  afterAll(async () => {
    await example.close();
    restoreLogLevels();
  });

  const send = async (path: string, method = 'GET') =>
    (await fetch(new URL(path, example.url), { method })).text();

  it('shows the QR Code of an order, and that it is paid', async () => {
    expect(await send('/')).toContain('Pedir um café');
    const page = await send('/orders', 'POST');
    expect(page).toContain('<svg');
    const path = /href="(\/orders\/[^"]+)"/.exec(page)![1]!;
    await send(`${path}/pay`, 'POST');
    await waitUntil(async () => (await send(path)).includes('<h1>PAGO</h1>'), 50);
    expect(await send(path)).not.toContain('<svg');
  });

  it('is one file of at most 120 lines', () => {
    const source = readFileSync(join(ROOT, 'examples/minimal/main.ts'), 'utf8');
    expect(source.split('\n').length).toBeLessThanOrEqual(121);
  });
});
