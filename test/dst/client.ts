import { PixCredentials, TokenService, type PixTokenStore } from '../../lib/auth/index.js';
import { PixCaller } from '../../lib/client/index.js';
import type { PixProvider } from '../../lib/providers/index.js';
import { PixClient } from '../../lib/resources/index.js';
import type { PixRuntime } from '../../lib/runtime/index.js';
import { AccountHttp, PixAgent, type PixHttp } from '../../lib/transport/index.js';
import { withoutCertificate } from '../support/without-certificate.js';
import { CREDENTIALS, HOST } from './bank.js';
import { TIMEOUT } from './exchange.js';

/** Settings of the client of a run. */
export interface ClientSettings {
  readonly retry:
    { attempts: number; baseDelay: number; maxDelay: number; budget?: number | false } | false;
  /** Seconds. */
  readonly deadline: number;
}

const FAMILIES = 'cob cobv lotecobv cobr pix webhook webhookrec webhookcobr payloadlocation'.split(
  ' ',
);

const SCOPES = FAMILIES.flatMap((family) => [`${family}.read`, `${family}.write`]);

const PROVIDER: PixProvider = {
  name: 'simulator',
  code: '000',
  production: { baseUrl: `${HOST}/pix/v2`, tokenUrl: `${HOST}/oauth/token` },
  scopes: SCOPES,
};

/** No request passes it. A TLS context takes longer to create than the rest of a client. */
const IDLE = new AccountHttp({ agent: new PixAgent() });

/** Creates a client of the library on the virtual network. Only its transport is replaced. */
export function createClient(
  { http, destroy }: { http: PixHttp; destroy: () => void },
  runtime: PixRuntime,
  settings: ClientSettings,
  tokenStore: PixTokenStore,
): PixClient {
  const { baseUrl, tokenUrl } = PROVIDER.production;
  const tokens = new TokenService(
    {
      provider: PROVIDER.name,
      tokenUrl,
      credentials: new PixCredentials(CREDENTIALS.clientId, CREDENTIALS.clientSecret, 'basic'),
      fingerprint: CREDENTIALS.clientId,
      scopes: SCOPES,
      timeout: TIMEOUT,
      runtime,
    },
    http,
    tokenStore,
  );
  const caller = new PixCaller(
    {
      provider: PROVIDER,
      environment: 'production',
      baseUrl,
      headers: { 'Content-Type': 'application/json', client_id: CREDENTIALS.clientId },
      validate: true,
      allowUnknownFields: false,
      leastPrivilege: false,
      checkScopes: true,
      runtime,
      ...settings,
    },
    tokens,
    http,
  );
  return new PixClient(caller, {
    destroy,
    retire: () => undefined,
    trust: withoutCertificate,
    http: IDLE,
  });
}
