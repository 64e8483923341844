import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator, type PixSimulatorOptions } from '../../../devkit/simulator/index.js';
import { HEADER } from '../../../devkit/simulator/persistence/state-writer.js';
import { createPixClient, generateTxid } from '../../../lib/index.js';
import { SimulatorDriver } from '../support/simulator-driver.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { createSampleState, readState } from './sample-state.js';

const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };

describe('simulator with stateDir', () => {
  let stateDir: string;
  const open: SimulatorDriver[] = [];

  beforeEach(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'pix-state-'));
  });
  afterEach(async () => {
    for (const driver of open.splice(0)) await driver.close();
    await rm(stateDir, { recursive: true });
  });

  async function start(options: PixSimulatorOptions = {}): Promise<SimulatorDriver> {
    const driver = await SimulatorDriver.start({
      stateDir,
      rules: 'specification',
      refundDelay: 10_000_000,
      ...options,
    });
    open.push(driver);
    return driver;
  }
  const stop = (driver: SimulatorDriver) => {
    open.splice(open.indexOf(driver), 1);
    return driver.close();
  };

  it('returns the same state after a restart', async () => {
    const unreachable = 'http://127.0.0.1:9/in';
    const webhook = { retryDelays: [3_600_000_000] };
    const first = await start({ webhook });
    await createSampleState(first, unreachable);
    first.control.clock.setRate(0);
    while (first.control.deliveries.some(({ attempts }) => attempts.at(-1)?.error === undefined)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const before = await readState(first);
    const instant = first.control.clock.iso();
    await stop(first);

    const second = await start({ webhook });
    expect(second.control.clock.iso()).toBe(instant);
    expect(second.control.clock.rate).toBe(0);
    expect(await readState(second)).toEqual(before);

    // The restored state is saved again, completely.
    await stop(second);
    const third = await start({ webhook });
    expect(await readState(third)).toEqual(before);
  });

  it('executes what was planned before a restart: expiries, refunds, batches, attempts, requests', async () => {
    const [here, there] = [await start({ stateDir: `${stateDir}/here` }), await start()];
    const unreachable = 'http://127.0.0.1:9/in';
    await createSampleState(there, unreachable);
    await createSampleState(here, unreachable);
    await stop(there);
    const restarted = await start();
    const states = async (driver: SimulatorDriver) => {
      driver.control.clock.set('2024-06-20T12:00:00-03:00');
      const { cob, cobv, rec, cobr, lotecobv } = await readState(driver);
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

  it('continues pending deliveries with the complete address', async () => {
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

  it('keeps certificates and credentials, so that clients stay valid', async () => {
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

  it('continues its clock while it is stopped, from the instant that was set', async () => {
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

  it('discards saved state on reset, and continues its identifiers', async () => {
    const first = await start();
    await createSampleState(first, 'http://127.0.0.1:9/in');
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

  it('rewrites its file at the start, with each record once', async () => {
    const first = await start();
    await first.ok('PUT', '/webhook/k@example.com', { webhookUrl: 'https://a.test/1' });
    await first.ok('PUT', '/webhook/k@example.com', { webhookUrl: 'https://a.test/2' });
    await stop(first);
    const path = join(stateDir, 'state.ndjson');
    expect((await readFile(path, 'utf8')).match(/a\.test/g)).toHaveLength(2);
    const second = await start();
    expect((await readFile(path, 'utf8')).match(/a\.test/g)).toHaveLength(1);
    expect(await second.get('/webhook/k@example.com')).toMatchObject({
      webhookUrl: 'https://a.test/2',
    });
  });

  it('restricts its files to the owner', async () => {
    const first = await start({ stateDir: join(stateDir, 'new') });
    await first.ok('PUT', `/cob/${generateTxid()}`, COB);
    const elsewhere = join(stateDir, 'elsewhere');
    await writeFile(elsewhere, 'untouched', { mode: 0o666 });
    await symlink(elsewhere, join(stateDir, 'new/state.ndjson.new'));
    await stop(first);
    await start({ stateDir: join(stateDir, 'new') });
    expect(await readFile(elsewhere, 'utf8')).toBe('untouched');
    const mode = async (name: string) => (await stat(join(stateDir, name))).mode & 0o077;
    expect(await Promise.all(['new', 'new/state.ndjson'].map(mode))).toEqual([0, 0]);
  });

  it('refuses a folder in use by another simulator, until that one closes', async () => {
    const first = await start();
    await expect(PixSimulator.start({ stateDir })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining(`Process ${process.pid}`),
    });
    await stop(first);
    await start();
  });

  it.each([
    ['hello', /state\.ndjson was not written by this version/],
    ['hello\n', /state\.ndjson was not written by this version/],
    ['["nestjs-pix simulator",1]\n', /state\.ndjson was not written by this version/],
    [`${HEADER}[["webhooks","k",{}]]\nhello\n`, /state\.ndjson is damaged at line 3/],
    [`${HEADER}[["clock","",null]]\n`, /stateDir: .* cannot be used/],
  ])('does not start with %j as its file, and explains why', async (text, message) => {
    const path = join(stateDir, 'state.ndjson');
    await writeFile(path, text);
    await expect(PixSimulator.start({ stateDir })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringMatching(message),
    });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('unlocks the folder when the start fails', async () => {
    await expect(PixSimulator.start({ stateDir, clientId: '' })).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
    await start();
  });
});
