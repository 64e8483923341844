/** A request of a client, as its public code sends it. */
export interface ClientRequest {
  readonly method: string;
  /** Below the base path; `{txid}` is the charge of the test. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent unchanged. */
  readonly body?: string;
  readonly status: number;
}

/** How a published client of a bank writes requests. Recorded from its source: `npm run test:clients` runs those that can be installed. */
export interface RecordedClient {
  readonly name: string;
  /** Repository, commit and files. */
  readonly source: string;
  readonly quirks: 'efi' | 'inter' | 'sicoob' | 'sicredi';
  readonly token: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** Of the address. */
    readonly query?: string;
  };
  readonly requests: readonly ClientRequest[];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const COB = JSON.stringify({
  calendario: { expiracao: 3600 },
  valor: { original: '37.00' },
  chave: 'loja@example.com',
});
const CHANGE = JSON.stringify({ solicitacaoPagador: 'Camiseta' });
const WEBHOOK = JSON.stringify({ webhookUrl: 'https://loja.example.com/pix' });
const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
/** Registers a webhook without the test call, as Efí documents it. */
const SKIP = { 'x-skip-mtls-checking': 'true' };

const GRANT = '{"grant_type":"client_credentials"}';

/** The tests replace `{id}`, `{secret}` and `{basic}` by the credentials of the simulator. */
const BASIC = { authorization: 'Basic {basic}' };

const efiPython: RecordedClient = {
  name: 'the SDK of Efí for Python',
  source:
    'github.com/efipay/sdk-python-apis-efi at 1763e694a242, efipay/endpoints.py: pretty-printed token body; no Content-Type without a body; the route of the list of due-date charges ends with a slash',
  quirks: 'efi',
  token: {
    headers: { ...BASIC, ...JSON_TYPE },
    body: '{\r\n    "grant_type": "client_credentials"\r\n}',
  },
  requests: [
    { method: 'PUT', path: '/cob/{txid}', headers: JSON_TYPE, body: COB, status: 201 },
    { method: 'PATCH', path: '/cob/{txid}', headers: JSON_TYPE, body: CHANGE, status: 200 },
    { method: 'GET', path: `/cobv/?${PERIOD}`, headers: {}, status: 200 },
    {
      method: 'PUT',
      path: '/webhook/loja@example.com',
      headers: { ...JSON_TYPE, ...SKIP },
      body: WEBHOOK,
      status: 200,
    },
    { method: 'DELETE', path: '/webhook/loja@example.com', headers: {}, status: 204 },
  ],
};

const efiPhp: RecordedClient = {
  name: 'the SDK of Efí for PHP',
  source:
    'github.com/efipay/sdk-php-apis-efi at 05fbda42e2b3, src/Efi/ApiRequest.php and Auth.php: Guzzle sends the empty list as the JSON body of requests that have none',
  quirks: 'efi',
  token: { headers: { ...BASIC, ...JSON_TYPE }, body: GRANT },
  requests: [
    { method: 'PUT', path: '/cob/{txid}', headers: JSON_TYPE, body: COB, status: 201 },
    { method: 'GET', path: '/cob/{txid}', headers: JSON_TYPE, body: '[]', status: 200 },
    { method: 'PATCH', path: '/cob/{txid}', headers: JSON_TYPE, body: CHANGE, status: 200 },
    {
      method: 'PUT',
      path: '/webhook/loja@example.com',
      headers: { ...JSON_TYPE, ...SKIP },
      body: WEBHOOK,
      status: 200,
    },
    {
      method: 'DELETE',
      path: '/webhook/loja@example.com',
      headers: JSON_TYPE,
      body: '[]',
      status: 204,
    },
  ],
};

const JAVA = { ...JSON_TYPE, charset: 'UTF-8' };
const efiJava: RecordedClient = {
  name: 'the SDK of Efí for Java',
  source:
    'github.com/efipay/sdk-java-apis-efi at 00fae7011131, Request.java and Auth.java: PATCH is a POST with X-HTTP-Method-Override; a header charset; DELETE has the body {}',
  quirks: 'efi',
  token: { headers: { ...BASIC, ...JAVA }, body: GRANT },
  requests: [
    { method: 'PUT', path: '/cob/{txid}', headers: JAVA, body: COB, status: 201 },
    {
      method: 'POST',
      path: '/cob/{txid}',
      headers: { ...JAVA, 'x-http-method-override': 'PATCH' },
      body: CHANGE,
      status: 200,
    },
    { method: 'GET', path: `/cobv/?${PERIOD}`, headers: JAVA, status: 200 },
    {
      method: 'PUT',
      path: '/webhook/loja@example.com',
      headers: { ...JAVA, ...SKIP },
      body: WEBHOOK,
      status: 200,
    },
    { method: 'DELETE', path: '/webhook/loja@example.com', headers: JAVA, body: '{}', status: 204 },
  ],
};

