import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../../support/problems.js';
import { EVER, SimulatorDriver } from '../../support/simulator-driver.js';

describe('simulator, status in the query of a list', () => {
  let driver: SimulatorDriver;

  beforeAll(async () => {
    driver = await SimulatorDriver.start();
  });
  afterAll(() => driver.close());

  it.each([
    ['/cob', 'ATIVO', 'CobConsultaInvalida'],
    ['/cob', 'CRIADA', 'CobConsultaInvalida'],
    ['/cobv', 'ativa', 'CobVConsultaInvalida'],
    ['/rec', 'ATIVA', 'RecConsultaInvalida'],
    ['/cobr', 'APROVADA', 'CobRConsultaInvalida'],
  ])('refuses %s?status=%s', async (path, status, type) => {
    const response = await driver.call('GET', `${path}?${EVER}&status=${status}`);
    expectProblem(response, 400, type, ['status']);
  });

  it.each([
    ['/cob', ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']],
    ['/cobv', ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']],
    ['/rec', ['CRIADA', 'APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA']],
    ['/cobr', ['CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA']],
  ])('accepts every status of the records in GET %s', async (path, statuses) => {
    for (const status of ['', ...statuses]) {
      const response = await driver.call('GET', `${path}?${EVER}&status=${status}`);
      expect([status, response.status]).toEqual([status, 200]);
    }
  });
});
