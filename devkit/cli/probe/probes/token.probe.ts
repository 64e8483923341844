import { ordinaryPixScopes } from 'nestjs-pix';
import { both } from '../../language.js';
import { conforms, deviates, fact, note, unknown } from '../model/findings.js';
import type { Fact, Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import type { Tour } from '../tour.js';
import { isRefusal } from '../wire/answer.js';
import { requestToken, type TokenGrant, type TokenStyle } from '../wire/token-request.js';

/** A style with the scopes to send in its first request. */
interface Attempt {
  readonly style: TokenStyle;
  readonly sendScope: boolean;
}

const STYLES: readonly TokenStyle[] = [
  { clientAuth: 'basic', encoding: 'form', grantTypeIn: 'body' },
  { clientAuth: 'body', encoding: 'form', grantTypeIn: 'body' },
  { clientAuth: 'basic', encoding: 'json', grantTypeIn: 'body' },
  { clientAuth: 'body', encoding: 'json', grantTypeIn: 'body' },
  { clientAuth: 'body', encoding: 'form', grantTypeIn: 'query' },
];

/** In this order; the first that is accepted is used. A provider may refuse the parameter `scope` itself. */
const ATTEMPTS: readonly Attempt[] = [
  ...STYLES.map((style) => ({ style, sendScope: true })),
  ...STYLES.slice(0, 4).map((style) => ({ style, sendScope: false })),
];

export const tokenProbe: Probe = {
  id: 'token',
  title: both('Pedido de token', 'Token request'),
  sends: both(
    'pedidos de token, do comum (Basic, formulário, escopo) aos raros, até um ser aceito; se for Basic, um com o segredo no corpo; depois um sem segredo e um com `grant_type` na URL',
    'token requests, from the usual one (Basic, form, scope) to rare ones, until one is accepted; after Basic, one with the secret in the body; then one without the secret and one with `grant_type` in the URL',
  ),
  writes: false,
  decides: ['clientAuth', 'token', 'server.token.noSecret'],
  run: async (tour) => {
    if (tour.target.tokenUrl === undefined) {
      return [
        note('usa o token fixo da configuração', 'uses the fixed token of the configuration'),
      ];
    }
    const attempt = await findStyle(tour);
    if (attempt === undefined) {
      return [unknown('nenhum pedido de token foi aceito', 'no token request was accepted')];
    }
    tour.style = attempt.style;
    return [
      describeStyle(tour, attempt),
      ...(await probeOtherAuth(tour, attempt)),
      ...(await probeSecret(tour, attempt)),
      ...(await probeGrantType(tour, attempt)),
    ];
  },
};

async function findStyle(tour: Tour): Promise<Attempt | undefined> {
  const isSecretless = tour.target.clientSecret === undefined;
  for (const attempt of ATTEMPTS) {
    // Without a secret there is nothing for Basic.
    if (isSecretless && attempt.style.clientAuth === 'basic') continue;
    const grant = await request(tour, attempt);
    // Whoever refuses the scopes has accepted the client.
    if (grant.accessToken !== undefined || grant.refusesScope) {
      if (grant.accessToken !== undefined) {
        tour.requested = attempt.sendScope ? ordinaryPixScopes : undefined;
        tour.granted = grant.scopes;
        tour.useToken(grant);
      }
      return attempt;
    }
    if (tour.wire.isGivenUp) return undefined;
  }
  return undefined;
}

function request(tour: Tour, { style, sendScope }: Attempt): Promise<TokenGrant> {
  return requestToken(tour, style, sendScope ? ordinaryPixScopes : undefined);
}

function describeStyle({ target }: Tour, { style, sendScope }: Attempt): Finding {
  const { clientAuth, encoding, grantTypeIn } = style;
  const secret = target.clientSecret === undefined ? undefined : clientAuth;
  const where = { basic: 'HTTP Basic', body: 'client_secret_post' };
  const parts = [
    secret === undefined ? 'client_id' : where[secret],
    encoding === 'json' ? 'JSON' : 'form',
    ...(grantTypeIn === 'query' ? ['?grant_type='] : []),
    ...(sendScope ? [] : ['-scope']),
  ];
  const facts: Fact[] = [
    ...(secret === 'body' ? [fact('body', 'clientAuth')] : []),
    ...(encoding === 'json' ? [fact('json', 'token', 'encoding')] : []),
    ...(grantTypeIn === 'query'
      ? [fact({ grant_type: 'client_credentials' }, 'token', 'query')]
      : []),
    ...(sendScope ? [] : [fact(false, 'token', 'sendScope')]),
  ];
  const text = [`aceita ${parts.join(', ')}`, `accepts ${parts.join(', ')}`] as const;
  return facts.length === 0 ? conforms(...text) : deviates(...text, ...facts);
}

/** Sends the secret in the body to a bank that accepts HTTP Basic, which the tour tries first. */
async function probeOtherAuth(tour: Tour, { style, sendScope }: Attempt): Promise<Finding[]> {
  if (tour.target.clientSecret === undefined || style.clientAuth === 'body') return [];
  const { accessToken, refusesScope, answer } = await request(tour, {
    style: { ...style, clientAuth: 'body' },
    sendScope,
  });
  if (accessToken !== undefined || refusesScope) {
    return [note('também aceita o segredo no corpo', 'also accepts the secret in the body')];
  }
  return answer.status === 401 || isRefusal(answer)
    ? [
        note(
          'recusa o segredo no corpo',
          'refuses the secret in the body',
          fact('basic', 'clientAuth'),
        ),
      ]
    : [];
}

async function probeSecret(tour: Tour, { style, sendScope }: Attempt): Promise<Finding[]> {
  const text = [
    'o certificado e o client_id bastam: dispensa o segredo',
    'certificate and client_id are sufficient: it needs no secret',
  ] as const;
  if (tour.target.clientSecret === undefined) {
    return [note(...text, fact(true, 'server', 'token', 'noSecret'))];
  }
  const { accessToken, refusesScope, answer } = await request(tour, {
    style: { ...style, secret: false },
    sendScope,
  });
  if (accessToken !== undefined || refusesScope) {
    return [note(...text, fact(true, 'server', 'token', 'noSecret'))];
  }
  return answer.status === 0
    ? []
    : [conforms('recusa o cliente sem segredo', 'refuses the client without its secret')];
}

async function probeGrantType(tour: Tour, { style, sendScope }: Attempt): Promise<Finding[]> {
  if (style.grantTypeIn === 'query') return [];
  const inQuery = { ...style, grantTypeIn: 'query' } as const;
  const { accessToken } = await request(tour, { style: inQuery, sendScope });
  if (accessToken === undefined) return [];
  tour.observations.grantTypeInQuery = true;
  return [note('também aceita grant_type na URL', 'also accepts grant_type in the URL')];
}
