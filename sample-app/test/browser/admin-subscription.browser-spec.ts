import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import request from 'supertest';
import { waitUntil } from '../../../test/services/support/wait-until.js';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { screenshot } from '../../../test/support/browser.js';
import type { SubscriptionView } from '../../src/subscriptions/subscription.view.js';
import { DEMO_ADMIN } from '../support/log-in.js';
import { SMALL_PLAN } from '../support/subscriptions-client.js';
import { useShop } from './use-shop.js';

const LOOKS = [
  ['desktop', { width: 1280, height: 860 }, 'light'],
  ['mobile', { width: 390, height: 844 }, 'dark'],
] as const;

const opened = useShop();

/** Acts as the payer. The bank orders an attempt a moment after it has the charge, and refuses to end it before. */
async function act(id: string, action: string, body: object = {}): Promise<void> {
  const path = `/api/demo/subscriptions/${id}/${action}`;
  let status = 409;
  await waitUntil(async () => {
    ({ status } = await request(opened.shop.url).post(path).send(body));
    return status !== 409;
  });
  expect(status).toBe(202);
}

/** Waits until the first charge has a status. */
async function waitForCharge(id: string, status: string): Promise<void> {
  await waitUntil(async () => {
    const { body } = await request(opened.shop.url).get(`/api/subscriptions/${id}`).expect(200);
    return (body as SubscriptionView).cobrancas[0]?.status === status;
  });
}

/** A subscription whose first attempt failed, so that another one is pending. */
async function subscribe(): Promise<string> {
  const { body } = await request(opened.shop.url).post('/api/subscriptions').send(SMALL_PLAN);
  const { id } = body as SubscriptionView;
  await act(id, 'approve');
  await waitForCharge(id, 'AGENDADA');
  await act(id, 'settle', { resultado: 'SEM_SALDO' });
  await waitForCharge(id, 'EM_NOVA_TENTATIVA');
  return id;
}

async function enter(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(DEMO_ADMIN.email);
  await page.getByLabel('Senha').fill(DEMO_ADMIN.senha);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

describe.each(LOOKS)('a subscription in the back office on a %s', (size, viewport, colorScheme) => {
  it('is read from the bank, refunded in part and cancelled', async () => {
    const id = await subscribe();
    const page = await opened.browser.newPage({ viewport, colorScheme, locale: 'pt-BR' });
    const capture = async (name: string) => {
      await screenshot(page, `${size}-admin-subscription-${name}`);
      await expect(accessibilityProblems(page)).resolves.toEqual([]);
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect({ name, overflow }).toEqual({ name, overflow: 0 });
    };
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${opened.shop.url}/admin/assinaturas`);
    await enter(page);
    await page.getByRole('link', { name: 'Maria da Silva' }).first().click();
    await page.getByRole('heading', { name: 'Assinatura', exact: true }).waitFor();
    await page.goto(`${opened.shop.url}/admin/assinaturas/${id}`);

    await click('Tentar de novo');
    await capture('1-question');
    await click('Sim, pedir');
    await page.getByText('Nenhuma tentativa foi pedida').waitFor();
    await act(id, 'settle', { resultado: 'PAGA' });
    await waitForCharge(id, 'PAGA');
    await click('Consultar no banco');
    await click('Sim, consultar');
    await page.getByText('Consultada no banco. Situação: Ativa.').waitFor();
    await page.getByText('Pagou a cobrança').waitFor();
    await page.getByLabel('Valor a devolver (R$)').fill('4,90');
    await click('Devolver');
    await click('Sim, devolver');
    await page.getByText('Sem valor: tudo o que falta, R$\u00a030,00').waitFor();
    await click('Cancelar');
    await click('Sim, cancelar');
    await page.getByText('Assinatura cancelada.').waitFor();
    await page.getByText('cancelamento pedido pela loja').waitFor();
    await capture('2-paid');

    await page.goto(`${opened.shop.url}/admin/falhas`);
    await page.getByText('Esta loja não usa fila: o banco repete o que falha.').waitFor();
    await page.goto(`${opened.shop.url}/admin/assinaturas/1`);
    await page.getByRole('heading', { name: 'Assinatura não encontrada' }).waitFor();
    await page.close();
  });
});
