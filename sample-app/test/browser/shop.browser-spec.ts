import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { screenshot } from '../../../test/support/browser.js';
import { useShop } from './use-shop.js';

const SIZES = {
  desktop: { width: 1280, height: 860 },
  mobile: { width: 390, height: 844 },
} as const;

const opened = useShop();

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
    page = await opened.browser.newPage({ viewport: SIZES[size], colorScheme, locale: 'pt-BR' });
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(opened.shop.url);
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
    expect(url).toMatch(/\/pedido\/[0-9a-f-]{36}$/);
    await page.reload();
    await page.getByText('Aguardando pagamento').waitFor();
    await expect(page.locator('#txid').textContent()).resolves.toBe(txid);
    await expect(page.locator('#amount').textContent()).resolves.toBe('R$\u00a089,70');

    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    await page.getByRole('button', { name: 'Manter pedido' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    await capture('5-cancel-question');
    await page.getByRole('button', { name: 'Sim, cancelar' }).click();
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

  it.each([
    ['order', 'pedido/4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11', 'Pedido não encontrado'],
    ['page', 'nada', 'Página não encontrada'],
  ])('answers an unknown %s with 404 and leads back to the shop', async (kind, path, title) => {
    const response = await page.goto(`${opened.shop.url}/${path}`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: title }).waitFor();
    await expect(page.title()).resolves.toBe(`${title} · Loja Ipê`);
    await capture(`6-unknown-${kind}`);
    await page.getByRole('link', { name: 'Voltar para a loja' }).click();
    await page.getByRole('heading', { name: 'Camiseta Ipê' }).waitFor();
  });
});

describe('dark color scheme', () => {
  it('makes the shop dark, and leaves the QR Code dark on light', async () => {
    const page = await opened.browser.newPage({ viewport: SIZES.desktop, colorScheme: 'dark' });
    await page.goto(opened.shop.url);
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
