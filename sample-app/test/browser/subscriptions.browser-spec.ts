import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { screenshot } from '../../../test/support/browser.js';
import { useShop } from './use-shop.js';

const SIZES = {
  desktop: { width: 1280, height: 860 },
  mobile: { width: 390, height: 844 },
} as const;

const VARIANTS = [
  ['desktop', 'light'],
  ['mobile', 'dark'],
] as const;

const opened = useShop();

describe.each(VARIANTS)('subscriptions on a %s, %s', (size, colorScheme) => {
  let page: Page;
  let problems: string[];
  beforeEach(async () => {
    page = await opened.browser.newPage({ viewport: SIZES[size], colorScheme, locale: 'pt-BR' });
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(opened.shop.url);
    await page.getByRole('link', { name: 'Clube do Café' }).click();
    await page.getByRole('heading', { name: 'Clube do Café', exact: true }).waitFor();
  });
  afterEach(() => page.close());

  const capture = async (name: string) => {
    await screenshot(page, `${size}-${colorScheme}-subscription-${name}`);
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    await expect(
      page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).resolves.toBe(0);
  };
  const click = (name: string) => page.getByRole('button', { name }).click();
  const fill = async (cpf: string) => {
    await page.getByLabel('Nome completo').fill('Maria da Silva');
    await page.getByLabel('CPF').fill(cpf);
    await click('Assinar com Pix Automático');
  };
  const waitForCharge = (status: string) =>
    page
      .locator('.badge')
      .filter({ hasText: new RegExp(`^${status}$`) })
      .waitFor();

  it('approves by journey 2, fails once, is paid, and is cancelled after a question', async () => {
    await page.getByText('Só aprovar agora').click();
    await fill('123.456.789-00');
    await page.getByText('cpf não é um CPF válido').waitFor();
    await capture('1-form');
    await page.getByLabel('CPF').fill('123.456.789-09');
    await click('Assinar com Pix Automático');
    await page.getByText('Aguardando aprovação').waitFor();
    await expect(page.getByLabel('Pix Copia e Cola').inputValue()).resolves.toMatch(/^000201/);
    await capture('2-waiting');

    await click('Aprovar no banco simulado');
    await page.getByRole('heading', { name: 'Assinatura ativa' }).waitFor();
    await waitForCharge('Agendada');
    await click('Falhar por falta de saldo');
    await waitForCharge('Nova tentativa');
    await capture('3-retry');
    await click('Pagar a cobrança no banco simulado');
    await waitForCharge('Paga');
    await capture('4-paid');

    await click('Cancelar assinatura');
    await capture('5-question');
    await click('Manter assinatura');
    await click('Cancelar assinatura');
    await click('Sim, cancelar');
    await page.getByRole('heading', { name: 'Assinatura cancelada' }).waitFor();
    await capture('6-cancelled');
    expect(problems).toEqual([]);
  });

  it('is refused at the bank', async () => {
    await fill('123.456.789-09');
    await click('Recusar no banco simulado');
    await page.getByRole('heading', { name: 'Assinatura recusada' }).waitFor();
    await capture('7-refused');
    await page.reload();
    await page.getByRole('heading', { name: 'Assinatura recusada' }).waitFor();
  });
});

it('shows a page for an unknown subscription', async () => {
  const page = await opened.browser.newPage({ locale: 'pt-BR' });
  const id = '4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11';
  const response = await page.goto(`${opened.shop.url}/assinaturas/${id}`);
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Assinatura não encontrada' }).waitFor();
  await page.close();
});
