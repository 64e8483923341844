import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { redact } from '../../lib/errors/index.js';
import { createPixClient, type PixClient } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const SECRETS = [
  'QWxhZGRpbg/do+cofre=',
  'opensesameopensesame',
  'sesame-sesame-header',
  'SESAME@loja.example',
  // The access token.
  'opaque~sesame/token',
] as const;

let provider: ScriptedProvider;
let client: PixClient;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  const [clientSecret, appKey, header, chave] = SECRETS;
  provider.token = {
    body: { access_token: SECRETS[4], token_type: 'Bearer', expires_in: 3600 },
  };
  client = await createPixClient({
    ...provider.options(),
    clientSecret,
    appKey,
    chave,
    headers: { 'X-Api-Key': header },
  });
});

afterAll(async () => {
  await client.close();
  await provider.close();
});

it.each(['plain', 'percent-encoded'])(
  'an error masks the secrets of the account that the provider repeats, %s',
  async (spelling) => {
    for (const secret of SECRETS) {
      const echo = spelling === 'plain' ? secret : encodeURIComponent(secret);
      provider.api = {
        status: 400,
        body: {
          title: `O valor ${echo} é estranho`,
          detail: `recebido <${echo}>`,
          violacoes: [{ razao: echo, propriedade: 'x', valor: [echo], [echo]: 1 }],
        },
      };
      const error: unknown = await client.cob
        .get('a'.repeat(26))
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'PixErroValidacaoException', detail: 'recebido <***>' });
      expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain(echo);
    }
  },
);

it('an error masks the secret headers of its call, which are released when the call ends', async () => {
  const values = { Cookie: 'cookie-of-one-call', 'x-auth': 'auth-of-one-call' };
  const headers = { ...values, 'x-trace': 'trace-of-one-call' };
  const echo = Object.values(headers).join(' ');
  provider.api = { status: 400, body: { detail: echo } };
  await expect(client.cob.get('a'.repeat(26), {}, { headers })).rejects.toMatchObject({
    detail: '*** *** trace-of-one-call',
  });
  expect(redact(echo)).toBe(echo);
});

describe('close', () => {
  const open = () =>
    createPixClient({ ...provider.options(), clientSecret: 'shared-secret-of-2-clients' });
  const TOKEN = 'token-of-a-client-that-closes-1';
  const texts = `shared-secret-of-2-clients ${TOKEN}`;

  it('releases the secrets of the client unless another client uses them', async () => {
    provider.token = { body: { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 } };
    provider.api = { status: 400, body: { detail: texts } };
    const [one, other] = await Promise.all([open(), open()]);
    const call = (pix: PixClient) => pix.cob.get('a'.repeat(26));
    const failure: unknown = await call(one).catch((reason: unknown) => reason);
    await expect(call(other)).rejects.toThrow('*** ***');

    await one.close();
    expect(redact(texts)).toBe('*** ***');
    await one.close();
    expect(redact(texts)).toBe('*** ***');

    await other.close();
    expect(redact(texts)).toBe(texts);
    // An error created while the secrets were registered stays masked.
    expect(inspect(failure, { depth: 9 }) + JSON.stringify(failure)).not.toContain(TOKEN);
  });

  it('masks the secrets in the error of a call that it interrupts', async () => {
    const isAsked = new Promise<void>((resolve) => {
      provider.api = (_, response) => {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.write(`{"detail":"${texts}`, () => resolve());
        return undefined;
      };
    });
    const pix = await open();
    const failure = pix.cob.get('a'.repeat(26)).catch((reason: unknown) => reason);
    await isAsked;
    await pix.close({ drain: 0 });
    const printed = inspect(await failure, { depth: 9 });
    expect(printed).toContain('PixErroTransporteException');
    expect(printed).not.toContain('shared-secret');
    expect(redact(texts)).toBe(texts);
  });
});

it('a failed start masks the secrets of its options and releases them', async () => {
  const passphrase = 'passphrase of the start';
  const options = { ...provider.options(), baseUrl: 'x', [passphrase]: 1 } as never;
  const failure: unknown = await createPixClient(
    Object.assign(options, { clientSecret: passphrase }),
  ).catch((reason: unknown) => reason);
  expect(inspect(failure)).toContain('a name of 23 characters is not an option');
  expect(redact(passphrase)).toBe(passphrase);
});
