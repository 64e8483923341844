import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SimulatorDriver } from '../support/simulator-driver.js';
import { readState } from './sample-state.js';

const resolveFixture = (name: string) => new URL(`./fixtures/${name}`, import.meta.url).pathname;

/**
 * `journal-0.1.0.ndjson` was written by version 0.1.0 after `createSampleState`, with its clock stopped;
 * `journal-0.1.0.answers.json` has the responses of that version.
 */
describe('simulator with a state folder of version 0.1.0', () => {
  let stateDir: string;
  let driver: SimulatorDriver | undefined;

  beforeEach(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'pix-state-'));
    await copyFile(resolveFixture('journal-0.1.0.ndjson'), join(stateDir, 'journal.ndjson'));
  });
  afterEach(async () => {
    await driver?.close();
    await rm(stateDir, { recursive: true });
  });

  const start = () =>
    SimulatorDriver.start({
      stateDir,
      rules: 'specification',
      refundDelay: 10_000_000,
      webhook: { retryDelays: [3_600_000_000] },
    });

  it('gives the responses of that version, including after a restart', async () => {
    const answers: unknown = JSON.parse(
      await readFile(resolveFixture('journal-0.1.0.answers.json'), 'utf8'),
    );
    driver = await start();
    expect(await readState(driver)).toEqual(answers);
    await driver.close();
    driver = await start();
    expect(await readState(driver)).toEqual(answers);
  });
});
