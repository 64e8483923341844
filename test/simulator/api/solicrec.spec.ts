import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';
import { SimulatorDriver } from '../support/simulator-driver.js';

const NOWHERE = `SC9999999920240410${'x'.repeat(11)}`;
const DESTINATARIO = {
  agencia: '2569',
  conta: '550689',
  cpf: '15231470190',
  ispbParticipante: '91193552',
};
const EXPIRY = '2024-04-20T12:00:00-03:00';

describe('simulator, requests to confirm a recurrence', () => {
  let driver: SimulatorDriver;
  let rec: Json;

  beforeAll(async () => {
    driver = await SimulatorDriver.start({ processingDelay: 60_000 });
  });
  beforeEach(async () => {
    driver.begin('2024-04-10T12:00:00-03:00');
    rec = await driver.ok('POST', '/rec', REC);
  });
  afterAll(() => driver.close());

  const body = (change: object = {}) => ({
    idRec: rec.idRec,
    calendario: { dataExpiracaoSolicitacao: EXPIRY },
    destinatario: DESTINATARIO,
    ...change,
  });
  const created = (change: object = {}): Promise<Json> =>
    driver.ok('POST', '/solicrec', body(change), 201);
  const read = ({ idSolicRec }: Json): Promise<Json> =>
    driver.get(`/solicrec/${idSolicRec as string}`);
  const readRec = (): Promise<Json> => driver.get(`/rec/${rec.idRec as string}`);
  const history = ({ atualizacao }: Json) =>
    atualizacao.map(({ status }: Json) => status as string);

  it('are created CRIADA, with the recurrence as the payer sees it', async () => {
    const request = await created();
    expect(request).toEqual({
      ...body(),
      idSolicRec: expect.stringMatching(/^SC9999999920240410[a-zA-Z0-9]{11}$/),
      status: 'CRIADA',
      atualizacao: [{ status: 'CRIADA', data: expect.stringMatching(/^2024-04-10T15:/) }],
      recPayload: {
        idRec: rec.idRec,
        ...REC,
        recebedor: { cnpj: '12345678000195', nome: 'Loja Simulada', ispbParticipante: '99999999' },
        atualizacao: rec.atualizacao,
      },
    });
    expect(await read(request)).toEqual(request);
    expect((await readRec()).solicitacao).toEqual([request]);
  });

  it('are delivered to the payer in steps: CRIADA, ENVIADA, RECEBIDA', async () => {
    const request = await created();
    for (const status of ['ENVIADA', 'RECEBIDA']) {
      driver.control.clock.advance(60);
      expect((await read(request)).status).toBe(status);
    }
    driver.control.clock.advance(600);
    expect(history(await read(request))).toEqual(['CRIADA', 'ENVIADA', 'RECEBIDA']);
  });

  it('are ACEITA by the requested payer, and their recurrence is APROVADA by journey 1', async () => {
    const request = await created();
    await driver.control.acceptSolicRec(request.idSolicRec as string);
    expect(history(await read(request))).toEqual(['CRIADA', 'ENVIADA', 'RECEBIDA', 'ACEITA']);
    expect(await readRec()).toMatchObject({
      status: 'APROVADA',
      ativacao: { tipoJornada: 'JORNADA_1' },
      pagador: { cpf: '15231470190', ispbParticipante: '91193552' },
    });
    driver.at('2024-04-21');
    expect((await read(request)).status).toBe('ACEITA');
    await expect(driver.control.acceptSolicRec(request.idSolicRec as string)).rejects.toMatchObject(
      {
        problem: 'AutorizacaoRecusada',
      },
    );
  });

  it('are ACEITA when the recurrence with an open request is approved by journey 1', async () => {
    const request = await created();
    await driver.control.approve(rec.idRec as string);
    expect((await read(request)).status).toBe('ACEITA');
    expect((await readRec()).ativacao.tipoJornada).toBe('JORNADA_1');
  });

  it('are CANCELADA when the recurrence is approved by another journey', async () => {
    const request = await created();
    await driver.control.approve(rec.idRec as string, { jornada: 'JORNADA_2' });
    expect((await read(request)).status).toBe('CANCELADA');
  });

  it('are REJEITADA with their recurrence, whichever of the two is rejected', async () => {
    const request = await created();
    await driver.control.rejectSolicRec(request.idSolicRec as string);
    expect((await read(request)).status).toBe('REJEITADA');
    expect(await readRec()).toMatchObject({
      status: 'REJEITADA',
      encerramento: { rejeicao: { codigo: 'AP13' } },
    });
    rec = await driver.ok('POST', '/rec', REC);
    const other = await created();
    await driver.control.reject(rec.idRec as string);
    expect((await read(other)).status).toBe('REJEITADA');
  });

  it('are EXPIRADA at their instant, while the recurrence stays open for another request', async () => {
    const request = await created();
    driver.at('2024-04-20', '12:00:01');
    const { status, atualizacao } = await read(request);
    expect(status).toBe('EXPIRADA');
    expect(atualizacao.at(-1)).toEqual({ status: 'EXPIRADA', data: '2024-04-20T15:00:00.000Z' });
    expect((await readRec()).status).toBe('CRIADA');
    await created({ calendario: { dataExpiracaoSolicitacao: '2024-04-21T00:00:00Z' } });
  });

  it('accept a leap second as their expiry, as the second before it', async () => {
    driver.begin('2024-06-20T12:00:00-03:00');
    rec = await driver.ok('POST', '/rec', REC);
    const calendario = { dataExpiracaoSolicitacao: '2024-06-30T23:59:60Z' };
    const request = await created({ calendario });
    driver.control.clock.set('2024-06-30T23:59:58Z');
    expect((await read(request)).status).toBe('RECEBIDA');
    driver.control.clock.advance(1);
    expect((await read(request)).status).toBe('EXPIRADA');
  });

  it('are EXPIRADA before their delivery when they expire earlier', async () => {
    const calendario = { dataExpiracaoSolicitacao: '2024-04-10T12:00:30-03:00' };
    const request = await created({ calendario });
    driver.control.clock.advance(3_600);
    expect(history(await read(request))).toEqual(['CRIADA', 'EXPIRADA']);
  });

  it('are cancelled by the receiver while CRIADA, ENVIADA or RECEBIDA, and not later', async () => {
    for (const steps of [0, 1, 2]) {
      const request = await created();
      driver.control.clock.advance(60 * steps);
      const path = `/solicrec/${request.idSolicRec as string}`;
      const cancelled = await driver.ok('PATCH', path, { status: 'CANCELADA' }, 201);
      expect(cancelled.status).toBe('CANCELADA');
      const again = await driver.call('PATCH', path, { status: 'CANCELADA' });
      expectProblem(again, 400, 'SolicRecOperacaoInvalida', ['solicrec.status']);
    }
    expect((await readRec()).solicitacao).toHaveLength(3);
  });

  it('are CANCELADA when the recurrence is cancelled', async () => {
    const request = await created();
    await driver.ok('PATCH', `/rec/${rec.idRec as string}`, { status: 'CANCELADA' });
    expect((await read(request)).status).toBe('CANCELADA');
  });

  it.each([
    ['idRec', { idRec: `RN${'0'.repeat(27)}` }],
    ['calendario', { calendario: undefined }],
    [
      'calendario.dataExpiracaoSolicitacao',
      { calendario: { dataExpiracaoSolicitacao: '2024-04-10T11:59:59-03:00' } },
    ],
    ['destinatario.conta', { destinatario: { ...DESTINATARIO, conta: undefined } }],
    ['destinatario.cnpj', { destinatario: { ...DESTINATARIO, cnpj: '12345678000195' } }],
  ])('SolicRecOperacaoInvalida: reports solicrec.%s', async (path, change) => {
    const response = await driver.call('POST', '/solicrec', body(change));
    expectProblem(response, 400, 'SolicRecOperacaoInvalida', [`solicrec.${path}`]);
  });

  it('SolicRecOperacaoInvalida: are allowed one at a time, for a recurrence that is CRIADA', async () => {
    await created();
    const second = await driver.call('POST', '/solicrec', body());
    expectProblem(second, 400, 'SolicRecOperacaoInvalida', ['solicrec.idRec']);
    await driver.control.approve(rec.idRec as string);
    const late = await driver.call('POST', '/solicrec', body());
    expectProblem(late, 400, 'SolicRecOperacaoInvalida', ['solicrec.idRec']);
    const status = await driver.call('PATCH', `/solicrec/${NOWHERE}`, { status: 'REJEITADA' });
    expectProblem(status, 400, 'SolicRecOperacaoInvalida', ['solicrec.status']);
  });

  it('SolicRecNaoEncontrada: is returned for an idSolicRec without a request', async () => {
    const path = `/solicrec/${NOWHERE}`;
    expectProblem(await driver.call('GET', path), 404, 'SolicRecNaoEncontrada');
    const patch = await driver.call('PATCH', path, { status: 'CANCELADA' });
    expectProblem(patch, 404, 'SolicRecNaoEncontrada');
  });
});
