import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createPixClient, type CobVSolicitada, type PixClient } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);

/** The charge of bacen/pix-api#408, which was created on 6 May 2021. */
const CHARGE: CobVSolicitada = {
  calendario: { dataDeVencimento: '2021-07-05' },
  devedor: { cpf: '12345678909', nome: 'João Souza' },
  valor: { original: '123.45', desconto: { modalidade: 6, valorPerc: '10.00' } },
  chave: 'pix@example.com',
};

describe('a charge that falls to one cent', () => {
  let provider: ScriptedProvider;
  let client: PixClient;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    provider.requests.length = 0;
    provider.tokenRequests.length = 0;
    await client.close();
  });

  afterAll(() => provider.close());

  /** Opens a client whose day is that of Brazil: the instant is 7 May in UTC. */
  async function open(options: object = {}): Promise<PixClient> {
    // The certificate of the test is of today.
    client = await createPixClient(provider.options(options));
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2021-05-07T02:30:00Z'));
    return client;
  }

  const refusal = (propriedade: string, day: string) => ({
    name: 'ValidationError',
    field: propriedade,
    violacoes: [
      {
        propriedade,
        razao: `${propriedade} deixa a cobrança em R$ 0,01 para quem paga em ${day}. Para enviá-la assim, use allowOneCent: true`,
      },
    ],
  });

  it('is refused with the day, before the token request', async () => {
    const { cobV } = await open();
    await expect(cobV.createWithTxid(TXID, CHARGE)).rejects.toMatchObject(
      refusal('valor.desconto', '2021-05-06'),
    );
    expect(provider.tokenRequests).toEqual([]);
    expect(provider.requests).toEqual([]);
  });

  it('is sent with allowOneCent, and without validation', async () => {
    const { cobV } = await open();
    await cobV.createWithTxid(TXID, CHARGE, { allowOneCent: true });
    await client.close();
    jest.restoreAllMocks();
    await (await open({ validate: false })).cobV.createWithTxid(TXID, CHARGE);
    expect(provider.requests.map(({ body }) => JSON.parse(body))).toEqual([CHARGE, CHARGE]);
  });

  it('is sent if its discount no longer reaches it, or if it cannot be paid', async () => {
    const { cobV } = await open();
    // 7, 10, 11, 12 and 13 May: 50 %.
    const soon = { ...CHARGE, calendario: { dataDeVencimento: '2021-05-13' } };
    await cobV.createWithTxid(TXID, soon);
    const past = { ...CHARGE, calendario: { dataDeVencimento: '2021-04-01' } };
    const reached = { ...past, valor: { ...CHARGE.valor, ...rebate('123.44') } };
    await cobV.createWithTxid(TXID, reached);
    expect(provider.requests).toHaveLength(2);
  });

  const rebate = (valorPerc: string) => ({ abatimento: { modalidade: 1, valorPerc } });

  it('is refused in a revision, as far as its body tells', async () => {
    const { cobV } = await open();
    const { valor, calendario } = CHARGE;
    await expect(cobV.revise(TXID, { valor, calendario })).rejects.toMatchObject(
      refusal('valor.desconto', '2021-05-06'),
    );
    await expect(
      cobV.revise(TXID, { valor: { original: '123.45', ...rebate('123.44') } }),
    ).rejects.toMatchObject(refusal('valor.abatimento', '2021-05-06'));
    const dates = [
      { data: '2021-06-11', valorPerc: '1.00' },
      { data: '2021-06-20', valorPerc: '100.00' },
    ];
    const desconto = { modalidade: 1, descontoDataFixa: dates };
    await expect(
      cobV.revise(TXID, { valor: { original: '123.45', ...rebate('23.45'), desconto } }),
    ).rejects.toMatchObject(refusal('valor.desconto', '2021-06-12'));
    // The due date, or the amount, is in the record only.
    await cobV.revise(TXID, { valor });
    await cobV.revise(TXID, { valor: { desconto: valor.desconto! }, calendario });
    expect(provider.requests).toHaveLength(2);
  });

  it('is refused in a batch, with its index', async () => {
    const { loteCobV } = await open();
    const cobsv = [
      { ...CHARGE, txid: TXID, valor: { original: '123.45' } },
      { ...CHARGE, txid: 'b'.repeat(26) },
    ];
    const refused = refusal('cobsv[1].valor.desconto', '2021-05-06');
    await expect(loteCobV.create('lote-1', { descricao: 'x', cobsv })).rejects.toMatchObject(
      refused,
    );
    await expect(loteCobV.revise('lote-1', { cobsv })).rejects.toMatchObject(refused);
    const options = { allowOneCent: true, retry: false } as const;
    await loteCobV.create('lote-1', { descricao: 'x', cobsv }, options);
    expect(provider.requests).toHaveLength(1);
  });

  it('refuses an option of another type', async () => {
    const { cobV } = await open();
    const options = { allowOneCent: 'false' as never };
    await expect(cobV.createWithTxid(TXID, CHARGE, options)).rejects.toThrow('allowOneCent');
  });
});
