import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { screenshot } from '../../../test/support/browser.js';
import { ShopProcess } from './shop-process.js';
import { useShop } from './use-shop.js';

const opened = useShop();

const DESKTOP = { width: 1280, height: 860 };

describe('unpaid order', () => {
  it('is shown as expired', async () => {
    const expiring = await ShopProcess.start({ ORDER_EXPIRATION_SECONDS: '2' });
    const page = await opened.browser.newPage({ viewport: DESKTOP });
    await page.goto(expiring.url);
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByRole('heading', { name: 'O prazo acabou' }).waitFor();
    await screenshot(page, 'desktop-6-expired');
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await page.close();
    await expiring.stop();
  });
});

describe('demo shop with a database on disk', () => {
  it('has a bank with the same orders after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loja-ipe-browser-'));
    const DATABASE_DIR = join(folder, 'orders');
    const first = await ShopProcess.start({ DATABASE_DIR });
    const page = await opened.browser.newPage({ viewport: DESKTOP });
    await page.goto(first.url);
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
    const { pathname } = new URL(page.url());
    await first.stop('SIGKILL');

    const second = await ShopProcess.start({ DATABASE_DIR });
    await page.goto(second.url + pathname);
    await page.getByRole('button', { name: 'Pagar no banco simulado' }).click();
    await page.getByRole('heading', { name: 'Pago!' }).waitFor();
    await page.close();
    await second.stop();
    rmSync(folder, { recursive: true });
  }, 180_000);
});

describe('shop process', () => {
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it.each(['SIGINT', 'SIGTERM'] as const)('closes with its bank on %s', async (signal) => {
    const started = await ShopProcess.start();
    expect(isAlive(started.bank)).toBe(true);
    await started.stop(signal);
    expect(isAlive(started.bank)).toBe(false);
  });

  it('reports a port in use and exits with 1', async () => {
    const { port } = new URL(opened.shop.url);
    await expect(ShopProcess.start({ PORT: port })).rejects.toThrow(`Port ${port} is in use`);
  });

  it('reports an unreachable database', async () => {
    const DATABASE_URL = 'postgres://loja:hunter2@127.0.0.1:1/loja';
    const refusal = ShopProcess.start({ DATABASE_URL });
    await expect(refusal).rejects.toThrow('The server of DATABASE_URL cannot be reached');
    await expect(refusal).rejects.not.toThrow('hunter2');
  });

  it('reports all problems of its configuration', async () => {
    await expect(ShopProcess.start({ PORT: 'x', PIX_PROVIDER: 'x' })).rejects.toThrow(
      /PORT must.*PIX_PROVIDER must/s,
    );
  });
});
