import { describe, expect, it } from '@jest/globals';
import { isPixErroServidorException } from '../../lib/index.js';
import type { ConsolePage } from './support/console-page.js';
import { ConsoleSession } from './support/console-session.js';

describe('simulated faults in the console', () => {
  let console: ConsolePage;
  const session = ConsoleSession.use((page) => (console = page));

  it('drops the response of a created charge', async () => {
    await console.visit('Falhas');
    await console.click('Cobrança criada, resposta perdida');
    await console.waitForText('Ativa', console.row('Conexão interrompida · depois do efeito'));
    // The client treats the reset as a stale connection and finds the charge by reading it.
    await expect(session.newCob('Perdida')).resolves.toMatchObject({ status: 'ATIVA' });
    await console.waitForText('Esgotada', console.row('Conexão interrompida'));
    await console.waitForText('aplicada a 1 de 1', console.row('Conexão interrompida'));
    await console.visit('Cobranças');
    await console.waitForText('Ativa', console.row('Perdida'));
    expect(console.errors).toEqual([]);
  });

  it('arms and removes a custom fault', async () => {
    await console.visit('Falhas');
    const form = console.page.locator('form');
    await form.getByRole('combobox', { name: 'Tipo' }).selectOption('status');
    await form.getByRole('combobox', { name: 'Onde aplicar', exact: true }).selectOption('cob');
    await form.getByRole('spinbutton', { name: 'Status' }).fill('500');
    await form.getByRole('spinbutton', { name: 'Vezes' }).fill('3');
    await console.capture('console-9-faults');
    await console.click('Ativar');
    const row = console.row('Outro status · 500');
    await console.waitForText('3 vezes', row);
    const refusal = await session.newCob('Recusada').catch((error: unknown) => error);
    expect(isPixErroServidorException(refusal)).toBe(true);
    await console.waitForText('aplicada a 1 de 1', row);
    await console.click('Remover', row);
    await console.waitForRemoval('Outro status');
    await session.newCob('Aceita de novo');
    expect(console.errors).toEqual([]);
  });

  it('explains why a fault cannot be armed', async () => {
    await console.visit('Falhas');
    const form = console.page.locator('form');
    await form.getByRole('combobox', { name: 'Tipo' }).selectOption('latency');
    await form.getByRole('spinbutton', { name: 'Milissegundos' }).fill('');
    await console.click('Ativar');
    const field = form.locator('.field').filter({ hasText: 'Milissegundos' });
    await field.locator('.field-error').getByText(/\w/).waitFor();
    for (const [name, value, text] of [
      ['Milissegundos', '99999999999', 'Deve ser um número inteiro de 0 a 2147483647.'],
      ['Vezes', '1.5', 'Deve ser um número inteiro a partir de 1.'],
      ['Taxa (%)', '101', 'Deve ser um número de 0 a 100.'],
    ] as const) {
      await form.getByLabel(name).fill(value);
      await console.click('Ativar');
      await console.waitForText(text, form);
    }
  });

  it('arms a fault for a share of the calls, at the usual moment, and keeps the focus', async () => {
    await console.visit('Falhas');
    const form = console.page.locator('form');
    const moment = form.getByLabel('Quando');
    await expect(moment.inputValue()).resolves.toBe('before');
    await form.getByLabel('Ponto da resposta').selectOption('body');
    await expect(moment.inputValue()).resolves.toBe('after');
    await form.getByLabel('Taxa (%)').fill('12.5');
    const button = form.getByRole('button', { name: 'Ativar' });
    await button.press('Enter');
    const row = console.row('no meio do corpo · depois do efeito');
    await console.waitForText('12,5% das vezes', row);
    await form.locator('button:focus').waitFor();
    await console.click('Remover todas');
    await console.waitForText('Nenhuma falha ativa');
    expect(console.errors).toEqual([]);
  });

  it('names the record of a fault that applies to one only', async () => {
    const { txid } = await session.newCob('Uma só');
    const rule = { kind: 'status', status: 404, on: 'cob.get', params: { txid } };
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    };
    await console.page.evaluate(`fetch('/simulator/faults', ${JSON.stringify(options)})`);
    await console.visit('Falhas');
    await console.waitForText(txid, console.row('Outro status · 404'));
    await console.click('Remover todas');
    await console.waitForText('Nenhuma falha ativa');
    expect(console.errors).toEqual([]);
  });

  it('reports a lost connection and reconnects when the simulator restarts with its state', async () => {
    await console.visit('Cobranças');
    await session.newCob('Antes da queda', '3.00');
    await console.row('Antes da queda').waitFor();
    await session.bank.end();
    await console.waitForText('Reconectando…');
    await console.waitForText(/não responde desde \d\d:\d\d:\d\d/, console.page.locator('main'));
    await console.capture('console-10-lost');
    await console.click('Pagar', console.row('Antes da queda'));
    await console.waitForText('O simulador não responde.');
    await console.row('Antes da queda').click();
    await console.waitForText('Registro não carregado', console.drawer);
    await console.waitForText(/não responde desde/, console.drawer);
    await console.capture('console-10-lost-record');
    session.bank = await session.bank.startAgain();
    await console.waitForText('R$ 3,00', console.drawer);
    await console.waitForText('Ao vivo');
    await console.click('Fechar');
    await expect(console.page.locator('main').getByRole('alert').count()).resolves.toBe(0);
    await session.newCob('Depois da queda', '4.00');
    await console.row('Depois da queda').waitFor();
    await console.row('Antes da queda').waitFor();
  });

  it('connects again after an answer that is no stream, as of a proxy', async () => {
    const { page } = console;
    await page.route('**/simulator/events', (route) => route.fulfill({ status: 502 }));
    await page.reload();
    await console.waitForText('Reconectando…');
    await page.unroute('**/simulator/events');
    await console.waitForText('Ao vivo');
    await expect(page.locator('main').getByRole('alert').count()).resolves.toBe(0);
  });
});
