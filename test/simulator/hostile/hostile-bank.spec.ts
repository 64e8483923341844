import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator, type HostileBehavior } from '../../../devkit/simulator/index.js';
import { generateTxid } from '../../../lib/index.js';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { EVER, SimulatorDriver } from '../support/simulator-driver.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const BEGIN = '2026-03-06T12:00:00Z';
const CHAVE = 'loja@example.com';
const COB = {
  valor: { original: '37.00' },
  chave: CHAVE,
  devedor: { cpf: '12345678909', nome: 'Maria' },
  solicitacaoPagador: 'Pedido 1234 da loja',
  infoAdicionais: [{ nome: 'Total da nota', valor: '37.00' }],
};

let bank: SimulatorDriver;

beforeAll(async () => {
  bank = await SimulatorDriver.start();
});

beforeEach(() => {
  bank.begin(BEGIN);
});

afterAll(() => bank.close());

const behave = (...behaviors: HostileBehavior[]) => bank.control.hostile.set(behaviors);

const putCob = (txid: string, body: object = COB) => bank.call('PUT', `/cob/${txid}`, body);

/** Creates a charge and pays it. */
async function payCob(): Promise<{ txid: string; endToEndId: string }> {
  const txid = generateTxid();
  await putCob(txid);
  const { endToEndId } = await bank.control.pay(txid);
  return { txid, endToEndId };
}

/** Creates an authorized recurrence and the body of a charge that is due on a Saturday. */
async function prepareCobr(): Promise<Json> {
  const { idRec } = await bank.ok('POST', '/rec', {
    ...REC,
    calendario: { dataInicial: '2026-03-06', periodicidade: 'MENSAL' },
  });
  await bank.control.approve(idRec as string);
  return {
    idRec,
    calendario: { dataDeVencimento: '2026-03-14' },
    valor: { original: '35.00' },
    ajusteDiaUtil: true,
    recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' },
  };
}

describe('strict-put', () => {
  it('refuses a used identifier with the problem of the specification, and changes nothing', async () => {
    const { txid, endToEndId } = await payCob();
    const refund = `/pix/${endToEndId}/devolucao/um`;
    await bank.ok('PUT', refund, { valor: '1.00' });
    behave('strict-put');

    for (const [path, body, type] of [
      [`/cob/${txid}`, COB, 'CobOperacaoInvalida'],
      [refund, { valor: '1.00' }, 'PixDevolucaoInvalida'],
    ] as const) {
      const answer = await bank.call('PUT', path, body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ type: expect.stringContaining(type), status: 400 });
    }
    expect(await bank.get(`/cob/${txid}`)).toMatchObject({ revisao: 0 });
  });

  it('accepts a new identifier, and what is not a creation', async () => {
    behave('strict-put');
    const txid = generateTxid();
    expect((await putCob(txid)).status).toBe(201);
    await bank.ok('PATCH', `/cob/${txid}`, { valor: { original: '38.00' } });
    const webhook = { webhookUrl: 'https://loja.example.com' };
    await bank.ok('PUT', `/webhook/${CHAVE}`, webhook);
    await bank.ok('PUT', `/webhook/${CHAVE}`, webhook);
  });
});

describe('repeated-writes', () => {
  it('returns the answer to the second delivery of a PUT', async () => {
    behave('repeated-writes', 'strict-put');
    const txid = generateTxid();
    expect((await putCob(txid)).status).toBe(400);
    expect(await bank.get(`/cob/${txid}`)).toMatchObject({ valor: { original: '37.00' } });
  });

  it('returns the answer to the second delivery of a DELETE', async () => {
    const webhook = `/webhook/${CHAVE}`;
    await bank.ok('PUT', webhook, { webhookUrl: 'https://loja.example.com' });
    behave('repeated-writes');
    expect((await bank.call('DELETE', webhook)).status).toBe(404);
    behave();
    expect((await bank.call('GET', webhook)).status).toBe(404);
  });

  it('delivers a POST once, as gateways do', async () => {
    behave('repeated-writes');
    await bank.ok('POST', '/cob', COB);
    expect((await bank.get(`/cob?${EVER}`)).cobs).toHaveLength(1);
  });
});

describe('denied-writes', () => {
  it('answers 401, 403 or 429 to a PUT, PATCH or DELETE that took effect', async () => {
    behave('denied-writes');
    const statuses = new Set<number>();
    for (let charge = 0; charge < 12; charge += 1) {
      const txid = generateTxid();
      const { status, body, headers } = await putCob(txid);
      statuses.add(status);
      expect(body).toMatchObject({ status });
      expect(headers['retry-after']).toBe(status === 429 ? '1' : undefined);
      expect(await bank.get(`/cob/${txid}`)).toMatchObject({ valor: { original: '37.00' } });
    }
    expect(statuses).toEqual(new Set([401, 403, 429]));
  });

  it('answers nothing else to a POST, and to a write that the bank refuses', async () => {
    behave('denied-writes');
    await bank.ok('POST', '/cob', COB);
    expect((await putCob(generateTxid(), { ...COB, valor: {} })).status).toBe(400);
  });
});

