import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { World } from '../support/world.js';
import { pictureOf } from './tour.js';

const fixture = (name: string) => new URL(`./fixtures/${name}`, import.meta.url).pathname;

/**
 * `journal-0.1.0.ndjson` was written by version 0.1.0 after the tour of `tour.ts`, with its clock stopped;
 * `journal-0.1.0.answers.json` has the responses of that version.
 */
describe('a state folder written by version 0.1.0', () => {
  let stateDir: string;
  let world: World | undefined;

  beforeEach(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'pix-state-'));
    await copyFile(fixture('journal-0.1.0.ndjson'), join(stateDir, 'journal.ndjson'));
  });
  afterEach(async () => {
    await world?.close();
    await rm(stateDir, { recursive: true });
  });

  const start = () =>
    World.start({ stateDir, refundDelay: 10_000_000, webhook: { retryDelays: [3_600_000_000] } });

  it('gives the same responses in this version, also after another restart', async () => {
    const answers: unknown = JSON.parse(
      await readFile(fixture('journal-0.1.0.answers.json'), 'utf8'),
    );
    world = await start();
    expect(await pictureOf(world)).toEqual(answers);
    await world.close();
    world = await start();
    expect(await pictureOf(world)).toEqual(answers);
  });
});
