const RECEIVER = 'only a receiver of notifications sees it; the probe receives none';
const CONTRACT = 'it is in the documentation of the bank';
const FAILURE = 'it appears only when the bank fails or limits calls';

/** The report of `nestjs-pix probe` in English. */
export const probeTexts = {
  title: 'Pix probe',
  readOnly: 'read-only',
  requests: 'requests',
  base: 'API',
  tokens: 'Tokens',
  draft: 'Draft of the profile',
  unseenTitle: 'What the probe does not see',
  share:
    'This report contains no secrets or personal data. If the bank has no profile, send it at https://github.com/nestjs-pix/nestjs-pix/issues/new?template=new-bank.yml',
  verdicts: {
    conforms: 'as specified',
    deviates: 'differs from the specification',
    note: 'the specification does not say',
    unknown: 'unknown',
  },
  outcomes: { complete: 'complete', 'no-token': 'no token', 'no-connection': 'no connection' },
  /** Fields of a profile that no probe decides, and why. An issue for a new bank needs them from another source. */
  unseen: {
    name: CONTRACT,
    code: CONTRACT,
    'production.families': CONTRACT,
    sandbox: CONTRACT,
    scopeGroups: CONTRACT,
    sandboxOnly: CONTRACT,
    productionOnly: CONTRACT,
    'token.maxLifetime': 'a token shows its own lifetime, not the longest possible one',
    rateLimits: 'the probe does not exceed limits on purpose',
    'server.tokenRequests': 'the probe stops at the first token request that the bank accepts',
    'server.versions': 'the probe stops at the first version that the bank accepts',
    'server.statuses.PUT /pix/{e2eid}/devolucao/{id}': 'the probe neither pays nor refunds',
    'server.autoPay': 'the probe sees that a small charge is paid, not up to which amount',
    'server.errors.statuses.429': FAILURE,
    'server.errors.statuses.500': FAILURE,
    'server.errors.tooManyRequests': FAILURE,
    'server.webhook.bareArray': RECEIVER,
    'server.webhook.retryDelays': RECEIVER,
    'server.webhook.keepPathParameter': RECEIVER,
  },
  /** Title of each probe. docs/probe.md states what it sends. */
  probes: {
    tls: 'Connection and certificates',
    token: 'Token request',
    scopes: 'Scopes and lifetime of a token',
    operations: 'Operations and versions',
    features: 'Features',
    extras: 'Headers and parameters of each call',
    lists: 'Lists',
    records: 'Records that do not exist',
    access: 'Missing or wrong token, or missing scope',
    charge: 'Immediate charge',
    webhook: 'Webhook registration',
    tolerance: 'Forms of requests that it accepts',
    headers: 'Headers of responses',
    errors: 'Error format',
    clock: 'Clock and limits',
  },

  notAsked: { noToken: 'not asked: there is no token', readOnly: 'not asked: --read-only' },
  stopped: 'the bank stopped responding',

  tls: {
    noConnection: (codes: string) => `no connection (${codes})`,
    signedBy: (issuer: string) => `server certificate signed by ${issuer}`,
    validFor: (days: number) => `the server certificate is valid for ${days} more days`,
    expiresIn: (days: number) => `the server certificate expires in ${days} days`,
    accepts: (versions: string) => `accepts ${versions}`,
    withoutCertificate: (status: number) =>
      `without a client certificate it responds with ${status}: the connection does not require one`,
    unknown: (failure: string) =>
      `whether it requires a client certificate is unknown (${failure})`,
    required: 'requires a client certificate (mTLS)',
  },
  token: {
    fixed: 'uses the fixed token of the configuration',
    refused: 'no token request was accepted',
    accepts: (style: string) => `accepts ${style}`,
    alsoInBody: 'also accepts the secret in the body',
    notInBody: 'refuses the secret in the body',
    noSecret: 'certificate and client_id are sufficient: it needs no secret',
    needsSecret: 'refuses the client without its secret',
    inQuery: 'also accepts grant_type in the URL',
  },
  scopes: {
    optional: 'the scope is optional in the request',
    required: 'requires a scope in the request',
    omits: 'omits scopes that it does not grant',
    refuses: 'refuses requests with scopes that it does not grant',
    unknown: 'the granted scopes are unknown',
    ordinary: 'grants the scopes of ordinary Pix',
    missing: (names: string) => `does not grant this client: ${names}`,
    noLifetime: 'the response has no expires_in',
    lifetime: (seconds: number) => `a token is valid for ${seconds} s`,
    feature: (feature: string) => `grants the scopes of ${feature}`,
    ofFeature: (feature: string, list: string) =>
      `of the scopes of ${feature}, it grants this client: ${list}`,
  },
  operations: {
    beyond: (names: string) => `beyond the specification: ${names}`,
    found: (found: number, asked: number) => `${found} of ${asked} operations exist`,
    open: (count: number) => `the responses do not show whether ${count} operations exist`,
    versions: (list: string) => `paths begin with versions: ${list}`,
    missing: (names: string) => `does not offer: ${names}`,
    elsewhere: (families: string) => `are not at this address: ${families}`,
    complete: 'no operation that was asked for is missing',
  },
  extras: {
    refused: 'calls are refused with all known combinations',
    none: 'requires nothing more',
    required: (names: string) => `requires on each call: ${names}`,
    account: (name: string) => `reads the account from the header ${name}`,
  },
  lists: {
    conform: (list: string) => `${list}: empty list, period, milliseconds and names as specified`,
    zero: (parameter: string) => `whether it reads ${parameter} is unknown: it accepts 0`,
    unreadable: (list: string, one: string, other: string) =>
      `${list}: a valid filter gets ${one}, an invalid one ${other}`,
    notFound: (list: string) => `${list}: an empty list is 404`,
    noItems: (list: string, field: string) => `${list}: the empty list lacks the field ${field}`,
    fractions: (list: string) => `${list}: refuses milliseconds in inicio and fim`,
    period: (list: string, days: number) => `${list}: periods of up to ${days} days`,
    renamed: (list: string, name: string, variant: string) =>
      `${list}: the parameter ${name} is called ${variant}`,
    wholePage: 'accepts pages of 1000 items',
    largestPage: (size: number) => `accepts pages of up to ${size} items`,
  },
  records: {
    gets: (family: string, status: number) =>
      `/${family}: a record that does not exist gets ${status}`,
    plus: 'phone keys have a +',
    noPlus: 'phone keys have no +',
  },
  access: {
    withoutToken: 'without a token',
    invalidToken: 'with an invalid token',
    withoutScope: 'without the scope',
    noResponse: (access: string) => `${access}: no response`,
  },
  charge: {
    noKey: 'without PIX_CHAVE no charge was created',
    nullAccepted: 'accepts null members in bodies',
    nullRefused: 'refuses null members in bodies',
    paysAlone: 'the bank pays small test charges by itself',
    remains: (seconds: number) =>
      `a charge of R$ 0.01 may exist and was not removed; it expires in ${seconds} s`,
    refused: (name: string, result: string) => `${name}: the charge was refused (${result})`,
    unclear: (name: string, result: string) =>
      `${name}: the response does not show whether the charge exists (${result})`,
    active: 'the created charge is ATIVA',
    inactive: 'the created charge is not ATIVA',
    noCode: 'the response has no pixCopiaECola',
    renamedCode: (alias: string) => `pixCopiaECola is called ${alias}`,
  },
  webhook: {
    noKey: 'without PIX_CHAVE no webhook was registered',
    kept: 'the key has a webhook, which was left unchanged',
    lookUp: (status: string) => `the look-up of the webhook gets ${status}`,
    remains: (address: string) => `the test webhook could not be removed: remove ${address}`,
    httpAccepted: 'accepts http addresses',
    httpRefused: 'refuses http addresses',
    http: (status: string) => `http address: ${status}`,
    registration: (status: string) => `registration: ${status}`,
    uncalled: 'registers the address without calling it first',
    called: (header: string) =>
      `calls the address before it registers it; the header ${header} skips that`,
    unanswered: 'refuses an address that does not respond',
  },
  http: {
    slashAccepted: 'accepts a / at the end of a path',
    slashRefused: 'refuses a / at the end of a path',
    slashUnknown: 'whether it accepts a / at the end of a path is unknown',
    method: (header: string) => `reads the method from the header ${header}`,
    typeRequired: 'requires a Content-Type with a body',
    untyped: 'reads JSON bodies without a Content-Type',
    id: (headers: string) => `identifier of the call in the response: ${headers}`,
    type: (type: string) => `Content-Type of responses: ${type}`,
  },
  errors: {
    none: 'no error was seen',
    problems: 'errors are problems (RFC 7807)',
    formats: (list: string) => `error formats: ${list}`,
    foreign: (list: string) => `errors in other formats: ${list}`,
    types: (list: string) => `media type of problems: ${list}`,
  },
  clock: {
    limited: (count: number) => `calls are limited: got 429 (${count})`,
    headers: (names: string) => `headers of limits: ${names}`,
    noDate: 'responses have no Date header',
    agrees: "the bank's clock agrees with this machine's",
    differs: (seconds: number) => `the bank's clock differs from this machine's by ${seconds} s`,
  },
};

/** The report of `nestjs-pix probe` in one language. */
export type ProbeTexts = typeof probeTexts;
