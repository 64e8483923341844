import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { type SimulatorDriver, EVER } from '../support/simulator-driver.js';

const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };
const COBV = {
  calendario: { dataDeVencimento: '2024-06-10', validadeAposVencimento: 30 },
  devedor: {
    cpf: '12345678909',
    nome: 'Maria de Souza',
    logradouro: 'Rua A',
    cidade: 'Recife',
    uf: 'PE',
    cep: '50000000',
  },
  valor: { original: '120.00', multa: { modalidade: '2', valorPerc: '2.00' } },
  chave: 'k@example.com',
};
const COBR = {
  calendario: { dataDeVencimento: '2024-05-20' },
  valor: { original: '106.07' },
  ajusteDiaUtil: true,
  recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' },
};

/** Creates records of every kind in every status that the simulator persists. */
export async function createSampleState(
  driver: SimulatorDriver,
  webhookUrl: string,
): Promise<void> {
  const { control } = driver;
  driver.begin('2024-05-01T12:00:00-03:00');
  await driver.ok('PUT', '/webhook/k@example.com', { webhookUrl: `${webhookUrl}?secret=s3` });
  await driver.ok('PUT', '/webhook/gone', { webhookUrl });
  await driver.ok('DELETE', '/webhook/gone');
  await driver.ok('PUT', '/webhookrec', { webhookUrl });
  await driver.ok('PUT', '/webhookcobr', { webhookUrl });
  await charges(driver);
  await batches(driver);
  await recurrences(driver);
  control.clock.advance(3_600);
}

async function charges(driver: SimulatorDriver): Promise<void> {
  const { control } = driver;
  const put = (body: object = COB) => driver.ok('PUT', `/cob/${generateTxid()}`, body);
  await put();
  const { txid } = await put();
  await driver.ok('PATCH', `/cob/${txid as string}`, { solicitacaoPagador: 'Outro texto' });
  await driver.ok('PATCH', `/cob/${txid as string}`, { valor: { original: '38.00' } });
  const removed = await put();
  await driver.ok('PATCH', `/cob/${removed.txid as string}`, {
    status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  });
  await control.removeByProvider((await put()).txid as string);
  const { id } = await driver.ok('POST', '/loc', { tipoCob: 'cob' });
  const placed = await put({ ...COB, loc: { id } });
  await driver.ok('PATCH', `/cob/${placed.txid as string}`, {
    loc: { id: (await driver.ok('POST', '/loc', { tipoCob: 'cob' })).id },
  });
  await driver.ok('DELETE', `/loc/${(await put()).loc.id as string}/txid`);
  const paid = await control.pay((await put()).txid as string, { infoPagador: 'Olá' });
  const refund = `/pix/${paid.endToEndId}/devolucao`;
  await driver.ok('PUT', `${refund}/d1`, { valor: '1.00' });
  await driver.ok('PUT', `${refund}/d2`, { valor: '2.00' });
  await control.settleRefund(paid.endToEndId, 'd2', 'NAO_REALIZADO');
  await control.payKey('k', { valor: '5.00' });

  const cobv = await driver.ok('PUT', `/cobv/${generateTxid()}`, COBV);
  await driver.ok('PATCH', `/cobv/${cobv.txid as string}`, { valor: { original: '130.00' } });
  const { txid: late } = await driver.ok('PUT', `/cobv/${generateTxid()}`, COBV);
  await control.pay(late as string);
}

async function batches(driver: SimulatorDriver): Promise<void> {
  const cobsv = [COBV, { ...COBV, valor: { original: '0.00' } }].map((body) => ({
    ...body,
    txid: generateTxid(),
  }));
  await driver.ok('PUT', '/lotecobv/1', { descricao: 'Lote', cobsv });
  driver.settle();
  await driver.ok('PATCH', '/lotecobv/1', {
    cobsv: [{ txid: cobsv[0]!.txid, valor: { original: '9.00' } }],
  });
  const waiting = [{ ...COBV, txid: generateTxid() }];
  await driver.ok('PUT', '/lotecobv/2', { descricao: 'Na fila', cobsv: waiting });
}

async function recurrences(driver: SimulatorDriver): Promise<void> {
  const { control } = driver;
  const rec = async (change: object = {}): Promise<Json> =>
    driver.ok('POST', '/rec', {
      ...REC,
      calendario: { ...REC.calendario, dataInicial: '2024-05-10', periodicidade: 'SEMANAL' },
      valor: undefined,
      politicaRetentativa: 'PERMITE_3R_7D',
      ...change,
    });
  await rec();
  const { id } = await driver.ok('POST', '/locrec', {});
  await rec({ loc: id });
  const { idRec } = await rec();
  const requested = await rec();
  await driver.ok('POST', '/solicrec', {
    idRec: requested.idRec,
    calendario: { dataExpiracaoSolicitacao: '2024-05-05T12:00:00Z' },
    destinatario: {
      cpf: '12345678909',
      conta: '1234',
      agencia: '2569',
      ispbParticipante: '91193552',
    },
  });
  await control.reject((await rec()).idRec as string);
  await control.approve(idRec as string, { valorMaximo: '500.00' });
  const cobr = (day: string) =>
    driver.ok('PUT', `/cobr/${generateTxid()}`, {
      ...COBR,
      idRec,
      calendario: { dataDeVencimento: day },
    });
  await cobr('2024-05-15');
  await cobr('2024-05-22');
  const canceled = await cobr('2024-05-29');
  await driver.ok('PATCH', `/cobr/${canceled.txid as string}`, { status: 'CANCELADA' });
  driver.at('2024-05-15', '12:00:00');
  await control.setFunds(idRec as string, false);
  driver.at('2024-05-22', '00:00:01');
}

const LISTS = ['cob', 'cobv', 'lotecobv', 'loc', 'pix', 'webhook', 'rec', 'cobr', 'locrec'];

/** Returns everything that the simulator shows, except addresses and statistics. */
export async function readState(driver: SimulatorDriver): Promise<Record<string, Json>> {
  const state: Record<string, Json> = {};
  for (const family of LISTS) {
    const page = await driver.get(`/${family}?${EVER}`);
    delete page.parametros;
    state[family] = page;
  }
  for (const { txid, revisao } of state.cob.cobs as { txid: string; revisao: number }[]) {
    for (let number = 0; number <= revisao; number += 1) {
      state[`${txid} ${number}`] = await driver.get(`/cob/${txid}?revisao=${number}`);
    }
  }
  state.webhookrec = await driver.get('/webhookrec');
  state.webhookcobr = await driver.get('/webhookcobr');
  for (const path of ['/recs', '/deliveries', '/webhooks', '/charges']) {
    state[path] = (await driver.client.control('GET', `${path}?limit=1000`)).body;
  }
  return state;
}
