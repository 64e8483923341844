import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebhookReceiver } from '../simulator/support/webhook-receiver.js';
import { SimulatorDriver } from '../simulator/support/simulator-driver.js';
import { Specification } from './support/specification.js';
import { CHAVE, CONTA } from './tour/bodies.js';
import { chargeChapters } from './tour/charges.chapters.js';
import { recurrenceChapters } from './tour/recurrences.chapters.js';
import { refusalChapters } from './tour/refusals.chapters.js';
import { Tour } from './tour/tour.js';

const specification = Specification.read();

/** One way through every operation, state and error type; the chapters follow one another on one clock. */
describe('a tour of the simulator, by the specification file', () => {
  let world: SimulatorDriver;
  let tour: Tour;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    world = await SimulatorDriver.start({
      chaves: [CHAVE],
      contas: [CONTA],
      convenios: ['Master'],
      recebedor: { nomeFantasia: 'Lojinha' },
    });
    receiver = await WebhookReceiver.start(world.simulator);
    tour = new Tour(specification, world, receiver);
    world.begin('2024-05-01T09:00:00-03:00');
  });
  afterAll(async () => {
    await receiver.close();
    await world.close();
  });

  it.each(Object.entries({ ...chargeChapters, ...recurrenceChapters }))('%s', (_, expectChapter) =>
    expectChapter(tour),
  );

  it('notified of what happened, in the shapes of the specification', async () => {
    const counts = await tour.judgeNotifications();
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
    expect(receiver.notifications.length).toBeGreaterThan(15);
  });

  it.each(Object.entries(refusalChapters))('refuses %s', (_, expectChapter) => expectChapter(tour));

  it('was of every operation', () => {
    expect([...tour.operations].sort()).toEqual(specification.operations.sort());
  });

  it('was of every error type', () => {
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
  ])('was of every state: %s %s', (family, field, place) => {
    const seen = tour.seen(family, field);
    const wanted = specification.valuesOf(place).sort();
    // What is processed stands in the answer of one refund, and not among those of its payment.
    expect(wanted.filter((value) => !seen.includes(value) && value !== 'EM_PROCESSAMENTO')).toEqual(
      [],
    );
  });
});