describe('lagging-reads', () => {
  /** Reads until every copy of the records has answered. */
  async function readAll(path: string): Promise<Json[]> {
    const answers = [];
    for (let read = 0; read < 40; read += 1) {
      const { status, body } = await bank.call('GET', path);
      answers.push(status === 200 ? body : status);
    }
    return answers;
  }

  it('shows an earlier revision, and the present one after 4 seconds', async () => {
    bank.control.clock.setRate(0);
    behave('lagging-reads');
    const txid = generateTxid();
    await putCob(txid);
    const statuses = await readAll(`/cob/${txid}`);
    expect(statuses).toContain(404);
    expect(statuses).toContainEqual(expect.objectContaining({ revisao: 0 }));

    bank.control.clock.advance(4);
    expect(await readAll(`/cob/${txid}`)).not.toContain(404);
    await bank.ok('PATCH', `/cob/${txid}`, { valor: { original: '50.00' } });
    bank.control.clock.advance(2.5);
    const read = (await readAll(`/cob/${txid}`)).map(({ revisao, valor }) => [
      revisao,
      valor.original,
    ]);
    expect(new Set(read.map(String))).toEqual(new Set(['0,37.00', '1,50.00']));

    bank.control.clock.advance(1.5);
    expect(new Set((await readAll(`/cob/${txid}`)).map(({ revisao }) => revisao))).toEqual(
      new Set([1]),
    );
  });

  it('keeps records together with those that they refer to', async () => {
    bank.control.clock.setRate(0);
    behave('lagging-reads');
    const { txid, endToEndId } = await payCob();
    await bank.ok('PUT', `/pix/${endToEndId}/devolucao/um`, { valor: '1.00' });
    bank.control.clock.advance(4);
    for (const { status, pix } of await readAll(`/cob/${txid}`)) {
      expect(status).toBe('CONCLUIDA');
      expect(pix).toMatchObject([{ endToEndId, devolucoes: [{ valor: '1.00' }] }]);
    }
  });

  it('shows a deleted registration for some time', async () => {
    bank.control.clock.setRate(0);
    const webhook = `/webhook/${CHAVE}`;
    await bank.ok('PUT', webhook, { webhookUrl: 'https://loja.example.com' });
    behave('lagging-reads');
    await bank.ok('DELETE', webhook);
    const statuses = (await readAll(webhook)).map((answer) => typeof answer);
    expect(new Set(statuses)).toEqual(new Set(['object', 'number']));
    bank.control.clock.advance(4);
    expect(new Set(await readAll(webhook))).toEqual(new Set([404]));
  });

  it('is the same for the same requests', async () => {
    const runs = [];
    for (let run = 0; run < 2; run += 1) {
      bank.begin(BEGIN);
      bank.control.clock.setRate(0);
      behave('lagging-reads');
      await putCob('a'.repeat(26));
      const answers = await readAll(`/cob/${'a'.repeat(26)}`);
      runs.push(answers.map((answer) => (answer === 404 ? 404 : 200)));
    }
    expect(runs[0]).toEqual(runs[1]);
  });

  it('begins with the present records, and without any after a reset', async () => {
    const { txid } = await payCob();
    behave('lagging-reads');
    for (const { status } of await readAll(`/cob/${txid}`)) expect(status).toBe('CONCLUIDA');
    bank.control.reset();
    bank.client.forgetToken();
    behave('lagging-reads');
    expect(new Set(await readAll(`/cob/${txid}`))).toEqual(new Set([404]));
  });
});

describe('short-lists', () => {
  it('removes the last item, and the number of pages where others follow', async () => {
    for (let charge = 0; charge < 3; charge += 1) await putCob(generateTxid());
    behave('short-lists');
    const page = (number: number) =>
      bank.get(`/cob?${EVER}&paginacao.itensPorPagina=2&paginacao.paginaAtual=${number}`);

    const first = await page(0);
    expect(first.cobs).toHaveLength(2);
    expect(first.parametros.paginacao).toEqual({
      paginaAtual: 0,
      itensPorPagina: 2,
      quantidadeTotalDeItens: 3,
    });
    const last = await page(1);
    expect(last.cobs).toHaveLength(0);
    expect(last.parametros.paginacao).toMatchObject({ quantidadeDePaginas: 2 });
  });

  it('applies to a share of the lists', async () => {
    await putCob(generateTxid());
    behave({ kind: 'short-lists', rate: 0.5 });
    const counts = new Set<number>();
    for (let read = 0; read < 20; read += 1) {
      counts.add((await bank.get(`/cob?${EVER}`)).cobs.length as number);
    }
    expect(counts).toEqual(new Set([0, 1]));
  });
});

describe('moved-due-dates', () => {
  it('shows the working day of a recurring charge that asked for it', async () => {
    const body = await prepareCobr();
    behave('moved-due-dates');
    const txid = generateTxid();
    const created = await bank.ok('PUT', `/cobr/${txid}`, body);
    expect(created.calendario.dataDeVencimento).toBe('2026-03-16');
    expect((await bank.get(`/cobr?${EVER}`)).cobsr[0].calendario.dataDeVencimento).toBe(
      '2026-03-16',
    );
    behave();
    expect((await bank.get(`/cobr/${txid}`)).calendario.dataDeVencimento).toBe('2026-03-14');
  });

  it('leaves other charges as they are', async () => {
    const body = { ...(await prepareCobr()), ajusteDiaUtil: false };
    behave('moved-due-dates');
    const created = await bank.ok('PUT', `/cobr/${generateTxid()}`, body);
    expect(created.calendario.dataDeVencimento).toBe('2026-03-14');
  });
});