const GO = { accept: 'application/json', 'api-sdk': 'go-1.0.0' };
const efiGo: RecordedClient = {
  name: 'the SDK of Efí for Go',
  source:
    'github.com/efipay/sdk-go-apis-efi at 51691413b9a0, src/efipay/pix/requester_pix.go and auth_pix.go: only POST and PUT have a Content-Type; requests without a body send null',
  quirks: 'efi',
  token: { headers: { ...BASIC, ...JSON_TYPE, charset: 'utf-8' }, body: `${GRANT}\n` },
  requests: [
    {
      method: 'PUT',
      path: '/cob/{txid}',
      headers: { ...GO, ...JSON_TYPE },
      body: `${COB}\n`,
      status: 201,
    },
    { method: 'PATCH', path: '/cob/{txid}', headers: GO, body: `${CHANGE}\n`, status: 200 },
    { method: 'GET', path: '/cob/{txid}', headers: GO, body: 'null\n', status: 200 },
    {
      method: 'PUT',
      path: '/webhook/loja@example.com',
      headers: { ...GO, ...JSON_TYPE, ...SKIP },
      body: `${WEBHOOK}\n`,
      status: 200,
    },
    {
      method: 'DELETE',
      path: '/webhook/loja@example.com',
      headers: GO,
      body: 'null\n',
      status: 204,
    },
  ],
};

/** Fields of the SDK's model of a debtor, in its order. */
const DEBTOR = {
  cpf: '12345678909',
  cnpj: null,
  nome: 'Fulano de Tal',
  email: null,
  cidade: null,
  uf: null,
  cep: null,
  logradouro: null,
};
const INTER_COB = JSON.stringify({
  txid: null,
  calendario: { expiracao: 3600, criacao: null },
  devedor: DEBTOR,
  loc: null,
  valor: { original: '37.00', modalidadeAlteracao: null, retirada: null },
  chave: 'loja@example.com',
  solicitacaoPagador: null,
  infoAdicionais: [],
});
const INTER_CHANGE = JSON.stringify({
  txid: null,
  calendario: null,
  devedor: null,
  loc: null,
  valor: { original: '38.00', modalidadeAlteracao: null, retirada: null },
  chave: null,
  solicitacaoPagador: null,
  infoAdicionais: [],
});
const INTER_COBV = JSON.stringify({
  chave: 'loja@example.com',
  solicitacaoPagador: null,
  infoAdicionais: [],
  devedor: { ...DEBTOR, cidade: 'Recife', uf: 'PE', cep: '70011750', logradouro: 'Rua A, 1' },
  loc: null,
  valor: { original: '37.00', multa: null, juros: null, abatimento: null, desconto: null },
  calendario: { criacao: null, validadeAposVencimento: 30, dataDeVencimento: '2098-04-15' },
  txid: null,
});

const INTER = { ...JSON_TYPE, 'x-inter-sdk': 'python', 'x-inter-sdk-version': '1.0.2' };
const interPython: RecordedClient = {
  name: 'the SDK of Banco Inter for Python',
  source:
    'github.com/inter-co/pj-sdk-python at 3504130c7645, HttpUtils.py, TokenUtils.py and pix/models: every field that is not set is null; a Content-Type on each request; credentials and scope in the form',
  quirks: 'inter',
  token: {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'client_id={id}&client_secret={secret}&grant_type=client_credentials&scope=cob.write+cob.read+cobv.write',
  },
  requests: [
    { method: 'POST', path: '/cob', headers: INTER, body: INTER_COB, status: 201 },
    { method: 'PUT', path: '/cob/{txid}', headers: INTER, body: INTER_COB, status: 201 },
    { method: 'PATCH', path: '/cob/{txid}', headers: INTER, body: INTER_CHANGE, status: 200 },
    { method: 'PUT', path: '/cobv/{txid}v', headers: INTER, body: INTER_COBV, status: 201 },
    { method: 'GET', path: `/cob?${PERIOD}&paginacao.paginaAtual=0`, headers: INTER, status: 200 },
  ],
};

const sicrediPhp: RecordedClient = {
  name: 'the clients of Sicredi for PHP',
  source:
    'github.com/raphaelvserafim/api-sicredi-pix at fda4a44225b0, src/PixSicredi.php, and github.com/divulgueregional/api-sicredi at d2063c1, src/SicrediPix.php: token parameters in the query, an empty body as JSON; version 2 of each path',
  quirks: 'sicredi',
  token: {
    headers: { ...BASIC, ...JSON_TYPE },
    body: '',
    query: '?grant_type=client_credentials&scope=cob.write+cob.read+webhook.read+webhook.write',
  },
  requests: [
    { method: 'POST', path: '/v2/cob', headers: JSON_TYPE, body: COB, status: 201 },
    { method: 'PUT', path: '/v2/cob/{txid}', headers: JSON_TYPE, body: COB, status: 201 },
    { method: 'GET', path: '/v2/cob/{txid}', headers: JSON_TYPE, status: 200 },
    { method: 'GET', path: '/v3/cob/{txid}', headers: JSON_TYPE, status: 200 },
    { method: 'GET', path: '/v1/cob/{txid}', headers: JSON_TYPE, status: 404 },
  ],
};

const sicoobPhp: RecordedClient = {
  name: 'the client elemke/sicoob-pix for PHP',
  source: 'github.com/elemke/sicoob-pix at 59811528ecb2, src/ClientHttp.php: no header client_id',
  quirks: 'sicoob',
  token: {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&client_id={id}&scope=cob.write+cob.read',
  },
  requests: [
    { method: 'PUT', path: '/cob/{txid}', headers: JSON_TYPE, body: COB, status: 201 },
    { method: 'GET', path: '/cob/{txid}', headers: {}, status: 200 },
  ],
};

export const recordedClients = [
  efiPython,
  efiPhp,
  efiJava,
  efiGo,
  interPython,
  sicrediPhp,
  sicoobPhp,
];
