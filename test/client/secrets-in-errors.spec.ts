import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { createPixClient } from '../../lib/index.js';
import type { PixClient } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const SECRETS = [
  'QWxhZGRpbg/do+cofre=',
  'opensesameopensesame',
  'sesame-sesame-header',
  // The access token.
  'opaque~sesame/token',
] as const;

let provider: ScriptedProvider;
let client: PixClient;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  const [clientSecret, appKey, header] = SECRETS;
  provider.token = {
    body: { access_token: SECRETS[3], token_type: 'Bearer', expires_in: 3600 },
  };
  client = await createPixClient({
    ...provider.options(),
    clientSecret,
    appKey,
    headers: { 'X-Api-Key': header },
  });
});

afterAll(async () => {
  await client.close();
  await provider.close();
});

it.each(['plain', 'percent-encoded'])(
  'no error has a secret of the account that the provider repeats without a name, %s',
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
