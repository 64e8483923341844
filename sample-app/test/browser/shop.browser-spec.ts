import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { eventStream } from '../support/event-stream.js';
import { useShop } from './use-shop.js';

const opened = useShop();

const open = async (path = '/', width = 390) => {
  const page = await opened.browser.newPage({
    viewport: { width, height: 844 },
    locale: 'pt-BR',
    timezoneId: 'America/Manaus',
  });
  page.setDefaultTimeout(60_000);
  await page.goto(new URL(path, opened.shop.url).href);
  return page;
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const openOrder = async (page: Page) => {
  await button(page, 'Adicionar um').first().click();
  await button(page, 'Pagar com Pix').click();
  await page.getByText('Aguardando pagamento').waitFor();
  await page.getByText('Copiar', { exact: true }).waitFor();
};

describe('a customer', () => {
  it('orders, pays, and sees the receipt without a reload, on the smallest phone', async () => {
    const page = await open('/', 320);
    await openOrder(page);
    await button(page, 'Pagar no banco simulado').click();
    await page.getByRole('heading', { name: 'Pago!' }).waitFor();
    await page.getByRole('heading', { name: 'Recibo' }).waitFor();
    await page.getByText(/^E\d{8}\d{12}\w{11}$/).waitFor();
    await expect(accessibilityProblems(page)).resolves.toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect(page.evaluate(overflow)).resolves.toBe(0);
    await page.close();
  });

  it('finds an order again, and forgets it on a shared device', async () => {
    const page = await open();
    await openOrder(page);
    const address = new URL(page.url()).pathname;
    const limit = (await page.locator('#countdown').boundingBox())!;
    expect(limit.y).toBeLessThan(
      (await page.getByText('Pix Copia e Cola').first().boundingBox())!.y,
    );
    await page.goto(opened.shop.url);
    await page.getByRole('link', { name: 'Meus pedidos' }).click();
    const row = page.getByRole('row', { name: 'Aguardando pagamento' });
    await row.getByRole('link').click();
    await page.getByText('Aguardando pagamento').waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
    await page.getByRole('link', { name: 'Meus pedidos' }).click();
    await button(page, 'Esquecer os pedidos neste navegador').click();
    await page.getByText('Nenhum pedido neste navegador').waitFor();
    await page.close();
  });

  it('prints an order on one page, with the whole code', async () => {
    const page = await open('/', 1280);
    await openOrder(page);
    const code = await page.locator('textarea').inputValue();
    await page.emulateMedia({ media: 'print' });
    await page.getByText(code, { exact: true }).locator('visible=true').waitFor();
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.close();
  });

  it('opens the charge of an order in the console of the simulated bank', async () => {
    const page = await open();
    await openOrder(page);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Ver no banco simulado' }).click();
    const bank = await opened;
    const txid = await page.locator('#txid').textContent();
    await bank.getByRole('dialog').getByText(txid!).first().waitFor();
    await bank.close();
    await page.close();
  });

  it('cancels an order after a question', async () => {
    const page = await open();
    await openOrder(page);
    await button(page, 'Cancelar pedido').click();
    await button(page, 'Manter pedido').click();
    await button(page, 'Cancelar pedido').click();
    await button(page, 'Sim, cancelar').click();
    await page.getByRole('heading', { name: 'Pedido cancelado' }).waitFor();
    await page.close();
  });

  it('creates one order when its answer is lost', async () => {
    const page = await open();
    const keys: (string | undefined)[] = [];
    await page.route('**/api/orders', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      // The order is created, and its response lost.
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await button(page, 'Adicionar um').first().click();
    await button(page, 'Pagar com Pix').click();
    await page.getByRole('alert').getByText('Sem conexão com a loja').waitFor();
    await button(page, 'Pagar com Pix').click();
    await page.getByText('Aguardando pagamento').waitFor();
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    await page.close();
  });

  it('sees a payment without an event stream, and after the network was away', async () => {
    const page = await open();
    await page.route('**/api/live*', (route) => route.fulfill({ status: 429, body: '{}' }));
    await openOrder(page);
    await button(page, 'Pagar no banco simulado').click();
    await page.getByRole('heading', { name: 'Pago!' }).waitFor();
    await page.close();
    const other = await open();
    await openOrder(other);
    await other.context().setOffline(true);
    await other.getByText('Reconectando à loja…').waitFor();
    const id = other.url().split('/').at(-1)!;
    const paid = await fetch(new URL(`/api/orders/${id}/pay`, other.url()), { method: 'POST' });
    expect(paid.status).toBe(202);
    await other.context().setOffline(false);
    await other.getByRole('heading', { name: 'Pago!' }).waitFor();
    await other.close();
  });

  it('sees a payment in eight tabs, more than a browser opens connections', async () => {
    const context = await opened.browser.newContext();
    const page = await context.newPage();
    await page.goto(opened.shop.url);
    await openOrder(page);
    const tabs = [page];
    while (tabs.length < 8) {
      const tab = await context.newPage();
      await tab.goto(page.url());
      await tab.getByText('Aguardando pagamento').waitFor();
      tabs.push(tab);
    }
    const list = await context.newPage();
    await list.goto(new URL('/pedidos', page.url()).href);
    await list.getByRole('cell', { name: 'Aguardando pagamento' }).waitFor();
    await page.bringToFront();
    await button(page, 'Pagar no banco simulado').click();
    for (const tab of tabs) await tab.getByRole('heading', { name: 'Pago!' }).waitFor();
    await list.getByRole('cell', { name: 'Paga', exact: true }).waitFor();
    await context.close();
  });

  it('sees a payment while twenty others behind the same address wait for theirs', async () => {
    const page = await open();
    await openOrder(page);
    const path = new URL(page.url()).pathname.replace('/pedido/', '/api/orders/');
    const others = Array.from({ length: 20 }, () =>
      eventStream(new URL(`/api/live?caminho=${path}`, page.url()).href),
    );
    await Promise.all(others.map((stream) => stream.next()));
    await button(page, 'Pagar no banco simulado').click();
    await page.getByRole('heading', { name: 'Pago!' }).waitFor();
    await Promise.all(others.map((stream) => stream.return(undefined)));
    await page.close();
  });

  it('subscribes, approves, and has the first month paid', async () => {
    const page = await open('/assinaturas', 1280);
    await page.getByLabel('Nome completo').fill('Maria da Silva');
    await page.getByLabel('CPF').fill('111.111.111-11');
    await button(page, 'Assinar com Pix Automático').click();
    await page.getByText('O CPF não é válido').waitFor();
    await page.getByLabel('CPF').fill('529.982.247-25');
    await button(page, 'Assinar com Pix Automático').click();
    await button(page, 'Aprovar no banco simulado').click();
    await page.getByRole('heading', { name: 'Assinatura ativa' }).waitFor();
    await button(page, 'Pagar a cobrança no banco simulado').click();
    await page.getByText('Paga', { exact: true }).waitFor();
    await page.close();
  });
});

describe('the administrator', () => {
  const logIn = async () => {
    const page = await open('/admin', 1280);
    await page.getByLabel('E-mail').fill('demo@loja.example');
    await page.getByLabel('Senha').fill('demo');
    await button(page, 'Entrar').click();
    await page.getByRole('heading', { name: 'Tarefas' }).waitFor();
    return page;
  };

  it('refunds a part of an order, sees it end, and balances the books', async () => {
    const customer = await open();
    await openOrder(customer);
    await button(customer, 'Pagar no banco simulado').click();
    await customer.getByRole('heading', { name: 'Pago!' }).waitFor();
    const page = await logIn();
    await page.goto(
      new URL(`/admin/cobrancas/${customer.url().split('/').at(-1)!}`, page.url()).href,
    );
    await page.getByText('Aguardando pagamento ou ativa → Paga', { exact: true }).waitFor();
    await page.getByLabel('Valor a devolver (R$)').fill('7,5');
    await button(page, 'Devolver').click();
    await button(page, 'Sim, devolver').click();
    await page.getByText('Devolvido: R$').waitFor();
    await page.getByText('Devolvida', { exact: true }).waitFor();
    await customer.getByText('R$\u00a07,50 foram devolvidos').waitFor();
    await page.getByRole('link', { name: 'Livros' }).click();
    await button(page, 'Conferir com o banco').click();
    await page.getByText('iguais, até o centavo').waitFor();
    await Promise.all([page.close(), customer.close()]);
  });

  it('creates an invoice, whose debtor pays it', async () => {
    const page = await logIn();
    await page.getByRole('link', { name: 'Faturas' }).click();
    await page.getByText('Nova fatura').click();
    await page.getByLabel('Nome do devedor').fill('João Souza');
    await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25');
    await page.getByLabel('Descrição').fill('Aulas');
    await page.getByLabel('Valor (R$)').fill('1.150,00');
    await page.getByLabel('Vencimento').fill('2099-01-31');
    await button(page, 'Criar fatura').click();
    await page.getByText('vencimento deve ser uma data').waitFor();
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Vencimento').fill(soon);
    await button(page, 'Criar fatura').click();
    await page.getByRole('link', { name: 'João Souza' }).click();
    const answer = new AbortController();
    const asked = once(answer.signal, 'abort');
    await page.route('**/today', (route) => asked.then(() => route.continue()));
    await page.getByRole('link', { name: 'Página do cliente' }).click();
    const pay = button(page, 'Pagar no banco simulado');
    const before = await pay.boundingBox();
    answer.abort();
    await page.getByText('Total em').waitFor();
    await expect(pay.boundingBox()).resolves.toEqual(before);
    await pay.click();
    await page.getByRole('heading', { name: 'Pago!' }).waitFor();
    await page.close();
  });
});
