import { describe, expect, it } from '@jest/globals';
import { generateTxid, type RecGerada } from '../../lib/index.js';
import type { ConsolePage } from './support/console-page.js';
import { ConsoleSession } from './support/console-session.js';

/** A day in the future, independent of the clock of the machine. */
const START = '2031-03-03T09:00:00-03:00';
const PAYER = '12345678909';

describe('Pix Automático in the console', () => {
  let console: ConsolePage;
  const session = ConsoleSession.use((page) => (console = page));

  function newRec(
    objeto: string,
    period: { dataInicial: string; dataFinal?: string } = { dataInicial: '2031-03-10' },
  ): Promise<RecGerada> {
    return session.bank.pix.rec.create({
      vinculo: { contrato: '63100862', objeto, devedor: { cpf: PAYER, nome: 'Fulano de Tal' } },
      calendario: { ...period, periodicidade: 'MENSAL' },
      valor: { valorRec: '35.00' },
      politicaRetentativa: 'PERMITE_3R_7D',
    });
  }

  /** Sets the clock in the console. @param instant local time, as in the field */
  async function setClock(instant: string): Promise<void> {
    await console.visit('Relógio');
    await console.page.getByLabel('Dia e hora').fill(instant);
    await console.page.locator('form').getByRole('button', { name: 'Acertar' }).click();
    const day = Number(instant.slice(8, 10));
    await console.waitForText(`, ${day} de`);
  }

  it('sets the clock to a day', async () => {
    await console.visit('Relógio');
    await console.click('Parado');
    await console.waitForText('parado');
    await console.page.getByLabel('Dia e hora').fill('2031-03-03T09:00:00');
    await console.page.locator('form').getByRole('button', { name: 'Acertar' }).click();
    await console.waitForText('segunda-feira, 3 de março de 2031');
    const { criacao } = (await session.newCob('Hoje')).calendario;
    expect(Date.parse(criacao)).toBe(Date.parse(START));
  });

  it('approves one recurrence and refuses another', async () => {
    const { rec } = session.bank.pix;
    await console.visit('Automático');
    const [approved, refused] = [await newRec('Academia'), await newRec('Revista')];
    await console.click('Aprovar', console.row('Academia'));
    await console.drawer.getByRole('combobox').selectOption('JORNADA_1');
    await console.input('Valor máximo por cobrança').fill('50');
    await console.capture('console-7-approval');
    await console.click('Aprovar', console.drawer);
    await console.waitForText('Aprovada', console.row('Academia'));
    await console.waitForText('jornada 1', console.row('Academia'));
    await console.click('Recusar', console.row('Revista'));
    await console.waitForText('Rejeitada', console.row('Revista'));
    await expect(rec.get(approved.idRec)).resolves.toMatchObject({
      status: 'APROVADA',
      ativacao: { tipoJornada: 'JORNADA_1' },
    });
    await expect(rec.get(refused.idRec)).resolves.toMatchObject({ status: 'REJEITADA' });
    expect(console.errors).toEqual([]);
  });

  it('accepts a confirmation request', async () => {
    const { idRec } = await newRec('Escola');
    const { idSolicRec } = await session.bank.pix.solicRec.create({
      idRec,
      calendario: { dataExpiracaoSolicitacao: '2031-03-08T12:00:00Z' },
      destinatario: { agencia: '2569', conta: '550689', cpf: PAYER, ispbParticipante: '91193552' },
    });
    await console.visit('Automático');
    await console.click('Aceitar', console.line('Escola', 'pedido de confirmação'));
    await console.waitForText('Aceita', console.line('Escola', 'pedido de confirmação'));
    await expect(session.bank.pix.solicRec.get(idSolicRec)).resolves.toMatchObject({
      status: 'ACEITA',
    });
  });

  it('settles a charge, and retries the charge of a payer without funds', async () => {
    const { rec, cobR } = session.bank.pix;
    await console.visit('Automático');
    const { idRec } = (
      await rec.list({
        inicio: '2031-03-01T00:00:00Z',
        fim: '2031-04-01T00:00:00Z',
      })
    ).recs.find(({ vinculo }) => vinculo.objeto === 'Academia')!;
    const charge = (dataDeVencimento: string) =>
      cobR.createWithTxid(generateTxid(), {
        idRec: idRec,
        calendario: { dataDeVencimento },
        valor: { original: '35.00' },
        ajusteDiaUtil: false,
        recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' },
      });
    const paid = await charge('2031-03-10');
    await console.visit('Relógio');
    await console.click('+1 min');
    await console.visit('Automático');
    await console.click('Liquidar', console.line('Academia', paid.txid));
    await console.waitForText('Concluída', console.line('Academia', paid.txid));
    await expect(cobR.get(paid.txid)).resolves.toMatchObject({ status: 'CONCLUIDA' });
    await console.row('Academia').getByLabel('Pagador sem saldo').check();
    await console.waitForText('O pagador está sem saldo.');
    await console.visit('Relógio');
    await console.click('+30 dias');
    await console.waitForText('Relógio avançado: +30 dias.');
    const unfunded = await charge('2031-04-10');
    await console.click('+7 dias');
    await console.click('+1 dia');
    await console.click('+1 dia');
    await console.visit('Automático');
    const attempts = console.line('Academia', unfunded.txid).locator('.attempts');
    await console.waitForText('expirada', attempts);

    await cobR.retry(unfunded.txid, '2031-04-14');
    await console.row('Academia').getByLabel('Pagador sem saldo').uncheck();
    await console.waitForText('O pagador tem saldo.');
    await console.visit('Relógio');
    await console.click('+7 dias');
    await console.visit('Automático');
    await console.waitForText('paga', attempts);
    await console.waitForText('Concluída', console.line('Academia', unfunded.txid));
    await console.capture('console-8-recurrences');
    await console.click('Cancelar', console.row('Academia'));
    await console.waitForText('Cancelada', console.row('Academia'));
    expect(console.errors).toEqual([]);
  });

  it('gives the payer of an expired recurrence funds for an open charge', async () => {
    const { cobR } = session.bank.pix;
    await setClock('2031-06-02T12:00:00');
    const { idRec } = await newRec('Clube', { dataInicial: '2031-06-04', dataFinal: '2031-06-05' });
    await console.visit('Automático');
    await console.click('Aprovar', console.row('Clube'));
    await console.click('Aprovar', console.drawer);
    const funds = console.row('Clube').getByLabel('Pagador sem saldo');
    await funds.check();
    await console.waitForText('O pagador está sem saldo.');
    const { txid } = await cobR.createWithTxid(generateTxid(), {
      idRec,
      calendario: { dataDeVencimento: '2031-06-05' },
      valor: { original: '35.00' },
      ajusteDiaUtil: false,
      recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' },
    });
    await setClock('2031-06-06T12:00:00');
    await console.visit('Automático');
    await console.waitForText('Expirada', console.row('Clube').locator('.row-state'));
    await funds.uncheck();
    await console.waitForText('O pagador tem saldo.');
    await cobR.retry(txid, '2031-06-09');
    await setClock('2031-06-09T12:00:00');
    await console.visit('Automático');
    await console.waitForText('Concluída', console.line('Clube', txid));
    await expect(funds.count()).resolves.toBe(0);
    expect(console.errors).toEqual([]);
  });
});
