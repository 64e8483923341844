import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import request from 'supertest';
import { waitUntil } from '../../../test/services/support/wait-until.js';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { screenshot } from '../../../test/support/browser.js';
import { DEMO_ADMIN, logIn } from '../support/log-in.js';
import { ONE_SHIRT } from '../support/open-shop.js';
import { useShop } from './use-shop.js';

const LOOKS = [
  ['desktop', { width: 1280, height: 860 }, 'light'],
  ['mobile', { width: 390, height: 844 }, 'dark'],
] as const;

const READER = { email: 'lia@loja.example', senha: 'uma senha longa' };

const opened = useShop();

const newOrder = async () => {
  const { body } = await request(opened.shop.url).post('/api/orders').send(ONE_SHIRT).expect(201);
  return body as { readonly id: string };
};

/** Pays at the simulated bank, and waits for its notification. */
const pay = async (id: string) => {
  await request(opened.shop.url).post(`/api/demo/orders/${id}/pay`).expect(202);
  await waitUntil(async () => {
    const { body } = await request(opened.shop.url).get(`/api/orders/${id}`).expect(200);
    return body.status === 'PAGO';
  });
};

async function enter(page: Page, { email, senha }: typeof READER = DEMO_ADMIN): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(senha);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('button', { name: 'Sair' }).waitFor();
}

describe.each(LOOKS)('pages of the back office on a %s', (size, viewport, colorScheme) => {
  it('lists, shows, cancels and measures', async () => {
    const paid = await newOrder();
    await pay(paid.id);
    const open = await newOrder();
    const page = await opened.browser.newPage({ viewport, colorScheme, locale: 'pt-BR' });
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const capture = async (name: string) => {
      await screenshot(page, `${size}-admin-${name}`);
      await expect(accessibilityProblems(page)).resolves.toEqual([]);
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect({ name, overflow }).toEqual({ name, overflow: 0 });
    };
    await page.goto(`${opened.shop.url}/admin/cobrancas`);
    await enter(page);

    await page.getByRole('heading', { name: 'Cobranças' }).waitFor();
    await page.getByText('Aguardando pagamento').locator('visible=true').first().waitFor();
    await capture('orders');
    await page.getByLabel('Situação').selectOption('PAGO');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await page.waitForURL(/status=PAGO/);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar CSV' }).click();
    expect((await download).suggestedFilename()).toBe('cobrancas.csv');
    await page.reload();
    await expect(page.getByLabel('Situação').inputValue()).resolves.toBe('PAGO');

    await page.goto(`${opened.shop.url}/admin/cobrancas/${open.id}`);
    await page.getByRole('button', { name: 'Consultar no banco' }).click();
    await capture('question');
    await page.getByRole('button', { name: 'Sim, consultar' }).click();
    await page.getByText('Consultado no banco. Situação: Aguardando pagamento.').waitFor();
    await page.getByRole('button', { name: 'Cancelar cobrança' }).click();
    await page.getByRole('button', { name: 'Sim, cancelar' }).click();
    await page.getByText('Cobrança cancelada.').waitFor();
    await page.getByText('cancelamento pedido pela loja').waitFor();
    await capture('order');

    await page.goto(`${opened.shop.url}/admin/cobrancas/${paid.id}`);
    await page.getByText('Pagou a cobrança').waitFor();
    await page.getByLabel('Valor a devolver (R$)').fill('7,00');
    await page.getByRole('button', { name: 'Devolver', exact: true }).click();
    await page.getByRole('heading', { name: 'Devolver R$\u00a07,00?' }).waitFor();
    await page.getByRole('button', { name: 'Sim, devolver' }).click();
    await page.getByText(/R\$\u00a07,00 devolvidos\.|O banco ainda não confirmou\./).waitFor();
    await page.getByText('Sem valor: tudo o que falta, R$\u00a030,00').waitFor();
    await capture('paid-order');
    for (const [path, text] of [
      ['pagamentos', 'Pagou a cobrança'],
      ['assinaturas', 'Nenhuma assinatura.'],
      ['faturas', 'Nenhuma fatura.'],
      ['entregas', 'Concluída'],
      ['falhas', 'Nenhuma entrega com falha.'],
      ['numeros', 'Conversão por dia'],
      ['saude', 'Certificado'],
      ['auditoria', 'Cancelou cobrança'],
      ['usuarios', 'demo@loja.example'],
      ['senha', 'Nova senha'],
    ] as const) {
      await page.goto(`${opened.shop.url}/admin/${path}`);
      await page.getByText(text).locator('visible=true').last().waitFor();
      await capture(path);
    }
    await page.goto(`${opened.shop.url}/admin/numeros`);
    await page.getByText('Ver os números em uma tabela').click();
    await page.getByRole('table').waitFor();
    await page.goto(`${opened.shop.url}/admin/cobrancas/1`);
    await page.getByRole('heading', { name: 'Pedido não encontrado' }).waitFor();
    // The browser itself logs the 401 before the login and the 404.
    expect(problems.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
    await page.close();
  });
});

describe('accounts', () => {
  it('are created and disabled by an administrator, and a reader has no actions', async () => {
    const order = await newOrder();
    const paid = await newOrder();
    await pay(paid.id);
    const page = await opened.browser.newPage({ locale: 'pt-BR' });
    await page.goto(`${opened.shop.url}/admin/usuarios`);
    await enter(page);
    await page.getByRole('button', { name: 'Novo usuário' }).click();
    await page.getByLabel('E-mail').fill(READER.email);
    await page.getByLabel('Nome').fill('Lia');
    await page.getByRole('textbox', { name: 'Senha' }).fill(READER.senha);
    await screenshot(page, 'desktop-admin-new-user');
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Lia foi salvo.').waitFor();

    const other = await opened.browser.newContext({ locale: 'pt-BR' });
    const reader = await other.newPage();
    await reader.goto(`${opened.shop.url}/admin/cobrancas/${order.id}`);
    await enter(reader, READER);
    await reader.getByRole('heading', { name: 'Histórico' }).waitFor();
    await expect(reader.getByRole('button', { name: 'Cancelar cobrança' }).count()).resolves.toBe(
      0,
    );
    await expect(reader.getByRole('link', { name: 'Usuários' }).count()).resolves.toBe(0);
    await reader.goto(`${opened.shop.url}/admin/cobrancas/${paid.id}`);
    await reader.getByText('Pagou a cobrança').waitFor();
    await expect(reader.getByRole('button', { name: 'Devolver' }).count()).resolves.toBe(0);

    const row = page.getByRole('row').filter({ hasText: READER.email });
    await row.getByRole('button', { name: 'Desativar' }).click();
    await page.getByRole('button', { name: 'Sim, desativar' }).click();
    await page.getByText('Lia não tem mais acesso.').waitFor();
    await reader.getByRole('link', { name: 'Pagamentos' }).click();
    await reader.getByRole('button', { name: 'Entrar' }).waitFor();
    await other.close();
    await page.close();
    const cookie = await logIn(opened.shop.url);
    const { body } = await request(opened.shop.url).get('/api/admin/audit').set('cookie', cookie);
    expect(body.itens).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ acao: 'USUARIO_ALTERADO', detalhe: 'desativado' }),
      ]),
    );
  });
});
