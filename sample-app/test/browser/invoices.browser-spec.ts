import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { screenshot } from '../../../test/support/browser.js';
import { addDays, toDay } from '../../src/invoices/brazilian-day.js';
import { DEMO_ADMIN } from '../support/log-in.js';
import { useShop } from './use-shop.js';

const SIZES = {
  desktop: { width: 1280, height: 860 },
  mobile: { width: 390, height: 844 },
} as const;

const opened = useShop();
const due = addDays(toDay(new Date()), 20);

describe.each([
  ['desktop', 'light'],
  ['mobile', 'dark'],
] as const)('pages of invoices on a %s, %s', (size, colorScheme) => {
  let page: Page;
  beforeEach(async () => {
    page = await opened.browser.newPage({ viewport: SIZES[size], colorScheme, locale: 'pt-BR' });
    await page.goto(`${opened.shop.url}/admin/faturas`);
    await page.getByLabel('E-mail').fill(DEMO_ADMIN.email);
    await page.getByLabel('Senha').fill(DEMO_ADMIN.senha);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'Faturas', exact: true }).waitFor();
  });
  afterEach(() => page.close());

  /** Takes a screenshot of the page, and checks its accessibility and its width. */
  const capture = async (name: string) => {
    await screenshot(page, `invoices-${size}-${colorScheme}-${name}`);
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect(page.evaluate(overflow)).resolves.toBe(0);
  };
  const create = async (nome: string) => {
    await page.getByText('Nova fatura').click();
    await page.getByLabel('Nome do devedor').fill(nome);
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
    await page.getByLabel('Descrição').fill('Mensalidade');
    await page.getByLabel('Valor (R$)').fill('150,00');
    await page.getByLabel('Vencimento', { exact: true }).fill(due);
    await page.getByLabel('Multa (%)').fill('2');
    await page.getByLabel('Desconto (%)').fill('10');
    await page.getByLabel('Desconto até').fill(addDays(due, -1));
    await capture('1-form');
    await page.getByRole('button', { name: 'Criar fatura' }).click();
    await page.getByText('Fatura: em aberto.').waitFor();
  };

  it('creates an invoice, which its debtor pays with the discount, and refunds it in parts', async () => {
    const nome = `Maria ${size}`;
    await create(nome);
    await page.getByRole('link', { name: nome }).click();
    await page.getByRole('heading', { name: `Fatura de ${nome}` }).waitFor();
    const address = page.url();
    await page.getByRole('link', { name: 'Página do cliente' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
    await page.getByText('Desconto de 10% até').waitFor();
    await page.locator('#amount').getByText('R$\u00a0135,00').waitFor();
    await capture('2-debtor');
    await page.getByRole('button', { name: 'Pagar no banco simulado' }).click();
    await page.getByRole('heading', { name: 'Pago!' }).waitFor();
    await expect(page.locator('#amount').textContent()).resolves.toBe('R$\u00a0135,00');
    await capture('3-paid');

    await page.goto(address);
    await page.getByLabel('Valor a devolver (R$)').fill('35,00');
    await page.getByRole('button', { name: 'Devolver', exact: true }).click();
    await page.getByRole('heading', { name: 'Devolver R$\u00a035,00?' }).waitFor();
    await capture('4-refund');
    await page.getByRole('button', { name: 'Sim, devolver' }).click();
    await page.getByText('Sem valor: tudo o que falta, R$\u00a0100,00').waitFor();
    await page.getByLabel('Valor a devolver (R$)').fill('100,01');
    await page.getByRole('button', { name: 'Devolver', exact: true }).click();
    await page.getByRole('button', { name: 'Sim, devolver' }).click();
    await page.getByText('O valor é maior do que o que falta devolver').waitFor();
    await capture('5-refunded');
  });

  it('cancels an invoice after a question', async () => {
    const nome = `Ana ${size}`;
    await create(nome);
    await page.getByRole('link', { name: nome }).click();
    await page.getByRole('button', { name: 'Cancelar fatura' }).click();
    await page.getByRole('heading', { name: 'Cancelar esta fatura?' }).waitFor();
    await page.getByRole('button', { name: 'Sim, cancelar' }).click();
    await page.getByText('Cancelada').waitFor();
    await page.getByRole('link', { name: 'Página do cliente' }).click();
    await page.getByRole('heading', { name: 'Fatura cancelada' }).waitFor();
    await capture('6-canceled');
  });

  it('uploads a file, names its errors, and shows the result of each row', async () => {
    const header = 'nome;cpfCnpj;valor;vencimento;descricao';
    const upload = async (rows: string[]) => {
      const buffer = Buffer.from([header, ...rows].join('\n'));
      const file = { name: `faturas-${size}.csv`, mimeType: 'text/csv', buffer };
      await page.getByLabel('Arquivo CSV').setInputFiles(file);
      await page.getByRole('button', { name: 'Enviar arquivo' }).click();
    };
    await page.getByText('Enviar faturas de um arquivo CSV').click();
    await upload([`João;123;10,00;${due};Curso`]);
    await page.getByText('cpfCnpj deve ser um CPF ou CNPJ válido').waitFor();
    await capture('7-errors');
    const rows = ['João', 'Zoë'].map((nome) => `${nome} ${size};52998224725;10,00;${due};Curso`);
    await upload(rows);
    await page.getByText('Criadas: 2 de 2. Negadas: 0. No banco: 0.').waitFor();
    await capture('8-batch');
  });

  it('shows a friendly page for an unknown invoice', async () => {
    const response = await page.goto(`${opened.shop.url}/faturas/unknown`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Fatura não encontrada' }).waitFor();
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
  });
});
