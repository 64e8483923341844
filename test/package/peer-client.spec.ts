import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishedClients } from '../clients/clients.js';
import { findProblems, runJourney } from '../clients/journey.js';
import { takeShare } from '../support/share.js';

const onNpm = publishedClients.filter(({ language }) => language === 'JavaScript');

describe('an unmodified third-party client with the packed simulator', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pix-peer-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(takeShare(onNpm, 3))('$package $version passes whole', async (client) => {
    const [bank = 'efi'] = client.banks;
    const outcome = await runJourney(client, bank, ['devkit/dist/cli/main.js'], folder);
    expect(outcome.version).toBe(client.version);
    expect(Object.keys(outcome.results).length).toBeGreaterThanOrEqual(5);
    expect(findProblems(client, outcome)).toEqual([]);
  });
});
