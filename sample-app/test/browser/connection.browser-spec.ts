import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { screenshot } from '../../../test/support/browser.js';
import { useShop } from './use-shop.js';

const opened = useShop();

const PHONE = { width: 390, height: 844 };

describe('connection failure', () => {
  const open = async (answers: (page: Page) => Promise<unknown>) => {
    const page = await opened.browser.newPage({ viewport: PHONE, locale: 'pt-BR' });
    await answers(page);
    await page.goto(opened.shop.url);
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
    await page.getByText('Seu pedido está vazio').waitFor();
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
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

  const openOrder = async (page: Page) => {
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByText('Copiar').waitFor();
  };

  it('of a proxy that answers for a restarting shop ends by itself', async () => {
    const page = await open((opened) =>
      opened.route('**/events', (route) => route.fulfill({ status: 502 }), { times: 1 }),
    );
    await openOrder(page);
    await page.getByText('Reconectando à loja…').waitFor();
    await page.getByText('Aguardando pagamento').waitFor();
    await page.close();
  });

  it('of the network is shown on an open order, and a payment in the meantime afterwards', async () => {
    const page = await open(() => Promise.resolve());
    await openOrder(page);
    await page.getByText('Aguardando pagamento').waitFor();
    await page.context().setOffline(true);
    await page.getByText('Reconectando à loja…').waitFor();
    const paid = new URL(`/api/demo/orders/${page.url().split('/').at(-1)!}/pay`, page.url());
    expect((await fetch(paid, { method: 'POST' })).status).toBe(202);
    await page.context().setOffline(false);
    await page.getByText('Pago!').waitFor();
    await page.close();
  });

  it('when a page is opened for the first time leaves the shop open', async () => {
    const page = await open(() => Promise.resolve());
    await openOrder(page);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Clube do Café' }).click();
    await page.getByRole('heading', { name: 'Não foi possível abrir esta página' }).waitFor();
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('alert').getByText('Sem conexão com a loja').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByRole('heading', { name: 'Clube do Café', level: 1 }).waitFor();
    await page.close();
  });

  it('of an order can be tried again on its page', async () => {
    const page = await open(() => Promise.resolve());
    await openOrder(page);
    await page.route('**/api/orders/*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.reload();
    await page.getByRole('heading', { name: 'Não foi possível abrir o pedido' }).waitFor();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.getByText('Copiar').waitFor();
    await page.close();
  });
});
