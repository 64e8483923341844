import 'reflect-metadata';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigModule } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { PixSimulator } from '../../../devkit/simulator/public.js';
import { PixModule } from '../../../lib/nest/index.js';
import { getPixClientToken } from '../../../lib/resources/index.js';
import { type PixClient, PixCobService } from '../../../lib/resources/public.js';
import { generateTxid } from '../../../lib/values/public.js';

let bank: PixSimulator;
let folder: string;
const before = { ...process.env };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-env-'));
  bank = await PixSimulator.start({ quirks: 'sicredi' });
});
afterEach(() => {
  for (const name of Object.keys(process.env))
    if (!(name in before)) Reflect.deleteProperty(process.env, name);
});
afterAll(async () => {
  await bank.close();
  await rm(folder, { recursive: true });
});

/** Describes the simulated bank in a `.env` file: the certificate as PEM in one line, the key as base64. */
async function writeEnv(prefix: string): Promise<string> {
  const { certificate, ca, clientId, clientSecret } = bank.moduleOptions;
  const variables = {
    PROVIDER: 'sicredi',
    ENVIRONMENT: 'sandbox',
    BASE_URL: bank.url,
    TOKEN_URL: bank.tokenUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret ?? '',
    CERT: certificate.cert.replaceAll('\n', '\\n'),
    KEY: Buffer.from(certificate.key).toString('base64'),
    CA: Buffer.from(ca).toString('base64'),
  };
  const file = join(folder, `${prefix}.env`);
  const lines = Object.entries(variables).map(([name, value]) => `${prefix}${name}='${value}'`);
  await writeFile(file, lines.join('\n'));
  return file;
}

const charge = { valor: { original: '37.00' }, chave: 'loja@example.com' };

describe('PixModule.forRootFromEnv', () => {
  it('reads what ConfigModule loads from a file, also if it is imported later', async () => {
    const envFilePath = await writeEnv('PIX_');
    const pix = PixModule.forRootFromEnv();
    const testing = await Test.createTestingModule({
      imports: [pix, ConfigModule.forRoot({ envFilePath })],
    }).compile();
    const cob = await testing.get(PixCobService).createWithTxid(generateTxid(), charge);
    expect(cob.status).toBe('ATIVA');
    await testing.close();
  });

  it('reads the variables of a named account', async () => {
    const envFilePath = await writeEnv('PIX_FILIAL_SUL_');
    const testing = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot({ envFilePath }),
        PixModule.forRootFromEnv({ name: 'filial-sul' }),
      ],
    }).compile();
    const client = testing.get<PixClient>(getPixClientToken('filial-sul'));
    expect((await client.cob.createWithTxid(generateTxid(), charge)).status).toBe('ATIVA');
    await testing.close();
  });

  it('names the missing variables when the application starts', async () => {
    const building = Test.createTestingModule({
      imports: [PixModule.forRootFromEnv({ name: 'matriz' })],
    }).compile();
    await expect(building).rejects.toThrow(
      /PIX_MATRIZ_PROVIDER is missing.*PIX_MATRIZ_CLIENT_ID is missing/,
    );
  });

  it.each<[object, RegExp]>([
    [{ prefix: 'pix' }, /prefix must be capital letters/],
    [{ nome: 'filial' }, /nome is not an option: did you mean name/],
    [{ name: '' }, /name must/],
  ])('refuses the argument %j at once', (options, message) => {
    expect(() => PixModule.forRootFromEnv(options)).toThrow(message);
  });
});
