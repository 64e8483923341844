import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import request from 'supertest';
import { waitUntil } from '../../../test/services/support/wait-until.js';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { openBrowser, screenshot } from '../../../test/support/browser.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/bank-environment.js';
import { ONE_SHIRT } from '../support/open-shop.js';
import { openSimulatedBank, type SimulatedBank } from '../support/simulated-bank.js';
import { ShopProcess } from './shop-process.js';

const SIZES = [
  ['desktop', { width: 1280, height: 860 }],
  ['mobile', { width: 390, height: 844 }],
] as const;

let browser: Browser;
let bank: SimulatedBank;
let shop: ShopProcess;
/** Resources to close, so that a missing browser is the only reported error. */
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  closers.push(() => browser.close());
  bank = await openSimulatedBank();
  closers.push(() => bank.close());
  const variables = Object.entries(bank.environment.variables).filter(([, value]) => value);
  shop = await ShopProcess.start(Object.fromEntries(variables) as Record<string, string>);
  closers.push(() => shop.stop());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Creates an order and pays it twice at the bank. */
async function payTwice(): Promise<void> {
  const { body } = await request(shop.url).post('/api/orders').send(ONE_SHIRT).expect(201);
  const { control } = bank.simulator;
  await control.pay(body.txid);
  await control.pay(body.txid, { force: true });
  await control.idle();
}

describe.each(SIZES)('back office on a %s', (size, viewport) => {
  it('refunds a repeated payment after a login, after a question', async () => {
    await payTwice();
    const page = await browser.newPage({ viewport, locale: 'pt-BR' });
    const capture = async (name: string) => {
      await screenshot(page, `${size}-${name}`);
      await expect(accessibilityProblems(page)).resolves.toEqual([]);
    };
    await page.goto(`${shop.url}/admin`);
    await page.getByLabel('E-mail').fill(ADMIN_EMAIL);
    await page.getByLabel('Senha').fill('demo');
    await capture('10-login');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('alert').getByText('E-mail ou senha incorretos').waitFor();

    await page.getByLabel('Senha').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'Pago de novo' }).waitFor();
    await capture('11-task');
    await page.reload();
    await page.getByRole('button', { name: 'Devolver R$\u00a037,00' }).click();
    await capture('11-refund-question');
    await page.getByRole('button', { name: 'Não devolver' }).click();
    await page.getByRole('button', { name: 'Devolver R$\u00a037,00' }).click();
    await page.getByRole('button', { name: 'Sim, devolver' }).click();
    await page.getByRole('button', { name: 'Sim, devolver' }).waitFor({ state: 'hidden' });
    await waitUntil(async () => {
      await page.getByRole('button', { name: 'Atualizar' }).click();
      return page.getByText('Nada para conferir').isVisible();
    });
    await capture('12-no-task');

    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByLabel('Senha').waitFor();
    await page.close();
  });
});

describe('basket', () => {
  it('is shared by two tabs, which create one order', async () => {
    const context = await browser.newContext({ locale: 'pt-BR' });
    const tabs = [await context.newPage(), await context.newPage()];
    for (const tab of tabs) await tab.goto(shop.url);
    // Both requests are sent before the first response.
    let send!: () => void;
    const sent = new Promise<void>((resolve) => (send = resolve));
    let requests = 0;
    await context.route('**/api/orders', async (route) => {
      requests += 1;
      if (requests === tabs.length) send();
      await sent;
      await route.continue();
    });
    await tabs[0]!.getByRole('button', { name: 'Adicionar um' }).first().click();
    await Promise.all(
      tabs.map((tab) => tab.getByRole('button', { name: 'Pagar com Pix' }).click()),
    );
    await Promise.all(tabs.map((tab) => tab.getByText('Aguardando pagamento').waitFor()));
    expect(tabs[0]!.url()).toBe(tabs[1]!.url());

    // The basket of the order is empty in a third tab.
    const third = await context.newPage();
    await third.goto(shop.url);
    await third.getByText('Seu pedido está vazio').waitFor();
    await context.close();
  });
});