describe('minimal-fields', () => {
  it('returns the required fields and the code to pay', async () => {
    behave('minimal-fields');
    const txid = generateTxid();
    const created = (await putCob(txid)).body;
    expect(created).toEqual({
      txid,
      calendario: { criacao: expect.any(String), expiracao: 86_400 },
      revisao: 0,
      status: 'ATIVA',
      valor: { original: '37.00' },
      chave: CHAVE,
      pixCopiaECola: expect.any(String),
    });
    expect(await bank.get(`/cob/${txid}`)).toEqual(created);
    const list = await bank.get(`/cob?${EVER}`);
    expect(list).toEqual({ parametros: expect.any(Object), cobs: [created] });
  });

  it('returns a refund without its text', async () => {
    const { endToEndId } = await payCob();
    behave('minimal-fields');
    const body = { valor: '1.00', descricao: 'Produto devolvido' };
    const refund = await bank.ok('PUT', `/pix/${endToEndId}/devolucao/um`, body);
    expect(Object.keys(refund).sort()).toEqual(['horario', 'id', 'rtrId', 'status', 'valor']);
  });

  it('leaves problems as they are', async () => {
    behave('minimal-fields');
    const { body } = await bank.call('GET', `/cob/${generateTxid()}`);
    expect(body).toMatchObject({ title: expect.any(String), detail: expect.any(String) });
  });
});

describe('altered-texts', () => {
  it('cuts texts and replaces names, and does not touch money', async () => {
    behave('altered-texts');
    expect((await putCob(generateTxid())).body).toMatchObject({
      valor: { original: '37.00' },
      chave: CHAVE,
      devedor: { cpf: '12345678909', nome: 'NOME NO CADASTRO DO BANCO' },
      solicitacaoPagador: 'Pedido 123',
      infoAdicionais: [{ nome: 'Total da n', valor: '37.00' }],
    });
  });
});

describe('number-amounts', () => {
  it('sends amounts as JSON numbers, and texts as texts', async () => {
    behave('number-amounts');
    const created = (await putCob(generateTxid())).body;
    expect(created.valor).toEqual({ original: 37 });
    expect(created.infoAdicionais).toEqual(COB.infoAdicionais);
    expect(created.txid).toEqual(expect.any(String));
  });
});

describe('notifications', () => {
  it('are altered as responses are', async () => {
    const receiver = await WebhookReceiver.start(bank.simulator);
    try {
      await bank.ok('PUT', `/webhook/${CHAVE}`, { webhookUrl: receiver.url });
      behave('minimal-fields', 'number-amounts', 'short-lists');
      const txid = generateTxid();
      await putCob(txid);
      const { endToEndId } = await bank.control.pay(txid);
      await bank.control.idle();
      const [delivery] = bank.control.deliveries;
      expect(delivery?.body).toEqual({
        pix: [{ endToEndId, txid, valor: 37, horario: expect.any(String) }],
      });
    } finally {
      await receiver.close();
    }
  });
});

describe('the option and the control API', () => {
  it('apply from the start and after a reset', async () => {
    const own = await SimulatorDriver.start({ hostile: ['number-amounts'] });
    try {
      const original = async () =>
        (await own.ok('PUT', `/cob/${generateTxid()}`, COB)).valor.original as unknown;
      expect(await original()).toBe(37);
      own.control.hostile.set([]);
      expect(await original()).toBe('37.00');
      own.control.reset();
      own.client.forgetToken();
      expect(await original()).toBe(37);
    } finally {
      await own.close();
    }
  });

  it('replace and list the behaviors over HTTP', async () => {
    const hostile = ['strict-put', { kind: 'short-lists', rate: 0.5 }];
    const expected = { hostile: [{ kind: 'strict-put' }, { kind: 'short-lists', rate: 0.5 }] };
    expect((await bank.client.control('PUT', '/hostile', { hostile })).body).toEqual(expected);
    expect((await bank.client.control('GET', '/hostile')).body).toEqual(expected);
    await bank.client.control('PUT', '/hostile', { hostile: [] });
    expect(bank.control.hostile.isEmpty).toBe(true);
  });

  it.each([[undefined], ['strict-put'], [['kind']], [[{ kind: 'strict-put', rate: 2 }]], [[null]]])(
    'refuse %j',
    async (hostile) => {
      const { status, body } = await bank.client.control('PUT', '/hostile', { hostile });
      expect(status).toBe(400);
      expect(body.violacoes[0].propriedade).toMatch(/^hostile/);
      await expect(
        PixSimulator.start({ hostile: (hostile ?? null) as HostileBehavior[] }),
      ).rejects.toThrow('hostile');
    },
  );
});
