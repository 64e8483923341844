import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SimulatorDriver } from '../simulator/support/simulator-driver.js';
import { WebhookReceiver } from '../simulator/support/webhook-receiver.js';
import { Specification } from './support/specification.js';
import { CHAVE, CONTA } from './tour/bodies.js';
import { chargeParts } from './tour/charge-parts.js';
import { recurrenceParts } from './tour/recurrence-parts.js';
import { refusalParts } from './tour/refusal-parts.js';
import { Tour } from './tour/tour.js';

const specification = Specification.read();

/** Requests with every operation, state and error type. The parts depend on each other and share one clock. */
describe('the simulator compared with the specification file', () => {
  let driver: SimulatorDriver;
  let tour: Tour;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    driver = await SimulatorDriver.start({
      rules: 'specification',
      chaves: [CHAVE],
      contas: [{ conta: CONTA.conta, agencia: CONTA.agencia }],
      convenios: ['Master'],
      recebedor: { nomeFantasia: 'Lojinha' },
    });
    receiver = await WebhookReceiver.start(driver.simulator);
    tour = new Tour(specification, driver, receiver);
    driver.begin('2024-05-01T09:00:00-03:00');
  });
  afterAll(async () => {
    await receiver.close();
    await driver.close();
  });

  it.each(Object.entries({ ...chargeParts, ...recurrenceParts }))(
    'matches in %s',
    (_, expectPart) => expectPart(tour),
  );

  it('sends notifications that match the specification', async () => {
    const counts = await tour.checkNotifications();
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
    expect(receiver.notifications.length).toBeGreaterThan(15);
  });

  it.each(Object.entries(refusalParts))('matches in refusals of %s', (_, expectPart) =>
    expectPart(tour),
  );

  it('covers every operation', () => {
    expect([...tour.operations].sort()).toEqual(specification.operations.sort());
  });

  it('covers every error type', () => {
    expect([...tour.errorTypes].sort()).toEqual([...specification.errorTypes].sort());
  });

  it.each([
    ['cob', 'status', 'CobrancaStatus'],
    ['cobv', 'status', 'CobrancaStatus'],
    ['lotecobv', 'cobsv.status', 'LoteCobVConsultado/properties/cobsv/items/properties/status'],
    ['pix', 'status', 'Devolucao/properties/status'],
    ['pix', 'devolucoes.status', 'Devolucao/properties/status'],
    ['rec', 'status', 'RecStatus/properties/status'],
    ['rec', 'ativacao.tipoJornada', 'RecAtivacao/properties/ativacao/properties/tipoJornada'],
    ['rec', 'dadosQR.jornada', 'RecCompleta/allOf/11/properties/dadosQR/properties/jornada'],
    ['solicrec', 'status', 'SolicRecStatus/properties/status'],
    ['cobr', 'status', 'CobRStatus/properties/status'],
    ['cobr', 'tentativas.status', 'CobRTentativas/properties/tentativas/items/properties/status'],
    ['cobr', 'tentativas.tipo', 'CobRTentativas/properties/tentativas/items/properties/tipo'],
  ])('covers every state of %s: %s', (family, field, position) => {
    const observed = tour.observed(family, field);
    const expected = specification.listEnumValues(position).sort();
    // EM_PROCESSAMENTO occurs in the response of a refund, not in those of its payment.
    expect(
      expected.filter((value) => !observed.includes(value) && value !== 'EM_PROCESSAMENTO'),
    ).toEqual([]);
  });
});
