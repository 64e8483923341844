import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeBrCode } from '../../../lib/brcode/index.js';
import { generateIdRec, generateTxid, parseIdRec } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';
import { EVER, SimulatorDriver } from '../support/simulator-driver.js';

const NOWHERE = `RN9999999920240410${'x'.repeat(11)}`;
const FULL = { ...REC, calendario: { ...REC.calendario, dataInicial: '2024-05-01' } };
const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };
const COBV = {
  calendario: { dataDeVencimento: '2024-04-15' },
  devedor: { cpf: '12345678909', nome: 'Fulano de Tal' },
  valor: { original: '37.00' },
  chave: 'k@example.com',
};

describe('simulator, recurrences', () => {
  let driver: SimulatorDriver;

  beforeAll(async () => {
    driver = await SimulatorDriver.start({ convenios: ['Master'] });
  });
  beforeEach(() => driver.begin('2024-04-10T12:00:00-03:00'));
  afterAll(() => driver.close());

  const newRec = (body: object = {}): Promise<Json> =>
    driver.ok('POST', '/rec', { ...FULL, ...body }, 201);
  const newLoc = (): Promise<Json> => driver.ok('POST', '/locrec', undefined, 201);
  const patch = (rec: Json, body: object) => driver.call('PATCH', `/rec/${rec.idRec}`, body);
  const read = (rec: Json): Promise<Json> => driver.get(`/rec/${rec.idRec as string}`);

  it('are created CRIADA with an identifier of the provider, before their journey', async () => {
    const rec = await newRec({ recebedor: { convenio: 'Master' } });
    expect(rec).toEqual({
      ...FULL,
      idRec: expect.any(String),
      recebedor: { cnpj: '12345678000195', nome: 'Loja Simulada', convenio: 'Master' },
      status: 'CRIADA',
      ativacao: { tipoJornada: 'AGUARDANDO_DEFINICAO' },
      atualizacao: [{ status: 'CRIADA', data: expect.stringMatching(/^2024-04-10T15:/) }],
    });
    expect(parseIdRec(rec.idRec as string)).toMatchObject({
      politicaRetentativa: 'NAO_PERMITE',
      ispb: '99999999',
      creationDate: '2024-04-10',
    });
    expect(await read(rec)).toEqual({ ...rec, solicitacao: [] });
    const retried = await newRec({ politicaRetentativa: 'PERMITE_3R_7D' });
    expect(retried.idRec).toMatch(/^RR/);
  });

  it.each([
    ['vinculo.contrato', { vinculo: { devedor: FULL.vinculo.devedor } }],
    ['calendario.dataInicial', { calendario: { ...FULL.calendario, dataInicial: '2024-04-09' } }],
    ['calendario.dataFinal', { calendario: { ...FULL.calendario, dataFinal: '2024-04-30' } }],
    ['calendario.periodicidade', { calendario: { ...FULL.calendario, periodicidade: 'DIARIA' } }],
    ['valor.valorRec', { valor: { valorRec: '35' } }],
    ['valor.valorMinimoRecebedor', { valor: { valorRec: '35.00', valorMinimoRecebedor: '5.00' } }],
    ['politicaRetentativa', { politicaRetentativa: 'SEMPRE' }],
    ['recebedor.convenio', { recebedor: { convenio: 'x'.repeat(61) } }],
    ['recebedor.convenio', { recebedor: { convenio: 'Outro' } }],
    ['loc', { loc: 999_999 }],
  ])('RecOperacaoInvalida: reports rec.%s', async (path, change) => {
    const response = await driver.call('POST', '/rec', { ...FULL, ...change });
    expectProblem(response, 400, 'RecOperacaoInvalida', [`rec.${path}`]);
  });

  it('creates a recurrence with the identifier that the receiver sends', async () => {
    const idRec = generateIdRec({ ispb: '12345678', politicaRetentativa: 'NAO_PERMITE' });
    expect((await newRec({ idRec })).idRec).toBe(idRec);
    expect(await driver.get(`/rec/${idRec}`)).toMatchObject({ idRec, status: 'CRIADA' });
  });

  it('refuses an identifier that is used, and changes nothing', async () => {
    const { idRec } = await newRec();
    const vinculo = { ...FULL.vinculo, contrato: 'outro' };
    const again = await driver.call('POST', '/rec', { ...FULL, idRec, vinculo });
    expectProblem(again, 400, 'RecOperacaoInvalida', ['rec.idRec']);
    const { vinculo: kept } = await driver.get(`/rec/${idRec as string}`);
    expect(kept.contrato).toBe(FULL.vinculo.contrato);
  });

  it.each([
    [
      'of another policy',
      generateIdRec({ ispb: '12345678', politicaRetentativa: 'PERMITE_3R_7D' }),
    ],
    ['that is too short', 'RN1'],
  ])('refuses an identifier %s', async (_, idRec) => {
    const response = await driver.call('POST', '/rec', { ...FULL, idRec });
    expectProblem(response, 400, 'RecOperacaoInvalida', ['rec.idRec']);
  });

  it('RecOperacaoInvalida: refuses a location of another recurrence', async () => {
    const loc = await newLoc();
    await newRec({ loc: loc.id });
    const response = await driver.call('POST', '/rec', { ...FULL, loc: loc.id });
    expectProblem(response, 400, 'RecOperacaoInvalida', ['rec.loc']);
  });

  it('RecNaoEncontrada: is returned for an idRec without a recurrence', async () => {
    expectProblem(await driver.call('GET', `/rec/${NOWHERE}`), 404, 'RecNaoEncontrada');
    expectProblem(await driver.call('PATCH', `/rec/${NOWHERE}`, {}), 404, 'RecNaoEncontrada');
    await expect(driver.control.approve(NOWHERE)).rejects.toMatchObject({
      problem: 'RecNaoEncontrada',
    });
  });

  describe('PATCH /rec/{idRec}', () => {
    it('changes name, start, location and first charge while CRIADA', async () => {
      const [one, other] = [await newLoc(), await newLoc()];
      const rec = await newRec({ loc: one.id });
      const txid = generateTxid();
      const { status, body } = await patch(rec, {
        vinculo: { devedor: { nome: 'Outro Nome' } },
        calendario: { dataInicial: '2024-06-01' },
        loc: other.id,
        ativacao: { dadosJornada: { txid } },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        vinculo: { devedor: { cpf: '12345678909', nome: 'Outro Nome' } },
        calendario: { ...FULL.calendario, dataInicial: '2024-06-01' },
        loc: { id: other.id, idRec: rec.idRec },
        ativacao: { tipoJornada: 'AGUARDANDO_DEFINICAO', dadosJornada: { txid } },
      });
      expect(await driver.get(`/locrec/${one.id as number}`)).not.toHaveProperty('idRec');
    });

    it('RecOperacaoInvalida: refuses location and start once APROVADA, and every change after the end', async () => {
      const rec = await newRec();
      await driver.control.approve(rec.idRec as string);
      const { id } = await newLoc();
      const fixed = await patch(rec, { loc: id, calendario: { dataInicial: '2024-06-01' } });
      expectProblem(fixed, 400, 'RecOperacaoInvalida', ['rec.calendario.dataInicial', 'rec.loc']);
      expect((await patch(rec, { vinculo: { devedor: { nome: 'N' } } })).status).toBe(200);
      expect((await patch(rec, { status: 'CANCELADA' })).status).toBe(200);
      const over = await patch(rec, { ativacao: { dadosJornada: { txid: generateTxid() } } });
      expectProblem(over, 400, 'RecOperacaoInvalida', ['rec.status']);
    });

    it.each(['JORNADA_1', 'JORNADA_2', 'JORNADA_4'] as const)(
      'schema RecAtivacao: removes the first charge when the journey is %s',
      async (jornada) => {
        const rec = await newRec();
        await driver.control.approve(rec.idRec as string, { jornada });
        const { status, body } = await patch(rec, {
          ativacao: { dadosJornada: { txid: generateTxid() } },
        });
        expect(status).toBe(200);
        expect(body.ativacao).toEqual({ tipoJornada: jornada });
      },
    );

    it.each([
      ['rec.status', { status: 'APROVADA' }],
      ['rec.loc', { loc: 999_999 }],
      ['rec.calendario.dataInicial', { calendario: { dataInicial: '2024-04-09' } }],
      ['rec.calendario.dataFinal', { calendario: { dataInicial: '2099-04-02' } }],
    ])('RecOperacaoInvalida: reports %s', async (propriedade, body) => {
      const response = await patch(await newRec(), body);
      expectProblem(response, 400, 'RecOperacaoInvalida', [propriedade]);
    });

    it('cancels the recurrence and its future charges with the status CANCELADA', async () => {
      const rec = await newRec();
      await driver.control.approve(rec.idRec as string);
      driver.at('2024-05-10');
      const cobr = await driver.ok('POST', '/cobr', {
        idRec: rec.idRec,
        calendario: { dataDeVencimento: '2024-05-15' },
        valor: { original: '35.00' },
        ajusteDiaUtil: true,
        recebedor: { conta: '1', tipoConta: 'CORRENTE' },
      });
      const { body } = await patch(rec, { status: 'CANCELADA' });
      expect(body).toMatchObject({
        status: 'CANCELADA',
        encerramento: { cancelamento: { solicitante: 'USUARIO_RECEBEDOR', codigo: 'SLCR' } },
      });
      expect(body.atualizacao.map(({ status }: Json) => status as string)).toEqual([
        'CRIADA',
        'APROVADA',
        'CANCELADA',
      ]);
      expect(await driver.get(`/cobr/${cobr.txid as string}`)).toMatchObject({
        status: 'CANCELADA',
        encerramento: { cancelamento: { solicitante: 'USUARIO_RECEBEDOR', codigo: 'CCLD' } },
      });
    });
  });

  describe('journeys', () => {
    it('journey 2: the payer reads the code of only the recurrence', async () => {
      const { id } = await newLoc();
      const rec = await newRec({ loc: id, ativacao: { dadosJornada: { txid: generateTxid() } } });
      const { dadosQR } = await read(rec);
      expect(dadosQR.jornada).toBe('JORNADA_2');
      const code = decodeBrCode(dadosQR.pixCopiaECola as string);
      expect(code).toMatchObject({ recLocation: rec.loc.location });
      expect(code).not.toHaveProperty('location');
      await expect(driver.control.payBrCode(dadosQR.pixCopiaECola as string)).rejects.toMatchObject(
        {
          problem: 'PagamentoRecusado',
        },
      );
      await driver.control.approve(dadosQR.pixCopiaECola as string);
      expect(await read(rec)).toMatchObject({
        status: 'APROVADA',
        // Removed, because only the third journey has a first charge.
        ativacao: { tipoJornada: 'JORNADA_2' },
        pagador: { cpf: '12345678909', ispbParticipante: '99999999', codMun: '3550308' },
      });
      expect((await read(rec)).ativacao).not.toHaveProperty('dadosJornada');
    });

    it('journey 3: the payer pays an immediate charge, which authorizes the recurrence', async () => {
      const { txid } = await driver.ok('PUT', `/cob/${generateTxid()}`, COB);
      const { id } = await newLoc();
      const rec = await newRec({ loc: id, ativacao: { dadosJornada: { txid } } });
      const { dadosQR } = await driver.get(`/rec/${rec.idRec as string}?txid=${txid as string}`);
      expect(dadosQR.jornada).toBe('JORNADA_3');
      const pix = await driver.control.payBrCode(dadosQR.pixCopiaECola as string);
      expect(pix.txid).toBe(txid);
      expect((await driver.get(`/cob/${txid as string}`)).status).toBe('CONCLUIDA');
      expect(await read(rec)).toMatchObject({
        status: 'APROVADA',
        ativacao: { tipoJornada: 'JORNADA_3', dadosJornada: { txid } },
      });
    });

    it('journey 3: approval by control pays the charge in dadosJornada, and requires one', async () => {
      const bare = await newRec();
      await expect(
        driver.control.approve(bare.idRec as string, { jornada: 'JORNADA_3' }),
      ).rejects.toMatchObject({ problem: 'AutorizacaoRecusada' });
      const { txid } = await driver.ok('PUT', `/cob/${generateTxid()}`, COB);
      const rec = await newRec({ ativacao: { dadosJornada: { txid } } });
      await driver.control.approve(rec.idRec as string, { jornada: 'JORNADA_3' });
      expect((await driver.get(`/cob/${txid as string}`)).status).toBe('CONCLUIDA');
    });

    it('journey 3: is refused when the charge was removed', async () => {
      const { txid } = await driver.ok('PUT', `/cob/${generateTxid()}`, COB);
      const rec = await newRec({ ativacao: { dadosJornada: { txid } } });
      await driver.control.removeByProvider(txid as string);
      await expect(
        driver.control.approve(rec.idRec as string, { jornada: 'JORNADA_3' }),
      ).rejects.toMatchObject({ problem: 'PagamentoRecusado' });
      expect((await read(rec)).status).toBe('CRIADA');
    });

    it('journey 4: the payer pays a due-date charge, and may authorize the recurrence', async () => {
      const { txid } = await driver.ok('PUT', `/cobv/${generateTxid()}`, COBV);
      const { id } = await newLoc();
      const rec = await newRec({ loc: id });
      const { dadosQR } = await driver.get(`/rec/${rec.idRec as string}?txid=${txid as string}`);
      expect(dadosQR.jornada).toBe('JORNADA_4');
      const text = dadosQR.pixCopiaECola as string;
      await driver.control.payBrCode(text, { autorizar: false });
      expect((await read(rec)).status).toBe('CRIADA');
      await driver.control.approve(text);
      expect(await read(rec)).toMatchObject({
        status: 'APROVADA',
        ativacao: { tipoJornada: 'JORNADA_4' },
      });
    });

    it('journey 4: the composite code of a due-date charge pays and authorizes at once', async () => {
      const { txid } = await driver.ok('PUT', `/cobv/${generateTxid()}`, COBV);
      const rec = await newRec({ loc: (await newLoc()).id });
      const { dadosQR } = await driver.get(`/rec/${rec.idRec as string}?txid=${txid as string}`);
      await driver.control.payBrCode(dadosQR.pixCopiaECola as string);
      expect((await read(rec)).ativacao.tipoJornada).toBe('JORNADA_4');
    });

    it('journey dadosQR is absent until every location of the code exists', async () => {
      const { txid, loc } = await driver.ok('PUT', `/cob/${generateTxid()}`, COB);
      const bare = await newRec();
      expect(await read(bare)).not.toHaveProperty('dadosQR');
      const rec = await newRec({ loc: (await newLoc()).id });
      await driver.ok('DELETE', `/loc/${loc.id as number}/txid`);
      const path = `/rec/${rec.idRec as string}?txid=${txid as string}`;
      expect(await driver.get(path)).not.toHaveProperty('dadosQR');
    });

    it('journey RecConsultaInvalida: for a charge that does not belong to the recurrence', async () => {
      const { txid: cob } = await driver.ok('PUT', `/cob/${generateTxid()}`, COB);
      const { txid: cobv } = await driver.ok('PUT', `/cobv/${generateTxid()}`, COBV);
      const rec = await newRec({ ativacao: { dadosJornada: { txid: generateTxid() } } });
      const get = (txid: unknown) =>
        driver.call('GET', `/rec/${rec.idRec as string}?txid=${txid as string}`);
      for (const txid of [generateTxid(), cob]) {
        expectProblem(await get(txid), 400, 'RecConsultaInvalida', ['txid']);
      }
      expect((await get(cobv)).status).toBe(200);
      await driver.control.approve(rec.idRec as string, { jornada: 'JORNADA_2' });
      expectProblem(await get(cobv), 400, 'RecConsultaInvalida', ['txid']);
    });
  });

  describe('payers of recurrences', () => {
    it('reject a recurrence, which is then REJEITADA with the reason', async () => {
      const rec = await newRec();
      await driver.control.reject(rec.idRec as string, { codigo: 'AP14' });
      expect(await read(rec)).toMatchObject({
        status: 'REJEITADA',
        encerramento: { rejeicao: { codigo: 'AP14', descricao: expect.any(String) } },
      });
      for (const again of [driver.control.approve, driver.control.reject]) {
        await expect(again.call(driver.control, rec.idRec as string)).rejects.toMatchObject({
          problem: 'AutorizacaoRecusada',
        });
      }
    });

    it('cancel a recurrence, which is then CANCELADA with requester and reason', async () => {
      const rec = await newRec();
      await driver.control.approve(rec.idRec as string);
      await driver.control.cancelByPayer(rec.idRec as string, {
        solicitante: 'PSP_PAGADOR',
        codigo: 'ACCL',
      });
      expect(await read(rec)).toMatchObject({
        status: 'CANCELADA',
        encerramento: { cancelamento: { solicitante: 'PSP_PAGADOR', codigo: 'ACCL' } },
      });
      await expect(driver.control.cancelByPayer(rec.idRec as string)).rejects.toMatchObject({
        problem: 'AutorizacaoRecusada',
      });
      await expect(driver.control.cancelByPayer(NOWHERE)).rejects.toMatchObject({
        problem: 'CobRNaoEncontrado',
      });
    });

    it('give a reason within the length of schema RecEncerramento', async () => {
      const rec = await newRec();
      const descricao = 'd'.repeat(401);
      for (const end of ['reject', 'cancelByPayer'] as const) {
        await expect(driver.control[end](rec.idRec as string, { descricao })).rejects.toMatchObject(
          {
            problem: 'RequisicaoInvalida',
            body: { violacoes: [{ propriedade: 'descricao' }] },
          },
        );
      }
      expect((await read(rec)).status).toBe('CRIADA');
    });

    it('set a limit not below valorMinimoRecebedor', async () => {
      const rec = await newRec({ valor: { valorMinimoRecebedor: '50.00' } });
      const approve = (valorMaximo: string) =>
        driver.control.approve(rec.idRec as string, { valorMaximo });
      await expect(approve('49.99')).rejects.toMatchObject({ problem: 'AutorizacaoRecusada' });
      await expect(approve('50')).rejects.toMatchObject({ problem: 'RequisicaoInvalida' });
      await approve('50.00');
    });
  });

  it('are EXPIRADA from the day after the last one, authorized or not', async () => {
    const calendario = { ...FULL.calendario, dataFinal: '2024-05-05' };
    const [open, approved] = [await newRec({ calendario }), await newRec({ calendario })];
    await driver.control.approve(approved.idRec as string);
    driver.at('2024-05-05', '23:59:58');
    expect((await read(approved)).status).toBe('APROVADA');
    driver.control.clock.advance(5);
    for (const rec of [open, approved]) {
      const { status, atualizacao } = await read(rec);
      expect(status).toBe('EXPIRADA');
      expect(atualizacao.at(-1).data).toBe('2024-05-06T03:00:00.000Z');
    }
  });

  it('are listed by debtor, status, location and agreement', async () => {
    const devedor = { cnpj: '12345678000195', nome: 'Empresa SA' };
    await newRec({ loc: (await newLoc()).id });
    await newRec({ vinculo: { ...FULL.vinculo, devedor }, recebedor: { convenio: 'Master' } });
    const list = async (filter: string) => {
      const { recs, parametros } = await driver.get(`/rec?${EVER}${filter}`);
      return [recs.length, parametros] as const;
    };
    expect((await list(''))[0]).toBe(2);
    expect((await list('&cpf=12345678909'))[0]).toBe(1);
    expect((await list('&cnpj=12345678000195&status=CRIADA'))[0]).toBe(1);
    expect((await list('&locationPresente=true'))[0]).toBe(1);
    expect((await list('&locationPresente=false'))[0]).toBe(1);
    const [count, parametros] = await list('&convenio=Master');
    expect(count).toBe(1);
    expect(parametros.recebedor).toEqual({ convenio: 'Master' });
    const both = await driver.call('GET', `/rec?${EVER}&cpf=12345678909&cnpj=12345678000195`);
    expectProblem(both, 400, 'RecConsultaInvalida', ['cnpj']);
  });
});

