import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { createPixClient, definePixProvider, type PixModuleOptions } from '../../../lib/index.js';

const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };

describe('PixSimulator with the library', () => {
  let simulator: PixSimulator;

  beforeAll(async () => {
    simulator = await PixSimulator.start();
  });
  afterAll(() => simulator.close());

  it('moduleOptions are valid options of PixModule.forRoot', async () => {
    const options: PixModuleOptions = simulator.moduleOptions;
    const client = await createPixClient(options);
    const cob = await client.cob.create(COB);
    const pix = await simulator.control.pay(cob.txid);
    expect((await client.cob.get(cob.txid)).pix).toEqual([pix]);
    await client.close();
  });

  it('provider is a valid argument of definePixProvider', () => {
    expect(definePixProvider(simulator.provider)).toMatchObject({ name: 'simulator' });
  });

  it('a refusal becomes the library’s error with its violations', async () => {
    const client = await createPixClient({ ...simulator.moduleOptions, validate: false });
    await expect(client.cob.create({ ...COB, valor: { original: '0.00' } })).rejects.toMatchObject({
      name: 'PixErroValidacaoException',
      type: expect.stringMatching(/CobOperacaoInvalida$/),
      violacoes: [{ propriedade: 'cob.valor.original', razao: expect.any(String) }],
    });
    await client.close();
  });

  it('a revoked token is renewed once by the client', async () => {
    const client = await createPixClient(simulator.moduleOptions);
    await client.cob.create(COB);
    const before = simulator.control.stats.tokenRequests;
    simulator.control.revokeTokens();
    await client.cob.create(COB);
    expect(simulator.control.stats.tokenRequests).toBe(before + 1);
    await client.close();
  });
});
