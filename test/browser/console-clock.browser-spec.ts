import { describe, expect, it } from '@jest/globals';
import { generateTxid } from '../../lib/index.js';
import type { ConsolePage } from './support/console-page.js';
import { CHAVE, ConsoleSession } from './support/console-session.js';

const DAY = 86_400_000;

/** The tests share one simulator: each one continues with the state of those before it. */
describe('the clock of the console', () => {
  let console: ConsolePage;
  const session = ConsoleSession.use((page) => (console = page));
  const readClock = async () =>
    Date.parse((await console.page.locator('.face').getAttribute('datetime'))!);

  it('advances by what each button says', async () => {
    await console.visit('Relógio');
    await console.click('Parado');
    await console.page.locator('#rate').getByText('parado').waitFor();
    for (const [label, time] of [
      ['+1 min', 60_000],
      ['+1 hora', 3_600_000],
      ['+1 dia', DAY],
      ['+7 dias', 7 * DAY],
      ['+30 dias', 30 * DAY],
    ] as const) {
      const before = await readClock();
      await console.click(label);
      await console.waitForText(`Relógio avançado: ${label}.`);
      expect([label, (await readClock()) - before]).toEqual([label, time]);
    }
  });

  it('changes what a charge costs, in the list, in the record and for the payer', async () => {
    await console.visit('Relógio');
    const due = new Date((await readClock()) + DAY).toISOString().slice(0, 10);
    await session.bank.pix.cobV.createWithTxid(generateTxid(), {
      calendario: { dataDeVencimento: due, validadeAposVencimento: 60 },
      devedor: { cpf: '12345678909', nome: 'Fulano de Tal' },
      valor: { original: '100.00', multa: { modalidade: 2, valorPerc: '2.00' } },
      chave: CHAVE,
      solicitacaoPagador: 'Com multa',
    });
    await console.click('+30 dias');
    await console.waitForText('Relógio avançado');
    await console.visit('Cobranças');
    const amount = console.row('Com multa').locator('.row-amount');
    await amount.getByText('de R$ 100,00').waitFor();
    await expect(amount.textContent()).resolves.toMatch(/^\s*R\$\s102,00/);
    await console.row('Com multa').click();
    await console.waitForText('102,00', console.drawer.locator('.amount'));
    // The day of what did not happen today.
    const created = console.drawer.locator('.timeline time').first();
    await expect(created.textContent()).resolves.toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    await console.click('Pagar', console.drawer);
    await console.waitForText('102,00 pagos.');
    await console.click('Fechar');
    // Also those of the sections that are not shown.
    await console.visit('Relógio');
    for (const [section, count] of [
      ['Cobranças', 1],
      ['Pagamentos', 1],
    ]) {
      const link = console.page.getByRole('link', { name: `${section} ${count}`, exact: true });
      await link.waitFor();
    }
    await session.newCob('Outra');
    await console.page.getByRole('link', { name: 'Cobranças 2', exact: true }).waitFor();
    expect(console.errors).toEqual([]);
  });
});