describe('simulator, locations of recurrences', () => {
  let driver: SimulatorDriver;

  beforeAll(async () => {
    driver = await SimulatorDriver.start();
  });
  afterAll(() => driver.close());

  it('are created, listed by use and agreement, and unlinked from a recurrence', async () => {
    driver.begin('2024-04-10T12:00:00-03:00');
    const loc = await driver.ok('POST', '/locrec', undefined, 201);
    expect(loc).toEqual({
      id: expect.any(Number),
      location: expect.stringMatching(/\/qr\/v2\/rec\/[0-9a-f]{32}$/),
      criacao: expect.stringMatching(/^2024-04-10T15:/),
    });
    const another = await driver.call('POST', '/locrec');
    expect(another.headers.location).toBe(
      `${driver.simulator.url}/locrec/${another.body.id as number}`,
    );
    const recebedor = { convenio: 'Master' };
    const rec = await driver.ok('POST', '/rec', { ...FULL, loc: loc.id, recebedor });
    expect(rec.loc).toEqual({ ...loc, idRec: rec.idRec });
    const total = async (filter: string) =>
      (await driver.get(`/locrec?${EVER}${filter}`)).loc.length as number;
    expect(await total('')).toBe(2);
    expect(await total('&idRecPresente=true')).toBe(1);
    expect(await total('&idRecPresente=false')).toBe(1);
    expect(await total('&convenio=Master')).toBe(1);
    expect(await total('&convenio=Outro')).toBe(0);

    const path = `/locrec/${loc.id as number}`;
    expect(await driver.ok('DELETE', `${path}/idRec`, undefined, 200)).toEqual(loc);
    expect(await driver.get(path)).toEqual(loc);
    expect(await driver.get(`/rec/${rec.idRec as string}`)).not.toHaveProperty('loc');
  });

  it('answer PayloadLocationRecNaoEncontrado and …ConsultaInvalida', async () => {
    for (const [method, path] of [
      ['GET', '/locrec/999999'],
      ['DELETE', '/locrec/999999/idRec'],
    ] as const) {
      expectProblem(await driver.call(method, path), 404, 'PayloadLocationRecNaoEncontrado');
    }
    const wrong = await driver.call('GET', `/locrec?${EVER}&idRecPresente=talvez`);
    expectProblem(wrong, 400, 'PayloadLocationRecConsultaInvalida', ['idRecPresente']);
    const id = await driver.call('GET', '/locrec/abc');
    expectProblem(id, 400, 'PayloadLocationRecConsultaInvalida', ['id']);
  });
});
