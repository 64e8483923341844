import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { openBrowser, screenshot } from '../../../test/support/browser.js';
import { ShopProcess } from './shop-process.js';

const SIZES = {
  desktop: { width: 1280, height: 860 },
  mobile: { width: 390, height: 844 },
} as const;

let browser: Browser;
let shop: ShopProcess;
/** Resources to close, so that a missing browser is the only reported error. */
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  closers.push(() => browser.close());
  shop = await ShopProcess.start();
  closers.push(() => shop.stop());
});
afterAll(() => Promise.all(closers.map((close) => close())));

const VARIANTS = [
  ['desktop', 'light'],
  ['mobile', 'light'],
  ['desktop', 'dark'],
  ['mobile', 'dark'],
] as const;

describe.each(VARIANTS)('page of the shop on a %s, %s', (size, colorScheme) => {
  let page: Page;
  let problems: string[];
  beforeEach(async () => {
    page = await browser.newPage({ viewport: SIZES[size], colorScheme, locale: 'pt-BR' });
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(shop.url);
  });
  afterEach(() => page.close());

  /** Takes a screenshot of the page, and checks its accessibility. */
  const capture = async (name: string) => {
    await screenshot(page, `${size}-${colorScheme}-${name}`);
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
  };
  const putInBasket = async (product: string, quantity: number) => {
    const stepper = page.getByRole('group', { name: `Quantidade de ${product}` });
    for (let i = 0; i < quantity; i += 1) {
      await stepper.getByRole('button', { name: 'Adicionar um' }).click();
    }
  };
  const order = async () => {
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
  };
  const overflow = () =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  it('creates an order, pays it, and shows "Pago!"', async () => {
    await capture('1-shop');
    await putInBasket('Camiseta Ipê', 2);
    await putInBasket('Caneca esmaltada', 1);
    await expect(page.locator('#summary-total').textContent()).resolves.toBe('R$\u00a0116,50');
    await capture('2-basket');

    await order();
    const qrCode = page.getByRole('img', { name: /QR Code/ });
    await qrCode.waitFor();
    await expect(page.evaluate('qr.decode().then(() => qr.naturalWidth)')).resolves.toBeGreaterThan(
      0,
    );
    await expect(page.getByLabel('Pix Copia e Cola').inputValue()).resolves.toMatch(
      /^000201.*6304[0-9A-F]{4}$/,
    );
    await expect(page.getByRole('timer').textContent()).resolves.toMatch(
      /^(59:\d\d|60:00|01:00:00)$/,
    );
    await capture('3-pending');

    await page.getByRole('button', { name: 'Pagar no banco simulado' }).click();
    await page.getByRole('heading', { name: 'Pago!' }).waitFor({ timeout: 5_000 });
    await expect(page.locator('#status-text').textContent()).resolves.toBe('Pagamento recebido');
    await expect(page.title()).resolves.toBe('Pago! · Loja Ipê');
    await capture('4-paid');

    await page.reload();
    await page.getByRole('heading', { name: 'Pago!' }).waitFor();
    await page.getByRole('link', { name: 'Fazer outro pedido' }).click();
    await page.getByText('Seu pedido está vazio').waitFor();
    expect(problems).toEqual([]);
  });

  it('needs no horizontal scrolling', async () => {
    await expect(overflow()).resolves.toBe(0);
    await putInBasket('Sacola de feira', 1);
    await order();
    await expect(overflow()).resolves.toBe(0);
  });

  it('restores the order after a reload, and cancels it', async () => {
    await putInBasket('Café da Serra 250 g', 3);
    await order();
    const { url, txid } = { url: page.url(), txid: await page.locator('#txid').textContent() };
    expect(url).toMatch(/#pedido\/[0-9a-f-]{36}$/);
    await page.reload();
    await page.getByText('Aguardando pagamento').waitFor();
    await expect(page.locator('#txid').textContent()).resolves.toBe(txid);
    await expect(page.locator('#amount').textContent()).resolves.toBe('R$\u00a089,70');

    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    await page.getByRole('heading', { name: 'Pedido cancelado' }).waitFor();
    await capture('5-canceled');
    expect(problems).toEqual([]);
  });

  it('copies the code', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await putInBasket('Sacola de feira', 1);
    await order();
    await page.getByRole('button', { name: 'Copiar' }).click();
    await page.getByText('Copiado!').waitFor();
    await expect(page.evaluate('navigator.clipboard.readText()')).resolves.toBe(
      await page.getByLabel('Pix Copia e Cola').inputValue(),
    );
  });

  it('shows an error for an unknown order', async () => {
    await page.goto(`${shop.url}/#pedido/4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11`);
    await page.getByRole('alert').getByText('Pedido não encontrado').waitFor();
    await capture('6-unknown');
  });
});

describe('connection failure', () => {
  const open = async (answers: (page: Page) => Promise<unknown>) => {
    const page = await browser.newPage({ viewport: SIZES.mobile, locale: 'pt-BR' });
    await answers(page);
    await page.goto(shop.url);
    return page;
  };

  it('of the catalogue shows an error, and the next attempt loads it', async () => {
    const page = await open((opened) =>
      opened.route('**/api/products', (route) => route.abort(), { times: 1 }),
    );
    await page.getByRole('alert').getByText('Sem conexão com a loja').waitFor();
    await screenshot(page, 'mobile-7-no-catalogue');
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('heading', { name: 'Camiseta Ipê' }).waitFor();
    await expect(page.getByRole('alert').filter({ visible: true }).count()).resolves.toBe(0);
    await page.close();
  });

  it('of an order shows an error, and a repeat returns the same order', async () => {
    const keys: (string | undefined)[] = [];
    const page = await open((opened) =>
      opened.route('**/api/orders', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        // The order is created, and its response lost.
        if (keys.length === 1) {
          await route.fetch();
          await route.abort();
        } else await route.continue();
      }),
    );
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByRole('alert').getByText('Sem conexão com a loja').waitFor();
    await screenshot(page, 'mobile-8-order-lost');
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);

    await page.getByRole('link', { name: 'Loja Ipê' }).click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
    expect(keys[2]).not.toBe(keys[0]);
    await page.close();
  });

  it('of the event stream is shown while the order is pending', async () => {
    const page = await open((opened) =>
      opened.route('**/events', (route) => route.abort(), { times: 1 }),
    );
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByText('Reconectando à loja…').waitFor();
    await screenshot(page, 'mobile-9-offline');
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await page.close();
  });
});

describe('dark color scheme', () => {
  it('makes the shop dark, and leaves the QR Code dark on light', async () => {
    const page = await browser.newPage({ viewport: SIZES.desktop, colorScheme: 'dark' });
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
    await screenshot(page, 'dark-1-shop');
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    const qrCode = page.getByRole('img', { name: /QR Code/ });
    await qrCode.waitFor();
    await expect(page.evaluate('getComputedStyle(qr).backgroundColor')).resolves.toBe(
      'rgb(255, 255, 255)',
    );
    await screenshot(page, 'dark-2-pending');
    await page.close();
  });
});

describe('unpaid order', () => {
  it('is shown as expired', async () => {
    const expiring = await ShopProcess.start({ ORDER_EXPIRATION_SECONDS: '2' });
    const page = await browser.newPage({ viewport: SIZES.desktop });
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
    const page = await browser.newPage({ viewport: SIZES.desktop });
    await page.goto(first.url);
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
    const { hash } = new URL(page.url());
    await first.stop('SIGKILL');

    const second = await ShopProcess.start({ DATABASE_DIR });
    await page.goto(`${second.url}/${hash}`);
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
    const { port } = new URL(shop.url);
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
