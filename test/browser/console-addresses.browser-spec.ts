import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import type { ConsolePage } from './support/console-page.js';
import { ConsoleSession } from './support/console-session.js';

describe('the addresses of the console', () => {
  let console: ConsolePage;
  const session = ConsoleSession.use((page) => (console = page));
  beforeEach(async () => {
    await console.page.unrouteAll({ behavior: 'ignoreErrors' });
    await console.page.goto(`${session.bank.consoleUrl}/#cobrancas`);
  });
  const readHash = () => console.page.evaluate<string>('location.hash');
  const isOpen = () => console.drawer.isVisible();

  it('opens a charge at its address, and keeps it in a reload', async () => {
    const { txid } = await session.newCob('Com endereço');
    await console.page.goto(`${session.bank.consoleUrl}/#/cob/${txid}`);
    await console.waitForText('37,00', console.drawer);
    await console.page.reload();
    await console.waitForText('37,00', console.drawer);
    const link = console.drawer.getByRole('link', { name: 'Abrir na aplicação' });
    await expect(link.getAttribute('href')).resolves.toBe(`http://localhost:9/pix/${txid}`);
    await console.page.keyboard.press('Escape');
    await console.drawer.waitFor({ state: 'hidden' });
    await expect(readHash()).resolves.toBe('#cobrancas');
    expect(console.errors).toEqual([]);
  });

  it('closes the drawer on the way back, over the section of before', async () => {
    const { txid } = await session.newCob('Ida e volta');
    await console.visit('Chamadas');
    await console.visit('Cobranças');
    await console.row('Ida e volta').click();
    await console.waitForText(txid, console.drawer);
    await expect(readHash()).resolves.toBe(`#/cob/${txid}`);
    await console.page.goBack();
    await console.drawer.waitFor({ state: 'hidden' });
    await expect(readHash()).resolves.toBe('#cobrancas');
    await console.row('Ida e volta').waitFor();
    await console.page.goForward();
    await console.waitForText(txid, console.drawer);
  });

  it('does not open a drawer again when an answer arrives after Escape', async () => {
    const { txid } = await session.newCob('Resposta atrasada');
    const answers = await holdAnswers(txid);
    await console.row('Resposta atrasada').click();
    await console.waitForText('Carregando…', console.drawer);
    const late = await answers.next();
    await console.page.keyboard.press('Escape');
    await console.drawer.waitFor({ state: 'hidden' });
    const received = console.page.waitForResponse((response) => response.url().endsWith(txid));
    await late.continue();
    await (await received).finished();
    await console.page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    await expect(isOpen()).resolves.toBe(false);
    await expect(readHash()).resolves.toBe('#cobrancas');
  });

  it('shows the record of the present address when the answer for an earlier one is late', async () => {
    const slow = await session.newCob('Lenta', '11.00');
    const quick = await session.newCob('Rápida', '22.00');
    const answers = await holdAnswers(slow.txid);
    await console.row('Rápida').waitFor();
    await console.page.evaluate(`location.hash = '#/cob/${slow.txid}'`);
    const late = await answers.next();
    await console.page.evaluate(`location.hash = '#/cob/${quick.txid}'`);
    await console.waitForText('22,00', console.drawer);
    const received = console.page.waitForResponse((response) => response.url().endsWith(slow.txid));
    await late.continue();
    await (await received).finished();
    await console.page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    await expect(console.drawer.locator('.amount').textContent()).resolves.toContain('22,00');
    await expect(readHash()).resolves.toBe(`#/cob/${quick.txid}`);
  });

  it('says that there is no record at an address', async () => {
    await console.page.goto(`${session.bank.consoleUrl}/#/cob/${'x'.repeat(32)}`);
    await console.waitForText('Registro não encontrado', console.drawer);
    await console.capture('console-address-unknown');
    await console.click('Fechar');
    await expect(readHash()).resolves.toBe('#cobrancas');
  });

  it('opens a recurrence over its section, and acts as the payer there', async () => {
    const { pix } = session.bank;
    const { idRec } = await pix.rec.create({
      vinculo: {
        contrato: '63100862',
        objeto: 'Academia',
        devedor: { cpf: '12345678909', nome: 'Fulano de Tal' },
      },
      calendario: { dataInicial: '2099-03-10', periodicidade: 'MENSAL' },
      valor: { valorRec: '35.00' },
      politicaRetentativa: 'NAO_PERMITE',
    });
    await console.page.goto(`${session.bank.consoleUrl}/#/rec/${idRec}`);
    await console.page.reload();
    await console.waitForText('Criada', console.drawer);
    await console.capture('console-address-recurrence');
    await console.click('Recusar', console.drawer);
    await console.waitForText('Rejeitada', console.drawer);
    await console.page.keyboard.press('Escape');
    await console.drawer.waitFor({ state: 'hidden' });
    await expect(readHash()).resolves.toBe('#recorrencias');
    expect(console.errors).toEqual([]);
  });

  /** Holds the answers to reads of a charge until the test lets them through. */
  async function holdAnswers(txid: string): Promise<{ next(): Promise<Route> }> {
    const held: Route[] = [];
    const waiting: ((route: Route) => void)[] = [];
    await console.page.route(`**/simulator/charges/${txid}`, (route) => {
      const taken = waiting.shift();
      if (taken) taken(route);
      else held.push(route);
    });
    return {
      next: () =>
        new Promise((resolve) => {
          const route = held.shift();
          if (route) resolve(route);
          else waiting.push(resolve);
        }),
    };
  }
});
