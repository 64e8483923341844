import { expect } from '@jest/globals';
import { CANCELLED, REMOVED } from './bodies.js';
import { newFixtures } from './fixtures.js';
import { buildRefusals } from './refusals.js';
import type { TourParts } from './tour.js';

/** All error types, with each violation that the specification lists. */
export const refusalParts: TourParts = {
  'invalid requests: each error type with each violation that the specification lists': async (
    tour,
  ) => {
    // Resets the clock to before the dates of the bodies.
    tour.driver.begin('2024-05-01T09:00:00-03:00');
    const fixtures = await newFixtures(tour);
    for (const [type, refusals] of Object.entries(buildRefusals(fixtures))) {
      for (const [method, template, path, body, propriedade] of refusals) {
        const names = await tour.refused(type, method, template, path, body);
        expect({ type, method, path, propriedade, names }).toEqual({
          type,
          method,
          path,
          propriedade,
          names: propriedade === '' ? names : expect.arrayContaining([propriedade]),
        });
      }
    }
    for (const path of ['/webhookrec', '/webhookcobr']) {
      const type =
        path === '/webhookrec' ? 'WebhookRecConsultaInvalida' : 'WebhookCobRConsultaInvalida';
      await tour.refused(type, 'GET', path, `${path}?paginacao.paginaAtual=-1`);
    }
    tour.driver.at('2024-05-20');
    const late = `/cobr/${fixtures.cobr}`;
    expect(
      await tour.refused('CobROperacaoInvalida', 'PATCH', '/cobr/{txid}', late, CANCELLED),
    ).toEqual(['cobr.status']);
    tour.driver.at('2024-08-01');
    await tour.refused(
      'PixDevolucaoInvalida',
      'PUT',
      '/pix/{e2eid}/devolucao/{id}',
      `/pix/${fixtures.e2eid}/devolucao/tarde`,
      { valor: '0.01' },
    );
  },

  'payloads that are absent, removed or requested with invalid parameters': async (tour) => {
    tour.driver.begin('2024-05-01T09:00:00-03:00');
    const [cob, cobv] = ['/{pixUrlAccessToken}', '/cobv/{pixUrlAccessToken}'];
    const charge = await tour.newCob();
    await tour.ok('DELETE', '/loc/{id}/txid', `/loc/${charge.loc.id as number}/txid`);
    await tour.payloadRefused('CobPayloadNaoEncontrado', cob, charge.location as string);
    const removed = await tour.newCobV();
    await tour.ok('PATCH', '/cobv/{txid}', `/cobv/${removed.txid as string}`, REMOVED);
    await tour.payloadRefused('CobPayloadNaoEncontrado', cobv, removed.location as string);
    const { location } = await tour.newCobV();
    for (const query of [
      'codMun=1',
      'codMun=3550309',
      'DPP=ontem',
      'DPP=2024-04-30',
      'DPP=2024-06-18',
    ]) {
      const names = await tour.payloadRefused(
        'CobPayloadOperacaoInvalida',
        cobv,
        location as string,
        `?${query}`,
      );
      expect(names).toEqual([query.split('=')[0]]);
    }
    const loc = await tour.ok('POST', '/locrec');
    const rec = '/rec/{recUrlAccessToken}';
    await tour.payloadRefused('RecPayloadNaoEncontrado', rec, loc.location as string);
    const { idRec } = await tour.newRec({ loc: loc.id });
    await tour.driver.control.cancelByPayer(idRec as string);
    await tour.payloadRefused('RecPayloadOperacaoInvalida', rec, loc.location as string);
  },

  'missing scopes and simulated faults': async (tour) => {
    const token = await tour.driver.client.newToken('pix.read');
    const answer = await tour.driver.client.send('GET', `${tour.driver.simulator.url}/webhook`, {
      headers: { authorization: `Bearer ${token}` },
    });
    tour.checkResponse('GET', '/webhook', answer);
    tour.errorTypes.add(String(answer.body.type).replace(/.*\//, ''));
    for (const [status, type] of [
      [410, 'PermanentementeRemovido'],
      [500, 'ErroInternoDoServidor'],
      [503, 'ServicoIndisponivel'],
      [504, 'IndisponibilidadePorTempoEsgotado'],
    ] as const) {
      tour.driver.control.faults.add({ kind: 'status', status });
      await tour.refused(type, 'GET', '/webhook');
    }
  },
};
