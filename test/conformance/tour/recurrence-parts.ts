import { expect } from '@jest/globals';
import type { Json } from '../../simulator/support/bare-client.js';
import { EVER } from '../../simulator/support/simulator-driver.js';
import { CANCELLED, CNPJ, CPF, REC, cobr, solicrec } from './bodies.js';
import type { TourParts } from './tour.js';

/** Pix Automático: every journey of a recurrence, and its charges. */
export const recurrenceParts: TourParts = {
  'locations of recurrences': async (tour) => {
    const loc = await tour.ok('POST', '/locrec');
    const path = `/locrec/${loc.id as number}`;
    await tour.newRec({ loc: loc.id });
    await tour.ok('GET', '/locrec/{id}', path);
    await tour.ok('GET', '/locrec', `/locrec?${EVER}&idRecPresente=true&convenio=Master`);
    await tour.ok('DELETE', '/locrec/{id}/idRec', `${path}/idRec`);
    await tour.ok('GET', '/locrec', `/locrec?${EVER}`);
  },

  'journey 1: a confirmation request in every state': async (tour) => {
    const item = '/solicrec/{idSolicRec}';
    const ask = (idRec: string): Promise<Json> =>
      tour.ok('POST', '/solicrec', '/solicrec', solicrec(idRec));
    const { idRec } = await tour.newRec();
    const request = await ask(idRec as string);
    const path = `/solicrec/${request.idSolicRec as string}`;
    for (let step = 0; step < 3; step++) {
      await tour.ok('GET', item, path);
      tour.driver.control.clock.advance(0.2);
    }
    await tour.driver.control.acceptSolicRec(request.idSolicRec as string);
    await tour.ok('GET', item, path);
    await tour.readRec(idRec as string);

    const [refused, withdrawn, late] = [
      await tour.newRec(),
      await tour.newRec(),
      await tour.newRec(),
    ];
    const no = await ask(refused.idRec as string);
    await tour.driver.control.rejectSolicRec(no.idSolicRec as string);
    await tour.ok('GET', item, `/solicrec/${no.idSolicRec as string}`);
    await tour.readRec(refused.idRec as string);
    const back = await ask(withdrawn.idRec as string);
    await tour.ok('PATCH', item, `/solicrec/${back.idSolicRec as string}`, CANCELLED);
    const lost = await tour.ok(
      'POST',
      '/solicrec',
      '/solicrec',
      solicrec(late.idRec as string, '2024-05-01T13:00:00Z'),
    );
    tour.driver.at('2024-05-01', '10:30:00');
    await tour.ok('GET', item, `/solicrec/${lost.idSolicRec as string}`);
    await tour.readRec(late.idRec as string);
  },

  'journeys 2, 3 and 4: codes that the payer scans': async (tour) => {
    const [two, three, four] = await Promise.all(
      [2, 3, 4].map(async () => (await tour.ok('POST', '/locrec')).id as number),
    );
    const withoutCharge = await tour.newRec({ loc: two, valor: { valorMinimoRecebedor: '10.00' } });
    await tour.payload('/rec/{recUrlAccessToken}', withoutCharge.loc.location as string);
    const read = await tour.readRec(withoutCharge.idRec as string);
    await tour.driver.control.approve(read.dadosQR.pixCopiaECola as string, {
      valorMaximo: '99.00',
    });
    await tour.readRec(withoutCharge.idRec as string);

    const cob = await tour.newCob();
    const first = await tour.newRec({
      loc: three,
      ativacao: { dadosJornada: { txid: cob.txid } },
      vinculo: { ...REC.vinculo, devedor: { cnpj: CNPJ, nome: 'Empresa SA' } },
    });
    await tour.ok('PATCH', '/rec/{idRec}', `/rec/${first.idRec as string}`, {
      vinculo: { devedor: { nome: 'Empresa Nova SA' } },
      calendario: { dataInicial: '2024-05-02' },
    });
    const both = await tour.readRec(first.idRec as string, `?txid=${cob.txid as string}`);
    await tour.driver.control.payBrCode(both.dadosQR.pixCopiaECola as string);
    await tour.readRec(first.idRec as string);

    const cobv = await tour.newCobV();
    const last = await tour.newRec({ loc: four });
    const due = await tour.readRec(last.idRec as string, `?txid=${cobv.txid as string}`);
    await tour.driver.control.payBrCode(due.dadosQR.pixCopiaECola as string);
    await tour.readRec(last.idRec as string);
  },

  'recurrences in each final state': async (tour) => {
    const [refused, ended, left] = [await tour.newRec(), await tour.newRec(), await tour.newRec()];
    await tour.driver.control.reject(refused.idRec as string, { codigo: 'AP14' });
    await tour.readRec(refused.idRec as string);
    await tour.driver.control.approve(ended.idRec as string);
    await tour.ok('PATCH', '/rec/{idRec}', `/rec/${ended.idRec as string}`, CANCELLED);
    await tour.driver.control.approve(left.idRec as string);
    await tour.driver.control.cancelByPayer(left.idRec as string);
    await tour.readRec(left.idRec as string);
    for (const filter of [
      '',
      `&cpf=${CPF}&convenio=Master`,
      '&status=CANCELADA',
      '&locationPresente=true',
    ]) {
      await tour.ok('GET', '/rec', `/rec?${EVER}${filter}`);
    }
  },

  'recurring charges: settled, retried, rejected, cancelled, expired': async (tour) => {
    const approved = async (change: object = {}): Promise<string> => {
      const { idRec } = await tour.newRec(change);
      await tour.driver.control.approve(idRec as string);
      return idRec as string;
    };
    const [idRec, poor, strict] = [
      await approved(),
      await approved(),
      await approved({ politicaRetentativa: 'NAO_PERMITE' }),
    ];
    const paid = await tour.newCobR(idRec, '2024-05-20');
    const retried = await tour.newCobR(poor, '2024-05-20');
    const expired = await tour.newCobR(strict, '2024-05-20');
    const other = await tour.ok('POST', '/cobr', '/cobr', cobr(idRec, '2024-06-20'));
    await tour.ok('PATCH', '/cobr/{txid}', `/cobr/${other.txid as string}`, CANCELLED);
    await tour.driver.control.setFunds(poor, false);
    await tour.driver.control.setFunds(strict, false);

    tour.driver.at('2024-05-10', '00:00:00');
    await tour.readCobR(paid.txid as string);
    tour.driver.settle();
    await tour.readCobR(paid.txid as string);
    await tour.driver.control.settleAttempt(paid.txid as string, 'REJEITADA', {
      codigo: 'AB10',
      reenviar: true,
    });
    tour.driver.at('2024-05-21');
    for (const { txid: id } of [paid, retried, expired]) await tour.readCobR(id as string);
    await tour.ok(
      'POST',
      '/cobr/{txid}/retentativa/{data}',
      `/cobr/${retried.txid as string}/retentativa/2024-05-23`,
    );
    await tour.driver.control.setFunds(poor, true);
    tour.driver.at('2024-05-23');
    const settled = await tour.readCobR(retried.txid as string);
    expect(settled.status).toBe('CONCLUIDA');
    const { endToEndId } = settled.pix[0];
    await tour.ok(
      'PUT',
      '/pix/{e2eid}/devolucao/{id}',
      `/pix/${endToEndId as string}/devolucao/d1`,
      { valor: '1.00' },
    );
    tour.driver.settle();
    await tour.readCobR(retried.txid as string);

    const rejected = await tour.newCobR(idRec, '2024-07-01');
    const withdrawn = await tour.newCobR(poor, '2024-06-03');
    tour.driver.at('2024-06-22');
    await tour.driver.control.settleAttempt(rejected.txid as string, 'REJEITADA', {
      codigo: 'DENC',
    });
    await tour.readCobR(rejected.txid as string);
    await tour.readCobR(withdrawn.txid as string);
    const last = await tour.newCobR(poor, '2024-07-10');
    tour.driver.at('2024-07-02');
    await tour.driver.control.cancelByPayer(last.txid as string);
    await tour.readCobR(last.txid as string);
    for (const filter of [
      '',
      `&idRec=${idRec}`,
      `&cpf=${CPF}&convenio=Master`,
      '&status=CONCLUIDA',
    ]) {
      await tour.ok('GET', '/cobr', `/cobr?${EVER}${filter}`);
    }
  },

  'a recurrence that expires after its last day': async (tour) => {
    const rec = await tour.newRec({
      calendario: {
        dataInicial: '2024-07-05',
        dataFinal: '2024-07-20',
        periodicidade: 'SEMANAL',
      },
    });
    tour.driver.at('2024-07-21');
    await tour.readRec(rec.idRec as string);
  },
};
