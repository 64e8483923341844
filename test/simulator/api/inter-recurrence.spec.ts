import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../../lib/index.js';
import { pixProviders } from '../../../lib/providers/index.js';
import { REC } from '../support/bodies.js';

const CHAVE = 'loja@example.com';
const REC_2024 = {
  ...REC,
  calendario: { dataInicial: '2024-05-15', dataFinal: '2025-05-15', periodicidade: 'MENSAL' },
};
const PAYER = { cpf: '12345678909', conta: '1', ispbParticipante: '12345678' };

describe('simulator with the sandbox operations of Inter for Pix Automático', () => {
  let simulator: PixSimulator;
  let pix: PixClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({ quirks: { ...pixProviders.inter, rateLimits: {} } });
    pix = await createPixClient({ ...simulator.moduleOptions });
  });
  afterAll(async () => {
    await pix.close();
    await simulator.close();
  });
  beforeEach(() => {
    simulator.control.reset();
    simulator.control.clock.set('2024-04-10T12:00:00-03:00');
  });

  const newRec = async () => (await pix.rec.create(REC_2024 as never)).idRec;
  const readStatus = async (idRec: string) => (await pix.rec.get(idRec)).status;
  const ask = (idRec: string) =>
    pix.solicRec.create({
      idRec,
      calendario: { dataExpiracaoSolicitacao: '2024-04-20T12:00:00Z' },
      destinatario: PAYER,
    });
  const charge = async () => {
    const idRec = await newRec();
    await pix.inter.setRecStatus(idRec, { status: 'APROVADA' });
    // A recurring charge is created at most 10 days before its due date.
    simulator.control.clock.set('2024-05-08T12:00:00-03:00');
    const txid = generateTxid();
    await pix.cobR.createWithTxid(txid, {
      idRec,
      calendario: { dataDeVencimento: '2024-05-15' },
      valor: { original: '35.00' },
      ajusteDiaUtil: true,
      recebedor: { conta: '123', tipoConta: 'CORRENTE', agencia: '1' },
    });
    return txid;
  };
  const pay = (txId: string, valor: number) =>
    pix.inter.payCobR({ valor, cpfCnpj: PAYER.cpf, txId, chave: CHAVE });

  it('approves and cancels a recurrence', async () => {
    const idRec = await newRec();
    await pix.inter.setRecStatus(idRec, { status: 'APROVADA' });
    expect(await readStatus(idRec)).toBe('APROVADA');
    await pix.inter.setRecStatus(idRec, { status: 'CANCELADA', razao: 'FRUD' });
    expect(await pix.rec.get(idRec)).toMatchObject({
      status: 'CANCELADA',
      encerramento: { cancelamento: { codigo: 'FRUD' } },
    });
    await expect(pix.inter.setRecStatus(idRec, { status: 'APROVADA' })).rejects.toMatchObject({
      status: 409,
    });
  });

  it('answers a request to confirm by the id of its recurrence', async () => {
    const [accepted, rejected, received] = [await newRec(), await newRec(), await newRec()];
    await ask(accepted);
    await pix.inter.setSolicRecStatus(accepted, { status: 'ACEITA' });
    expect(await readStatus(accepted)).toBe('APROVADA');
    await ask(rejected);
    await pix.inter.setSolicRecStatus(rejected, { status: 'REJEITADA' });
    expect(await readStatus(rejected)).toBe('REJEITADA');
    const { idSolicRec } = await ask(received);
    await pix.inter.setSolicRecStatus(received, { status: 'RECEBIDA' });
    expect((await pix.solicRec.get(idSolicRec)).status).toBe('RECEBIDA');
    await pix.inter.setSolicRecStatus(received, { status: 'CANCELADA' });
    await expect(pix.inter.setSolicRecStatus(received, { status: 'ACEITA' })).rejects.toMatchObject(
      { status: 404 },
    );
  });

  it('pays an open recurring charge with its exact amount, once', async () => {
    const txid = await charge();
    await expect(pay(txid, 34.99)).rejects.toMatchObject({ status: 409 });
    const { endToEnd } = await pay(txid, 35);
    expect(await pix.cobR.get(txid)).toMatchObject({ status: 'CONCLUIDA' });
    expect(await pix.recebidos.get(endToEnd)).toMatchObject({ valor: '35.00' });
    await expect(pay(txid, 35)).rejects.toMatchObject({ status: 409 });
  });

  it('cancels a recurring charge from outside', async () => {
    const txid = await charge();
    await pix.inter.setCobRStatus(txid, { status: 'CANCELADA', razao: 'REQUESTED_BY_PAYER' });
    expect((await pix.cobR.get(txid)).status).toBe('CANCELADA');
  });
});
