import { describe, expect, it } from '@jest/globals';
import type { ConsolePage } from './support/console-page.js';
import { CHAVE, ConsoleSession } from './support/console-session.js';

const ALL_TIME = { inicio: '2020-01-01T00:00:00Z', fim: '2100-01-01T00:00:00Z' };

/** The tests share one simulator: each one continues with the state of those before it. */
describe('scenarios, calls and actions of the receiver in the console', () => {
  let console: ConsolePage;
  const session = ConsoleSession.use((page) => (console = page));

  it('registers a webhook, without which a scenario cannot run', async () => {
    const { receiver, pix } = session.bank;
    await console.visit('Cenários');
    const lost = console.row('webhook/lost');
    await console.waitForText('Cadastre um webhook', lost);
    await expect(lost.getByRole('button', { name: 'Executar' }).count()).resolves.toBe(0);
    await console.capture('console-7-scenarios');

    await console.visit('Webhooks');
    await console.click('Cadastrar webhook');
    await console.drawer.getByLabel('Endereço').fill(`${receiver.url}/loja`);
    await console.drawer.getByLabel('Chave').fill(CHAVE);
    await console.capture('console-7-webhook-form');
    await console.click('Cadastrar', console.drawer);
    await console.waitForText(`chave ${CHAVE}`);
    await expect(pix.webhook.get(CHAVE)).resolves.toMatchObject({
      webhookUrl: `${receiver.url}/loja`,
    });
    await console.visit('Cenários');
    await lost.getByRole('button', { name: 'Executar' }).waitFor();
    expect(console.errors).toEqual([]);
  });

  it('runs a scenario and shows what happened', async () => {
    await console.visit('Cenários');
    await console.click('Executar', console.row('cob/paid-twice'));
    await console.waitForText('O pagador paga a mesma cobrança outra vez', console.drawer);
    await console.waitForText('Concluída', console.drawer);
    await expect(console.drawer.getByText('Pix recebido').count()).resolves.toBe(2);
    await console.capture('console-7-result');
    const txid = await console.drawer.locator('.lines code').first().textContent();
    await expect(session.bank.pix.cob.get(txid!)).resolves.toMatchObject({
      pix: [{ valor: '37.00' }, { valor: '37.00' }],
    });
    await console.click('Fechar');
    await console.visit('Webhooks');
    await console.waitForText('Pix de R$ 37,00 recebido', console.row(txid!));
    expect(console.errors).toEqual([]);
  });

  it('shows the faults that a scenario leaves, and its certificate', async () => {
    await console.visit('Cenários');
    await console.click('Executar', console.row('bank/certificate-expired'));
    await console.drawer.getByRole('button', { name: 'Copiar' }).waitFor();
    await console.capture('console-7-certificate');
    await console.click('Fechar');
    await console.click('Executar', console.row('bank/down-for-an-hour'));
    await console.waitForText(/2 falhas ativas, até/, console.drawer);
    await console.drawer.getByRole('link', { name: 'Falhas' }).click();
    await console.drawer.waitFor({ state: 'hidden' });
    await console.click('Remover todas');
    await console.waitForText('Nenhuma falha ativa');
  });

  it('refunds a part of a Pix and then the rest', async () => {
    const { recebidos } = session.bank.pix;
    await session.newCob('Luminária', '50.00');
    await console.visit('Cobranças');
    await console.click('Pagar', console.row('Luminária'));
    await console.waitForText('Concluída', console.row('Luminária'));
    await console.visit('Pagamentos');
    const row = console.row('50,00');
    await console.click('Devolver', row);
    await console.input('Valor').fill('20,00');
    await console.capture('console-7-refund');
    await console.click('Devolver', console.drawer);
    await console.waitForText('20,00', row.locator('.lines'));
    await console.click('Devolver', row);
    await console.click('Devolver', console.drawer);
    await console.waitForText('30,00', row.locator('.lines'));
    await row.getByRole('button', { name: 'Devolver' }).waitFor({ state: 'detached' });
    const { pix } = await recebidos.list(ALL_TIME);
    expect(pix.find(({ valor }) => valor === '50.00')?.devolucoes).toHaveLength(2);
    expect(console.errors).toEqual([]);
  });

  it('refunds a Pix as the bank', async () => {
    await session.newCob('Abajur', '61.00');
    await console.visit('Cobranças');
    await console.click('Pagar', console.row('Abajur'));
    await console.waitForText('Concluída', console.row('Abajur'));
    await console.visit('Pagamentos');
    const row = console.row('61,00');
    await console.click('Contestar', row);
    await console.capture('console-7-dispute');
    await console.click('Contestar', console.drawer);
    await console.waitForText('MED_FRAUDE', row.locator('.lines'));
    const { pix } = await session.bank.pix.recebidos.list(ALL_TIME);
    expect(pix.find(({ valor }) => valor === '61.00')?.devolucoes).toMatchObject([
      { valor: '61.00', natureza: 'MED_FRAUDE' },
    ]);
    expect(console.errors).toEqual([]);
  });

  it('shows each call immediately, without tokens and tax ids', async () => {
    await console.visit('Chamadas');
    await session.bank.pix.cob.list({ ...ALL_TIME, cpf: '12345678909' });
    await console.waitForText('GET /pix/v2/cob', console.row('***'));
    const token = console.row('POST /oauth/token').last();
    await token.getByText('Resposta').click();
    await console.waitForText('"access_token": "***"', token);
    await expect(console.page.getByText('12345678909').count()).resolves.toBe(0);
    await console.capture('console-7-calls');
    expect(console.errors).toEqual([]);
  });
});
