import { afterEach, describe, expect, it } from '@jest/globals';
import { PixSimulator, type PixSimulatorOptions } from '../../../../devkit/simulator/index.js';
import { createPixClient, type PixClientAuth } from '../../../../lib/index.js';
import { pixProviders, type PixProviderName } from '../../../../lib/providers/index.js';
import { BareClient, type BareResponse } from '../../support/bare-client.js';

const names = Object.keys(pixProviders) as PixProviderName[];
const CREDENTIALS = { client_id: 'loja', client_secret: 'segredo' };
const GRANT = { grant_type: 'client_credentials', scope: 'cob.read' };
type Style = readonly [clientAuth: PixClientAuth, encoding: 'form' | 'json'];
const STYLES: readonly Style[] = [
  ['basic', 'form'],
  ['basic', 'json'],
  ['body', 'form'],
  ['body', 'json'],
];

let simulator: PixSimulator;
let client: BareClient;
afterEach(async () => {
  client.close();
  await simulator.close();
});

async function start(options: PixSimulatorOptions): Promise<void> {
  simulator = await PixSimulator.start({
    clientId: CREDENTIALS.client_id,
    clientSecret: CREDENTIALS.client_secret,
    ...options,
  });
  client = new BareClient(simulator);
}

function requestToken([clientAuth, encoding]: Style): Promise<BareResponse> {
  const fields = { ...GRANT, ...(clientAuth === 'body' && CREDENTIALS) };
  const headers = clientAuth === 'basic' ? { authorization: client.basic() } : {};
  return encoding === 'form'
    ? client.requestToken(fields, headers)
    : client.send('POST', simulator.tokenUrl, { body: fields, headers });
}

async function listAccepted(): Promise<Style[]> {
  const accepted: Style[] = [];
  for (const style of STYLES) if ((await requestToken(style)).status === 200) accepted.push(style);
  return accepted;
}

describe('the token endpoint of a simulator', () => {
  it('accepts every style without quirks', async () => {
    await start({});
    expect(await listAccepted()).toEqual(STYLES);
  });

  it.each(names)('accepts only the styles that the profile of %s allows', async (quirks) => {
    await start({ quirks });
    const { clientAuth, token = {} } = pixProviders[quirks];
    const { encoding } = token;
    expect(await listAccepted()).toEqual(
      STYLES.filter(([auth, body]) => auth === (clientAuth ?? auth) && body === (encoding ?? body)),
    );
  });

  it.each<[PixProviderName, Style, number, string, string]>([
    ['bb', ['body', 'form'], 401, 'invalid_client', 'HTTP Basic'],
    ['inter', ['basic', 'form'], 401, 'invalid_client', 'client_secret in the body'],
    ['efi', ['basic', 'form'], 400, 'invalid_request', 'JSON'],
  ])('with the quirks of %s refuses %j with %i %s and names %s', async (quirks, style, ...is) => {
    const [status, error, name] = is;
    await start({ quirks });
    const response = await requestToken(style);
    expect(response).toMatchObject({ status, body: { error } });
    expect(response.body.error_description).toContain(name);
    expect('www-authenticate' in response.headers).toBe(status === 401 && style[0] === 'basic');
  });

  it('refuses JSON if the quirks state a form', async () => {
    await start({ quirks: { scopes: ['cob.read'], token: { encoding: 'form' } } });
    expect(await listAccepted()).toEqual([
      ['basic', 'form'],
      ['body', 'form'],
    ]);
  });

  it('accepts the identifier in the body of a client without a secret at any provider', async () => {
    await start({ quirks: 'bb', clientSecret: null });
    const fields = { ...GRANT, client_id: CREDENTIALS.client_id };
    expect((await client.requestToken(fields, {})).status).toBe(200);
  });

  it('refuses a client of the library with another client authentication than the profile', async () => {
    await start({ quirks: 'inter' });
    const pix = await createPixClient({ ...simulator.moduleOptions, clientAuth: 'basic' });
    await expect(pix.cob.get('pedido00000000000000000001')).rejects.toMatchObject({
      status: 401,
      type: 'invalid_client',
    });
    await pix.close();
  });
});
