import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, generateTxid } from '../../../lib/index.js';
import { PixSimulator, type PixSimulatorOptions } from '../../../lib/simulator/index.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { World } from '../support/world.js';
import { pictureOf, tour } from './tour.js';

const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };

describe('a simulator that keeps its state in a folder', () => {
  let stateDir: string;
  const open: World[] = [];

  beforeEach(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'pix-state-'));
  });
  afterEach(async () => {
    for (const world of open.splice(0)) await world.close();
    await rm(stateDir, { recursive: true });
  });

  async function start(options: PixSimulatorOptions = {}): Promise<World> {
    const world = await World.start({ stateDir, refundDelay: 10_000_000, ...options });
    open.push(world);
    return world;
  }
  const stop = (world: World) => {
    open.splice(open.indexOf(world), 1);
    return world.close();
  };

  it('is after a restart as it was, in all that it shows', async () => {
    const nowhere = 'http://127.0.0.1:9/in';
    const webhook = { retryDelays: [3_600_000_000] };
    const first = await start({ webhook });
    await tour(first, nowhere);
    first.control.clock.setRate(0);
    while (first.control.deliveries.some(({ attempts }) => attempts.at(-1)?.error === undefined)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const before = await pictureOf(first);
    const instant = first.control.clock.iso();
    await stop(first);

    const second = await start({ webhook });
    expect(second.control.clock.iso()).toBe(instant);
    expect(second.control.clock.rate).toBe(0);
    expect(await pictureOf(second)).toEqual(before);

    // What was kept is kept again, and no less of it.
    await stop(second);
    const third = await start({ webhook });
    expect(await pictureOf(third)).toEqual(before);
  });

  it('what was planned happens all the same: expiries, refunds, batches, attempts, requests', async () => {
    const [here, there] = [await start({ stateDir: `${stateDir}/here` }), await start()];
    const nowhere = 'http://127.0.0.1:9/in';
    await tour(there, nowhere);
    await tour(here, nowhere);
    await stop(there);
    const restarted = await start();
    const states = async (world: World) => {
      world.control.clock.set('2024-06-20T12:00:00-03:00');
      const { cob, cobv, rec, cobr, lotecobv } = await pictureOf(world);
      const statuses = (items: { status: string }[]) => items.map(({ status }) => status);
      return {
        cob: statuses(cob.cobs),
        cobv: statuses(cobv.cobs),
        rec: statuses(rec.recs),
        cobr: (cobr.cobsr as { status: string; tentativas?: { status: string }[] }[]).map(
          ({ status, tentativas = [] }) => [status, ...statuses(tentativas)],
        ),
        lotes: (lotecobv.lotes as { cobsv: { status: string }[] }[]).map(({ cobsv }) =>
          statuses(cobsv),
        ),
      };
    };
    expect(await states(restarted)).toEqual(await states(here));
  });

  it('deliveries that are pending go on, to the whole address', async () => {
    const first = await start({ webhook: { retryDelays: [3_600_000] } });
    const receiver = await WebhookReceiver.startPlain();
    receiver.script.push(500);
    const webhookUrl = `${receiver.url}/in?secret=s3`;
    await first.ok('PUT', '/webhook/k@example.com', { webhookUrl });
    const { txid } = await first.ok('PUT', `/cob/${generateTxid()}`, COB);
    await first.control.pay(txid as string);
    while (first.control.deliveries[0]?.attempts[0]?.status === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await stop(first);

    const second = await start();
    expect(second.control.deliveries).toMatchObject([{ state: 'pending', attempts: [{}] }]);
    second.control.clock.advance(3_600);
    await second.control.idle();
    expect(receiver.notifications.map(({ url }) => url)).toEqual([
      '/in/pix?secret=s3',
      '/in/pix?secret=s3',
    ]);
    await receiver.close();
  });

  it('certificates and credentials stay, so that a client goes on as it is', async () => {
    const first = await start({ tokenLifetime: 3600 });
    const { moduleOptions, ca, clientCertificate, locationUrl } = first.simulator;
    const port = Number(new URL(first.simulator.url).port);
    const client = await createPixClient(moduleOptions);
    const { txid } = await client.cob.createWithTxid(generateTxid(), COB);
    await stop(first);

    const second = await start({ port, tokenLifetime: 3600 });
    expect(second.simulator.ca).toBe(ca);
    expect(second.simulator.clientCertificate).toEqual(clientCertificate);
    expect(second.simulator.locationUrl).toBe(locationUrl);
    expect((await client.cob.get(txid)).status).toBe('ATIVA');
    await client.close();
  });

  it('time goes on while it is stopped, from where its clock was set', async () => {
    const first = await start();
    first.control.clock.set('2030-01-01T00:00:00Z');
    await stop(first);
    const second = await start();
    expect(second.control.clock.iso()).toMatch(/^2030-01-01T00:00:/);
    second.control.clock.reset();
    await stop(second);
    const third = await start();
    expect(Math.abs(third.control.clock.now() - Date.now())).toBeLessThan(1_000);
  });

  it('a reset forgets what was kept, and identifiers go on from what was', async () => {
    const first = await start();
    await tour(first, 'http://127.0.0.1:9/in');
    first.control.reset();
    first.client.forgetToken();
    const { loc } = await first.ok('PUT', `/cob/${generateTxid()}`, COB);
    expect(loc.id).toBe(1);
    await stop(first);
    const second = await start();
    expect((await second.client.control('GET', '/charges')).body.total).toBe(1);
    const next = await second.ok('PUT', `/cob/${generateTxid()}`, COB);
    expect(next.loc.id).toBe(2);
  });

  it('is written anew at the start when most of it tells of what has changed since', async () => {
    await stop(await start());
    const path = join(stateDir, 'journal.ndjson');
    const line = (criadoEm: number) =>
      `["webhooks","k",{"chave":"k","webhookUrl":"https://a.test/${criadoEm}","criadoEm":${criadoEm}}]\n`;
    const many = Array.from({ length: 20_000 }, (_, number) => line(number)).join('');
    await appendFile(path, many);
    await stop(await start());
    expect((await stat(path)).size).toBeLessThan(1_000);
    const world = await start();
    expect(await world.get('/webhook/k@example.com')).toMatchObject({ webhookUrl: 'https://a.test/19999' });
  });

  it('what is in it is for its owner alone', async () => {
    const first = await start({ stateDir: join(stateDir, 'new') });
    await first.ok('PUT', `/cob/${generateTxid()}`, COB);
    const mode = async (name: string) => (await stat(join(stateDir, name))).mode & 0o077;
    expect(await Promise.all(['new', 'new/identity.json', 'new/journal.ndjson'].map(mode))).toEqual(
      [0, 0, 0],
    );
    const journal = await readFile(join(stateDir, 'new/journal.ndjson'), 'utf8');
    expect(journal).not.toContain(first.simulator.moduleOptions.clientSecret);
  });

  it('two simulators do not share one; a folder without it is free again', async () => {
    const first = await start();
    await expect(PixSimulator.start({ stateDir })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining(`Process ${process.pid}`),
    });
    await stop(first);
    await start();
  });

  it.each([
    ['identity.json', 'hello', /identity\.json is damaged/],
    ['identity.json', 'null', /identity\.json is damaged/],
    ['identity.json', '{"version":1}', /identity\.json is damaged/],
    ['identity.json', '{"version":2}', /identity\.json was not written by this version/],
    ['journal.ndjson', '["nestjs-pix simulator",2]\n', /journal\.ndjson was not written by this/],
    ['journal.ndjson', 'hello\n', /journal\.ndjson is damaged at line 1/],
    [
      'journal.ndjson',
      '["nestjs-pix simulator",1]\n["clock","",null]\n',
      /journal\.ndjson contains records that this simulator cannot restore/,
    ],
  ])('%s that holds %j keeps it from starting, and says so', async (name, text, message) => {
    await stop(await start());
    await writeFile(join(stateDir, name), text);
    await expect(PixSimulator.start({ stateDir })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringMatching(message),
    });
    expect(await readFile(join(stateDir, name), 'utf8')).toBe(text);
  });

  it('keys that do not belong to their certificates are damage', async () => {
    await stop(await start());
    const path = join(stateDir, 'identity.json');
    const kept = JSON.parse(await readFile(path, 'utf8')) as Record<string, { key: string }>;
    const { client, webhook } = kept;
    await writeFile(path, JSON.stringify({ ...kept, client: { ...client, key: webhook!.key } }));
    await expect(PixSimulator.start({ stateDir })).rejects.toMatchObject({
      message: expect.stringContaining('identity.json is damaged'),
    });
  });

  it('a start that fails lets go of the folder', async () => {
    await expect(PixSimulator.start({ stateDir, clientId: '' })).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
    await start();
  });
});
