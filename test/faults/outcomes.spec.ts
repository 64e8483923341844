import { afterAll, describe, expect, it } from '@jest/globals';
import { allOperations, operationName } from '../../lib/contract/index.js';
import { writeOperations } from '../chaos/operations/index.js';
import { takeShare } from '../support/share.js';
import { Matrix, RETRY_SETTINGS } from './support/matrix.js';
import { oddSuccesses, otherRecords, scenarios } from './support/scenarios.js';

const withJson = new Set(
  allOperations.filter(({ responseBody }) => responseBody === 'json').map(operationName),
);
const withJsonResponse = writeOperations.filter(({ on }) => withJson.has(on));
/** Operations whose response names a record that the client can identify. */
const withKnownRecord = withJsonResponse.filter(({ settles }) => settles);

/** The time limit for one attempt and the deadline of calls on a busy machine, in seconds. */
const PATIENT = [30, 600] as const;

/** Matrices that no test uses. Tests mostly wait, so several run at a time, each with its own bank. */
const free: Matrix[] = [];

afterAll(() => Promise.all(free.map((matrix) => matrix.close())));

const contradictions: Matrix['contradictions'] = async (...args) => {
  const matrix = free.pop() ?? (await Matrix.start());
  const found = await matrix.contradictions(...args);
  free.push(matrix);
  // On a busy machine, a call can run out of time or attempts: its outcome is then unknown. It must settle with more time.
  const isOnlyUnknown = found.length > 0 && found.every((line) => line.includes(': unknown, '));
  if (!isOnlyUnknown) return found;
  const patient = await Matrix.start(...PATIENT);
  try {
    return await patient.contradictions(...args);
  } finally {
    await patient.close();
  }
};

/** In a share, each scenario runs under one of the retry settings. */
const share = <T>(all: readonly T[], setting: number): readonly T[] =>
  takeShare(all, RETRY_SETTINGS.length, setting);

const settings = RETRY_SETTINGS.map(([name, retry], index) => ({ name, retry, index }));

describe.each(settings)('calls $name', ({ retry, index }) => {
  it.concurrent.each(share(scenarios, index))(
    'report the true outcome after $name',
    async (scenario) => {
      expect(await contradictions(scenario, retry)).toEqual([]);
    },
  );

  it.concurrent.each(share(oddSuccesses, index))(
    'report the true outcome if a success is unusual: $name',
    async (scenario) => {
      expect(await contradictions(scenario, retry, withJsonResponse)).toEqual([]);
    },
  );

  it.concurrent.each(share(otherRecords, index))(
    'report the true outcome if the response is of another record: $name',
    async (scenario) => {
      expect(await contradictions(scenario, retry, withKnownRecord)).toEqual([]);
    },
  );
});
