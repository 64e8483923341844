import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allOperations, operationName } from '../../lib/contract/index.js';
import { writeOperations } from '../chaos/operations/index.js';
import { Matrix, RETRY_SETTINGS } from './support/matrix.js';
import { oddSuccesses, otherRecords, scenarios } from './support/scenarios.js';

const withJson = new Set(
  allOperations.filter(({ responseBody }) => responseBody === 'json').map(operationName),
);
const withJsonResponse = writeOperations.filter(({ on }) => withJson.has(on));
/** Operations whose response names a record that the client can identify. */
const withKnownRecord = withJsonResponse.filter(({ settles }) => settles);

describe.each(RETRY_SETTINGS)('calls %s', (_, retry) => {
  let matrix: Matrix;

  beforeAll(async () => {
    matrix = await Matrix.start();
  });
  afterAll(() => matrix.close());

  it.each(scenarios)('report the true outcome after $name', async (scenario) => {
    expect(await matrix.contradictions(scenario, retry)).toEqual([]);
  });

  it.each(oddSuccesses)(
    'report the true outcome if a success is unusual: $name',
    async (scenario) => {
      expect(await matrix.contradictions(scenario, retry, withJsonResponse)).toEqual([]);
    },
  );

  it.each(otherRecords)(
    'report the true outcome if the response is of another record: $name',
    async (scenario) => {
      expect(await matrix.contradictions(scenario, retry, withKnownRecord)).toEqual([]);
    },
  );
});
