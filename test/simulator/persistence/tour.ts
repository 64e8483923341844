import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { type World, EVER } from '../support/world.js';

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

/** Something of everything that a simulator remembers, in every state that it may be left in. */
export async function tour(world: World, webhookUrl: string): Promise<void> {
  const { control } = world;
  world.begin('2024-05-01T12:00:00-03:00');
  await world.ok('PUT', '/webhook/k@example.com', { webhookUrl: `${webhookUrl}?secret=s3` });
  await world.ok('PUT', '/webhook/gone@example.com', { webhookUrl });
  await world.ok('DELETE', '/webhook/gone@example.com');
  await world.ok('PUT', '/webhookrec', { webhookUrl });
  await world.ok('PUT', '/webhookcobr', { webhookUrl });
  await charges(world);
  await batches(world);
  await recurrences(world);
  control.clock.advance(3_600);
}

async function charges(world: World): Promise<void> {
  const { control } = world;
  const put = (body: object = COB) => world.ok('PUT', `/cob/${generateTxid()}`, body);
  await put();
  const { txid } = await put();
  await world.ok('PATCH', `/cob/${txid as string}`, { solicitacaoPagador: 'Outro texto' });
  await world.ok('PATCH', `/cob/${txid as string}`, { valor: { original: '38.00' } });
  const removed = await put();
  await world.ok('PATCH', `/cob/${removed.txid as string}`, {
    status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  });
  await control.removeByProvider((await put()).txid as string);
  const { id } = await world.ok('POST', '/loc', { tipoCob: 'cob' });
  const placed = await put({ ...COB, loc: { id } });
  await world.ok('PATCH', `/cob/${placed.txid as string}`, {
    loc: { id: (await world.ok('POST', '/loc', { tipoCob: 'cob' })).id },
  });
  await world.ok('DELETE', `/loc/${(await put()).loc.id as string}/txid`);
  const paid = await control.pay((await put()).txid as string, { infoPagador: 'Olá' });
  const refund = `/pix/${paid.endToEndId}/devolucao`;
  await world.ok('PUT', `${refund}/d1`, { valor: '1.00' });
  await world.ok('PUT', `${refund}/d2`, { valor: '2.00' });
  await control.settleRefund(paid.endToEndId, 'd2', 'NAO_REALIZADO');
  await control.payKey('k', { valor: '5.00' });

  const cobv = await world.ok('PUT', `/cobv/${generateTxid()}`, COBV);
  await world.ok('PATCH', `/cobv/${cobv.txid as string}`, { valor: { original: '130.00' } });
  const { txid: late } = await world.ok('PUT', `/cobv/${generateTxid()}`, COBV);
  await control.pay(late as string);
}

async function batches(world: World): Promise<void> {
  const cobsv = [COBV, { ...COBV, valor: { original: '0.00' } }].map((body) => ({
    ...body,
    txid: generateTxid(),
  }));
  await world.ok('PUT', '/lotecobv/1', { descricao: 'Lote', cobsv });
  world.settle();
  await world.ok('PATCH', '/lotecobv/1', {
    cobsv: [{ txid: cobsv[0]!.txid, valor: { original: '9.00' } }],
  });
  const waiting = [{ ...COBV, txid: generateTxid() }];
  await world.ok('PUT', '/lotecobv/2', { descricao: 'Na fila', cobsv: waiting });
}

async function recurrences(world: World): Promise<void> {
  const { control } = world;
  const rec = async (change: object = {}): Promise<Json> =>
    world.ok('POST', '/rec', {
      ...REC,
      calendario: { ...REC.calendario, dataInicial: '2024-05-10', periodicidade: 'SEMANAL' },
      valor: undefined,
      politicaRetentativa: 'PERMITE_3R_7D',
      ...change,
    });
  await rec();
  const { id } = await world.ok('POST', '/locrec', {});
  await rec({ loc: id });
  const { idRec } = await rec();
  const asked = await rec();
  await world.ok('POST', '/solicrec', {
    idRec: asked.idRec,
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
    world.ok('PUT', `/cobr/${generateTxid()}`, {
      ...COBR,
      idRec,
      calendario: { dataDeVencimento: day },
    });
  await cobr('2024-05-15');
  await cobr('2024-05-22');
  const canceled = await cobr('2024-05-29');
  await world.ok('PATCH', `/cobr/${canceled.txid as string}`, { status: 'CANCELADA' });
  world.at('2024-05-15', '12:00:00');
  await control.setFunds(idRec as string, false);
  world.at('2024-05-22', '00:00:01');
}

const LISTS = ['cob', 'cobv', 'lotecobv', 'loc', 'pix', 'webhook', 'rec', 'cobr', 'locrec'];

/** All that is to be seen of a simulator, but its addresses and what it was asked. */
export async function pictureOf(world: World): Promise<Record<string, Json>> {
  const picture: Record<string, Json> = {};
  for (const family of LISTS) {
    const page = await world.get(`/${family}?${EVER}`);
    delete page.parametros;
    picture[family] = page;
  }
  for (const { txid, revisao } of picture.cob.cobs as { txid: string; revisao: number }[]) {
    for (let number = 0; number <= revisao; number += 1) {
      picture[`${txid} ${number}`] = await world.get(`/cob/${txid}?revisao=${number}`);
    }
  }
  picture.webhookrec = await world.get('/webhookrec');
  picture.webhookcobr = await world.get('/webhookcobr');
  for (const path of ['/recs', '/deliveries', '/webhooks', '/charges']) {
    picture[path] = (await world.client.control('GET', `${path}?limit=1000`)).body;
  }
  return picture;
}
