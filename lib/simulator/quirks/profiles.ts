import type { SimulatorQuirks } from './quirks.js';

const MINUTE = 60_000;
const CREATED_IS_OK = { '201': 200 };

/**
 * How the providers differ from the specification, as far as public sources tell; none was tried live. Spread one to
 * change it: `{ ...simulatorQuirks.inter, limits: {} }`.
 */
export const simulatorQuirks = {
  /** Sicoob (756): clients without a secret, tokens of 300 s, the header `client_id`, `brcode`, refunds with 200. */
  sicoob: {
    name: 'sicoob',
    basePath: '/pix/api/v2',
    token: {
      path: '/auth/realms/cooperado/protocol/openid-connect/token',
      lifetime: 300,
      noSecret: true,
    },
    required: { headers: ['client_id'] },
    statuses: { 'PUT /pix/{e2eid}/devolucao/{id}': 200 },
    answerNames: { pixCopiaECola: 'brcode' },
  },
  /** Banco do Brasil (001): the application key on each call, two shapes of errors, 404 for no payments, two lists more. */
  bb: {
    name: 'bb',
    own: ['GET /pix-bb', 'GET /pix-bb/devolucoes'],
    required: { query: ['gw-dev-app-key'] },
    errors: { format: 'erros', statuses: { 401: 'gateway', 403: 'gateway', 429: 'gateway' } },
    emptyIsNotFound: ['GET /pix'],
    maxItensPorPagina: 100,
    maxPeriod: { 'GET /pix': 5 },
    client: { appKeyQuery: 'gw-dev-app-key' },
  },
  /** Sicredi (748): a version for each resource, no token without a scope, fewer scopes than asked. */
  sicredi: {
    name: 'sicredi',
    basePath: '/api',
    versions: {
      default: 'v2',
      resources: {
        '/cob/{txid}': 'v3',
        cobr: 'v1',
        rec: 'v1',
        locrec: 'v1',
        solicrec: 'v1',
        webhookcobr: 'v1',
        webhookrec: 'v1',
      },
    },
    token: { scopeRequired: true, grantsFewer: true },
  },
  /**
   * Inter (077): `txId`, no list of webhooks, Pix as bare arrays, few requests a minute; what its sandbox and its
   * production have of their own, both.
   */
  inter: {
    name: 'inter',
    token: { path: '/oauth/v2/token' },
    missing: ['GET /webhook'],
    own: [
      'POST /cob/pagar/{txid}',
      'POST /cobv/pagar/{txid}',
      'GET /webhook/callbacks',
      'POST /webhook/callbacks/retry',
      'GET /lotecobv/{id}/sumario',
      'GET /lotecobv/{id}/situacao/{situacao}',
    ],
    statuses: { 'PUT /webhook/{chave}': 204 },
    query: { 'GET /pix': { txid: 'txId' } },
    accountHeader: 'x-conta-corrente',
    phoneKeyWithoutPlus: true,
    limits: { api: 120, token: 5 },
    webhook: {
      bareArray: true,
      retryDelays: [20 * MINUTE, 30 * MINUTE, 60 * MINUTE, 120 * MINUTE],
    },
    client: { clientAuth: 'body' },
  },
  /** Efí (364): `{ nome, mensagem }`, a test call at registration, charges up to 10.00 that pay themselves. */
  efi: {
    name: 'efi',
    basePath: '/v2',
    errors: {
      families: {
        cob: 'nome-mensagem',
        cobv: 'nome-mensagem',
        pix: 'nome-mensagem',
        webhook: 'nome-mensagem',
        loc: 'nome-mensagem',
      },
      statuses: { 429: 'problem' },
      tooManyRequests: 'BaldeFichasVazio',
    },
    webhook: {
      keepPathParameter: 'ignorar',
      testCall: { skipHeader: 'x-skip-mtls-checking' },
    },
    autoPay: { from: '0.01', to: '10.00' },
    client: { token: { encoding: 'json', sendScope: false } },
  },
  /** Itaú (341): each call names itself. */
  itau: {
    name: 'itau',
    basePath: '/pix_recebimentos/v2',
    token: { path: '/api/oauth/token' },
    required: { headers: ['x-correlationid'] },
    client: {
      clientAuth: 'body',
      token: { sendScope: false },
      correlationHeader: 'x-correlationID',
    },
  },
  /** Santander (033): revisions on v2, no `POST /cob`, whole seconds, `grant_type` in the query. */
  santander: {
    name: 'santander',
    basePath: '/api',
    versions: {
      default: 'v1',
      resources: { 'PATCH /cob/{txid}': 'v2', 'PATCH /cobv/{txid}': 'v2' },
    },
    token: { grantTypeInQuery: true },
    missing: ['POST /cob'],
    wholeSeconds: ['GET /pix'],
    client: { clientAuth: 'body', token: { query: { grant_type: 'client_credentials' } } },
  },
  /** Bradesco (237): 200 for 201, XML for its own failures. */
  bradesco: {
    name: 'bradesco',
    basePath: '/v2',
    statuses: CREATED_IS_OK,
    errors: { statuses: { 500: 'soap' } },
    client: { token: { sendScope: false } },
  },
  /** C6 (336): 200 for 201. */
  c6: {
    name: 'c6',
    basePath: '/v2/pix',
    token: { path: '/v1/auth' },
    statuses: CREATED_IS_OK,
    client: { token: { sendScope: false } },
  },
  /** Banrisul (041): its own addresses. */
  banrisul: {
    name: 'banrisul',
    basePath: '/pix/api-mtls',
    token: { path: '/auth/oauth/v2/token' },
  },
  /** Ailos (085): 200 for 201, the token endpoint below the API. */
  ailos: {
    name: 'ailos',
    basePath: '/ailos/pix-cobranca/api/v1',
    token: { path: '/ailos/pix-cobranca/api/v1/client/connect/token' },
    statuses: CREATED_IS_OK,
    client: { clientAuth: 'body' },
  },
  /** PagBank (290): no `POST /cob`. */
  pagbank: {
    name: 'pagbank',
    basePath: '/instant-payments',
    token: { path: '/pix/oauth2' },
    missing: ['POST /cob'],
    client: { token: { encoding: 'json' } },
  },
} as const satisfies Record<string, SimulatorQuirks>;

/** A provider whose quirks the simulator knows. */
export type SimulatorQuirksName = keyof typeof simulatorQuirks;
