import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Test } from '@nestjs/testing';

const loaded = new Error('loaded');
for (const name of ['axios', '@nestjs/axios']) {
  jest.unstable_mockModule(name, () => {
    throw loaded;
  });
}
const { createPixClient, generateTxid, getPixHttpToken, PixCobService, PixModule } =
  await import('../../lib/index.js');
const { PixSimulator } = await import('../../devkit/index.js');

let simulator: Awaited<ReturnType<typeof PixSimulator.start>>;

beforeAll(async () => {
  simulator = await PixSimulator.start();
});

afterAll(() => simulator.close());

describe('axios and @nestjs/axios', () => {
  it('are not loaded by an application that injects no HttpService', async () => {
    const imports = [PixModule.forRoot(simulator.moduleOptions)];
    const app = await Test.createTestingModule({ imports }).compile();
    const txid = generateTxid();
    const body = { valor: { original: '37.00' }, chave: 'loja@example.com' };
    await expect(app.get(PixCobService).createWithTxid(txid, body)).resolves.toMatchObject({
      txid,
    });
    await expect(app.resolve(getPixHttpToken())).rejects.toBe(loaded);
    await app.close();
  });

  it('are loaded by createPixClient with the option http', async () => {
    await expect(createPixClient({ ...simulator.moduleOptions, http: true })).rejects.toBe(loaded);
  });
});
