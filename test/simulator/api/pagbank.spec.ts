import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator, type SimulatedProfile } from '../../../devkit/simulator/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../../lib/index.js';
import { pixProviders } from '../../../lib/providers/index.js';
import { send } from '../support/bare-client.js';
import { expectProblem } from '../support/problems.js';

const COB = { valor: { original: '37.50' }, chave: 'loja@example.com' };
const TOKEN = 'token-do-vendedor';

describe('simulator with the operation of PagBank', () => {
  let simulator: PixSimulator;
  let pix: PixClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({
      quirks: 'pagbank',
      sellerToken: TOKEN,
      sandbox: { token: 'token-da-conta' },
    });
    pix = await createPixClient(simulator.moduleOptions);
  });
  afterAll(async () => {
    await pix.close();
    await simulator.close();
  });

  const newCob = () => pix.cob.createWithTxid(generateTxid(), COB);

  it('pays a charge for the token of the seller, at the root of its host', async () => {
    const { txid } = await newCob();
    await pix.pagbank.payCob(txid, { token: TOKEN });
    expect(await pix.cob.get(txid)).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ valor: '37.50' }],
    });
    expect(simulator.provider.sandbox.operations).toEqual({
      'POST /pix/pay/{txid}': new URL(simulator.url).origin,
    });
  });

  it('pays a charge also in the sandbox without certificates', async () => {
    const sandbox = await createPixClient(simulator.sandboxModuleOptions!);
    const { txid } = await newCob();
    await sandbox.pagbank.payCob(txid, { token: TOKEN });
    expect((await pix.cob.get(txid)).status).toBe('CONCLUIDA');
    await sandbox.close();
  });

  it('refuses another token, that of the account and none', async () => {
    const { txid } = await newCob();
    const account = await pix.tokens.getToken();
    for (const token of [`${TOKEN}x`, account, 'token-da-conta']) {
      await expect(pix.pagbank.payCob(txid, { token })).rejects.toMatchObject({ status: 401 });
    }
    const { origin } = new URL(simulator.sandboxUrl!);
    const response = await send(`${origin}/pix/pay/${txid}`, { ca: simulator.ca, method: 'POST' });
    expectProblem(response, 401, 'NaoAutorizado');
    expect((await pix.cob.get(txid)).status).toBe('ATIVA');
  });

  it('refuses the token of the seller for other operations', async () => {
    const response = await send(`${simulator.sandboxUrl!}/cob/${generateTxid()}`, {
      ca: simulator.ca,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expectProblem(response, 401, 'NaoAutorizado');
  });

  it('pays a charge once; a second call finds it paid', async () => {
    const { txid } = await newCob();
    await pix.pagbank.payCob(txid, { token: TOKEN });
    await pix.pagbank.payCob(txid, { token: TOKEN });
    expect((await pix.cob.get(txid)).pix).toHaveLength(1);
  });

  it('refuses an unknown charge', async () => {
    await expect(pix.pagbank.payCob(generateTxid(), { token: TOKEN })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('answers 404 to every other path of the sandbox address, and the control API works', async () => {
    const { origin } = new URL(simulator.sandboxUrl!);
    const { txid } = await newCob();
    for (const path of [`/instant-payments/pix/pay/${txid}`, '/cob', '/']) {
      const response = await send(origin + path, { ca: simulator.ca, method: 'POST' });
      expectProblem(response, 404, 'NaoEncontrado');
    }
    const { cert, key } = simulator.clientCertificate;
    const info = await send(`${simulator.controlUrl}/`, { ca: simulator.ca, cert, key });
    expect(info).toMatchObject({ status: 200, body: { url: simulator.url } });
  });
});

/** PagBank, with payments of charges at this path. */
function withSellerPath(path: string): SimulatedProfile {
  const { pagbank } = pixProviders;
  const operations = { 'POST /pix/pay/{txid}': `https://pagbank.example${path}` };
  return { ...pagbank, production: { ...pagbank.production, operations } };
}

describe('the options of an operation at another address', () => {
  const start = async (options: Parameters<typeof PixSimulator.start>[0]) =>
    (await PixSimulator.start(options)).close();

  it('are checked at the start', async () => {
    await expect(start({ sellerToken: 'a b' })).rejects.toThrow(
      'sellerToken must be visible ASCII characters without spaces',
    );
    await expect(start({ quirks: withSellerPath('/simulator/x') })).rejects.toThrow(
      'quirks.production.operations.POST /pix/pay/{txid} must be an address with a path',
    );
  });

  it('set its path', async () => {
    const simulator = await PixSimulator.start({
      quirks: withSellerPath('/seller'),
    });
    const pix = await createPixClient(simulator.moduleOptions);
    const { txid } = await pix.cob.createWithTxid(generateTxid(), COB);
    await pix.pagbank.payCob(txid, { token: 'pix-simulator-seller' });
    expect((await pix.cob.get(txid)).status).toBe('CONCLUIDA');
    expect(simulator.provider.production.operations).toEqual({
      'POST /pix/pay/{txid}': `${new URL(simulator.url).origin}/seller`,
    });
    await pix.close();
    await simulator.close();
  });
});
