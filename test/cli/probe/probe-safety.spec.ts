import 'reflect-metadata';
import { afterEach, describe, expect, it } from '@jest/globals';
import { runProbes } from '../../../devkit/cli/probe/probe.js';
import { toJson, toMarkdown, toText, type ProbeReport } from '../../../devkit/cli/probe/report.js';
import { catalogues } from '../../../devkit/cli/texts/catalogues.js';
import { createPixClient } from '../../../lib/index.js';
import { loadCa, loadCertificate } from '../../../lib/transport/index.js';
import { ScriptedProvider, type Received, type Script } from '../../support/scripted-provider.js';
import { buildTarget, probeBank, secrets, simulatedTime, startBank } from './probe-bank.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function renderAll(report: ProbeReport): string {
  return (['pt', 'en'] as const)
    .flatMap((language) =>
      [toText, toMarkdown, toJson].map((render) =>
        render(report, catalogues[language].probe.report),
      ),
    )
    .join('\n');
}

async function startScripted(api: Script, token?: Script, options = {}): Promise<ScriptedProvider> {
  const provider = await ScriptedProvider.start(options);
  closers.push(() => provider.close());
  provider.api = api;
  if (token) provider.token = token;
  return provider;
}

async function probeScripted(
  provider: ScriptedProvider,
  { timeout = 5, readOnly = false } = {},
): Promise<ProbeReport> {
  return runProbes({
    target: {
      environment: 'sandbox',
      baseUrl: `${provider.origin}/pix/v2`,
      tokenUrl: `${provider.origin}/oauth/token`,
      ...secrets,
      certificate: await loadCertificate(provider.client),
      ca: await loadCa(provider.ca),
    },
    readOnly,
    time: { now: () => Date.now(), sleep: () => Promise.resolve() },
    timeout,
    pause: 0,
    texts: catalogues.en.probe.report,
  });
}

describe('a probe', () => {
  it('removes its charges and its webhook', async () => {
    const bank = await startBank();
    closers.push(() => bank.close());
    await probeBank(bank);
    const pix = await createPixClient({ ...bank.moduleOptions, clientId: secrets.clientId });
    closers.push(() => pix.close());
    const period = {
      inicio: new Date(Date.now() - 86_400_000),
      fim: new Date(Date.now() + 86_400_000),
    };
    const { cobs } = await pix.cob.list(period);
    expect(cobs.map(({ status }) => status)).toEqual([
      'REMOVIDA_PELO_USUARIO_RECEBEDOR',
      'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    ]);
    expect((await pix.webhook.list(period)).webhooks).toEqual([]);
    expect((await pix.loc.list(period)).loc).toHaveLength(2);
    expect((await pix.recebidos.list(period)).pix).toEqual([]);
  });

  it('leaves a webhook that is registered unchanged', async () => {
    const bank = await startBank();
    closers.push(() => bank.close());
    const pix = await createPixClient({ ...bank.moduleOptions, clientId: secrets.clientId });
    closers.push(() => pix.close());
    const webhookUrl = 'https://loja.example.com/pix';
    await pix.webhook.register(secrets.chave, { webhookUrl });
    const { sections } = await probeBank(bank);
    expect(await pix.webhook.get(secrets.chave)).toMatchObject({ webhookUrl });
    const webhook = sections.find(({ id }) => id === 'webhook')!;
    expect(webhook.findings.map(({ text }) => text)).toEqual([
      'the key has a webhook, which was left unchanged',
    ]);
  });

  it('creates nothing without a Pix key', async () => {
    const bank = await startBank();
    closers.push(() => bank.close());
    const target = await buildTarget(bank, { chave: undefined });
    await runProbes({
      target,
      readOnly: false,
      time: simulatedTime(bank),
      timeout: 5,
      pause: 0,
      texts: catalogues.en.probe.report,
    });
    const pix = await createPixClient({ ...bank.moduleOptions, clientId: secrets.clientId });
    closers.push(() => pix.close());
    const period = { inicio: new Date(0), fim: new Date(Date.now() + 86_400_000) };
    expect((await pix.cob.list(period)).cobs).toEqual([]);
  });

  it('sends only GET and token requests with --read-only', async () => {
    const provider = await startScripted({ status: 404, body: { nome: 'x', mensagem: 'y' } });
    await probeScripted(provider, { readOnly: true });
    expect(new Set(provider.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(new Set(provider.tokenRequests.map(({ method }) => method))).toEqual(new Set(['POST']));
    expect(provider.requests.length).toBeGreaterThan(10);
  });

  it('writes with a token only empty bodies, small charges and its own webhook', async () => {
    const provider = await startScripted(({ headers }) =>
      headers.authorization === undefined
        ? { status: 401 }
        : { status: 404, body: { nome: 'nao_encontrado', mensagem: 'x' } },
    );
    await probeScripted(provider);
    const writes = provider.requests.filter(
      ({ method, headers }) => method !== 'GET' && headers.authorization !== undefined,
    );
    const kinds = writes.map(({ method, body }) => {
      const { valor, webhookUrl } = JSON.parse(body || '{}');
      return valor
        ? `${method} ${valor.original}`
        : webhookUrl
          ? `${method} webhook`
          : `${method} ${body}`;
    });
    // A request without a body goes to a path that does not exist.
    const nowhere = writes.filter(({ body }) => body === '');
    expect(nowhere.every(({ url }) => url.endsWith('/nestjs-pix-probe-nowhere'))).toBe(true);
    expect(new Set(kinds.filter((kind) => !kind.endsWith(' ')))).toEqual(
      new Set(['POST {}', 'PUT {}', 'PATCH {}', 'PUT 0.01', 'POST 0.01', 'PUT webhook']),
    );
  });

  it('tries to remove a charge whose creation got no response', async () => {
    const provider = await startScripted(({ method, headers, url, body }, _response, request) => {
      if (headers.authorization === undefined) {
        return { status: url.includes('nowhere') ? 404 : 401 };
      }
      if (method !== 'PUT' || !body.includes('0.01')) {
        return { status: 404, body: { nome: 'nao_encontrado', mensagem: 'x' } };
      }
      request.socket.destroy();
      return undefined;
    });
    const report = await probeScripted(provider);
    const created = provider.requests.find(
      ({ method, body }) => method === 'PUT' && body.includes('0.01'),
    )!;
    const removed = provider.requests.find(({ body }) => body.includes('REMOVIDA'))!;
    expect(removed).toMatchObject({ method: 'PATCH', url: created.url });
    expect(toText(report, catalogues.en.probe.report)).toContain(
      'does not show whether the charge exists',
    );
  });

  it('never sends an operation that pays or refunds with a token', async () => {
    const bank = await startScripted(({ url }) =>
      url.includes('nowhere') ? { status: 404 } : { status: 401 },
    );
    await probeScripted(bank);
    const paying = bank.requests.filter(({ url }) => /pagar|devolucao/.test(url));
    expect(paying.length).toBeGreaterThan(0);
    expect(paying.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  it('requests about ten tokens', async () => {
    const bank = await startBank('inter');
    closers.push(() => bank.close());
    await probeBank(bank);
    expect(bank.control.stats.tokenRequests).toBeLessThanOrEqual(12);
  });
});

const hostile: Readonly<Record<string, Script>> = {
  'answers HTML with status 200': {
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html>x</html>',
  },
  'answers a list instead of an object': { body: [1, 2, 3] },
  'answers broken JSON': { headers: { 'content-type': 'application/json' }, body: '{"cobs": [' },
  'answers deeply nested JSON': { body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
  'answers members of unexpected types': {
    body: {
      access_token: 5,
      scope: {},
      cobs: 'x',
      txid: {},
      erros: {},
      nome: [],
      title: 1,
      __proto__: null,
    },
  },
  'answers a huge body': { body: 'x'.repeat(2 * 1024 * 1024) },
  redirects: { status: 302, headers: { location: 'https://127.0.0.1:1/' } },
  'fails with 500': { status: 500, body: '<soap:Envelope><soap:Body/></soap:Envelope>' },
  'closes connections': (_received, _response, request) => {
    request.socket.destroy();
    return undefined;
  },
  'lies about its encoding': { headers: { 'content-encoding': 'gzip' }, body: 'not gzip' },
  'has an invalid Date': { headers: { date: 'yesterday' }, body: {} },
  'limits every call': { status: 429, headers: { 'retry-after': '99999999999' } },
};

describe('a probe of a bank that', () => {
  it.each(Object.keys(hostile))('%s yields a report', async (name) => {
    const provider = await startScripted(hostile[name]!);
    const report = await probeScripted(provider);
    expect(report.outcome).toBe('complete');
    expect(renderAll(report)).toContain('definePixProvider');
    const stated = report.facts.map(({ path }) => path.join('.'));
    // The token endpoint of the scripted provider works, and the listener requires a certificate.
    expect(stated.filter((path) => !['mutualTls', 'server.token.noSecret'].includes(path))).toEqual(
      [],
    );
  });

  it.each(Object.keys(hostile))('%s at the token endpoint yields a report', async (name) => {
    const provider = await startScripted({ status: 401 }, hostile[name]);
    const report = await probeScripted(provider);
    expect(report.outcome).toBe('no-token');
    expect(report.facts.map(({ path }) => path.join('.'))).toEqual(['mutualTls']);
  });

  it('closes every connection is not said to require a client certificate', async () => {
    const provider = await startScripted(hostile['closes connections']!);
    expect(pickFacts(await probeScripted(provider), 'mutualTls')).toEqual({});
  });

  it('stops responding gets few more requests', async () => {
    const provider = await startScripted(() => undefined);
    const report = await probeScripted(provider, { timeout: 0.2 });
    expect(report.outcome).toBe('complete');
    expect(provider.requests.length).toBeLessThanOrEqual(4);
    expect(toText(report, catalogues.en.probe.report)).toContain('the bank stopped responding');
  });

  it('is not there yields a report', async () => {
    const provider = await ScriptedProvider.start();
    await provider.close();
    const report = await probeScripted(provider);
    expect(report.outcome).toBe('no-connection');
    expect(toText(report, catalogues.en.probe.report)).toContain('no connection (ECONNREFUSED)');
  });

  it('does not require a client certificate is not said to require one', async () => {
    const provider = await startScripted({ status: 401 }, undefined, { mutualTls: false });
    const { facts, sections } = await probeScripted(provider);
    expect(facts.filter(({ path: [field] }) => field === 'mutualTls')).toEqual([]);
    expect(sections[0]!.findings.map(({ text }) => text)).toContain(
      'without a client certificate it responds with 401: the connection does not require one',
    );
  });
});

/** Accepts one way to request a token. */
function accept(isRight: (request: Received) => boolean): Script {
  return (request) =>
    isRight(request)
      ? { body: { access_token: 'a-token-of-the-bank', token_type: 'Bearer', expires_in: 600 } }
      : { status: 401, body: { error: 'invalid_client' } };
}

function isJson({ headers }: Received): boolean {
  return headers['content-type'] === 'application/json';
}

function isBasic({ headers }: Received): boolean {
  return headers.authorization !== undefined;
}

describe('a probe of a bank that accepts only', () => {
  it.each<[string, (request: Received) => boolean, Readonly<Record<string, unknown>>]>([
    [
      'the secret in the body',
      (request) => !isBasic(request) && request.body.includes('client_secret'),
      { clientAuth: 'body' },
    ],
    ['Basic', isBasic, { clientAuth: 'basic' }],
    [
      'JSON with Basic',
      (request) => isBasic(request) && isJson(request),
      { clientAuth: 'basic', 'token.encoding': 'json' },
    ],
    [
      'JSON with the secret in the body',
      (request) => !isBasic(request) && isJson(request) && request.body.includes('client_secret'),
      { clientAuth: 'body', 'token.encoding': 'json' },
    ],
    [
      'requests without a scope',
      ({ body }) => !body.includes('scope'),
      { 'token.sendScope': false },
    ],
    [
      'grant_type in the URL',
      ({ url, body }) => url.includes('grant_type') && body.includes('client_secret'),
      { clientAuth: 'body', 'token.query': { grant_type: 'client_credentials' } },
    ],
  ])('%s finds that style', async (_name, isRight, expected) => {
    const provider = await startScripted({ status: 404 }, accept(isRight));
    const { facts, outcome } = await probeScripted(provider);
    expect(outcome).toBe('complete');
    const found = facts.filter(({ path }) => path[0] === 'clientAuth' || path[0] === 'token');
    expect(Object.fromEntries(found.map(({ path, value }) => [path.join('.'), value]))).toEqual(
      expected,
    );
  });
});

const notFound = { status: 404, body: { nome: 'cob_nao_encontrado', mensagem: 'x' } };
const noRoute = { status: 404, body: { nome: 'rota_nao_encontrada', mensagem: 'x' } };

/** Whether a request is for an address that the bank does not have. */
function isNowhere({ method, url }: Received): boolean {
  return url.includes('nowhere') || (method === 'GET' && /\/webhook\?|\/webhook$/.test(url));
}

function pickFacts({ facts }: ProbeReport, ...fields: readonly string[]): Record<string, unknown> {
  const found = facts.filter(({ path: [field = ''] }) => fields.includes(field));
  return Object.fromEntries(found.map(({ path, value }) => [path.join('.'), value]));
}

describe('a probe of a bank that answers 401 at every address without a token', () => {
  it('finds an operation that is missing by comparing responses with a token', async () => {
    const provider = await startScripted((request) => {
      if (request.headers.authorization === undefined) return { status: 401 };
      return isNowhere(request) ? noRoute : notFound;
    });
    const report = await probeScripted(provider);
    expect(Object.keys(pickFacts(report, 'unsupported'))).toEqual(['unsupported.GET /webhook']);
  });

  it('calls nothing missing if a missing record and a missing address look alike', async () => {
    const provider = await startScripted(({ headers }) =>
      headers.authorization === undefined ? { status: 401 } : noRoute,
    );
    const report = await probeScripted(provider);
    expect(pickFacts(report, 'unsupported', 'versions', 'emptyIsNotFound')).toEqual({});
    expect(toText(report, catalogues.en.probe.report)).toMatch(
      /do not show whether \d+ operations exist/,
    );
  });
});

describe('a probe of a list', () => {
  /** A bank that has every address, whose lists use pages as the function says. */
  function listing(page: (size: number) => { status?: number; body?: unknown }): Script {
    return ({ url, headers, method }) => {
      if (url.includes('nowhere')) return { status: 404 };
      if (headers.authorization === undefined) return { status: 401 };
      const query = new URL(url, 'https://a.example').searchParams;
      if (method !== 'GET' || !query.has('inicio')) return notFound;
      if (query.get('inicio') === 'x') return { status: 400 };
      return page(Number(query.get('paginacao.itensPorPagina') ?? 100));
    };
  }

  it('finds a page size that is reduced without an error', async () => {
    const provider = await startScripted(
      listing((size) =>
        size === 0
          ? { status: 400 }
          : { body: { parametros: { paginacao: { itensPorPagina: Math.min(size, 50) } } } },
      ),
    );
    expect(pickFacts(await probeScripted(provider), 'maxItensPorPagina')).toEqual({
      maxItensPorPagina: 50,
    });
  });

  it('finds the largest page that is not refused', async () => {
    const provider = await startScripted(
      listing((size) => (size === 0 || size > 313 ? { status: 422 } : { body: {} })),
    );
    expect(pickFacts(await probeScripted(provider), 'maxItensPorPagina')).toEqual({
      maxItensPorPagina: 313,
    });
  });

  it('states no page size if large pages fail', async () => {
    const provider = await startScripted(
      listing((size) =>
        size === 0 ? { status: 400 } : size > 300 ? { status: 503 } : { body: {} },
      ),
    );
    expect(pickFacts(await probeScripted(provider), 'maxItensPorPagina')).toEqual({});
  });
});

describe('a probe of errors', () => {
  it('does not call pages of HTML problems', async () => {
    const provider = await startScripted(({ url, headers }) => ({
      status: url.includes('nowhere') || headers.authorization !== undefined ? 404 : 401,
      body: '<html>not found</html>',
    }));
    const text = toText(await probeScripted(provider), catalogues.en.probe.report);
    expect(text).toContain('errors in other formats: 404: html');
    expect(text).not.toContain('errors are problems');
  });

  it('does not take the format of a failing gateway for that of the API', async () => {
    const provider = await startScripted(({ url, headers }) => {
      if (url.includes('nowhere')) return { status: 404 };
      if (headers.authorization === undefined) return { status: 401 };
      if (url.includes('/cob')) return { status: 500, body: '<s:Envelope></s:Envelope>' };
      return { status: 404, body: { type: 'https://a.example/x', title: 'x', status: 404 } };
    });
    const report = await probeScripted(provider);
    expect(pickFacts(report, 'server')).toMatchObject({ 'server.errors.statuses.500': 'soap' });
    expect(
      Object.keys(pickFacts(report, 'server')).filter((path) => path.includes('families')),
    ).toEqual([]);
  });
});

describe('a probe of a token endpoint', () => {
  it('states no scopes if the response names none of the Pix API', async () => {
    const provider = await startScripted(notFound, {
      body: { access_token: 'a-token-of-the-bank', scope: 'openid', expires_in: 600 },
    });
    expect(pickFacts(await probeScripted(provider), 'scopes', 'features')).toEqual({});
  });

  it('is not run with a fixed token, and finds the header that carries it', async () => {
    const provider = await startScripted(
      ({ headers, url }) => {
        if (url.includes('nowhere')) return { status: 404 };
        return headers['x-sandbox-token'] === 'fixed-token-canary' ? notFound : { status: 401 };
      },
      undefined,
      { mutualTls: false },
    );
    const report = await runProbes({
      target: {
        environment: 'sandbox',
        baseUrl: `${provider.origin}/pix/v2`,
        fixedToken: 'fixed-token-canary',
        clientId: '',
        ca: await loadCa(provider.ca),
      },
      readOnly: true,
      time: { now: () => Date.now(), sleep: () => Promise.resolve() },
      timeout: 5,
      pause: 0,
      texts: catalogues.en.probe.report,
    });
    expect(provider.tokenRequests).toEqual([]);
    expect(pickFacts(report, 'sandbox')).toEqual({ 'sandbox.tokenHeader': 'x-sandbox-token' });
    expect(report.draft).toContain("mode: 'fixed-token',\n    tokenHeader: 'x-sandbox-token'");
    expect(renderAll(report)).not.toContain('fixed-token-canary');
  });
});

describe('the report of a probe', () => {
  const customer = { cpf: '52998224725', nome: 'Fulana Canaria de Tal', cnpj: '11222333000181' };

  /** Repeats everything it got, and shows customers. */
  const echo: Script = (request) => ({
    status: request.method === 'GET' && request.url.includes('?') ? 200 : 400,
    headers: { 'x-echo': secrets.clientId, 'content-type': 'application/json' },
    body: JSON.stringify({
      title: `${request.headers.authorization} ${request.body}`,
      type: secrets.clientSecret,
      status: 400,
      detail: JSON.stringify({ ...secrets, ...customer }),
      [customer.cpf]: customer,
      [secrets.chave]: '000201echo',
      cobs: [{ devedor: customer, txid: 'canaryTxid00000000000000000001', chave: secrets.chave }],
    }),
  });

  const canaries = [
    ...Object.values(secrets),
    ...Object.values(customer),
    'token-of-the-canary',
    'canaryTxid00000000000000000001',
    'Bearer',
  ];

  it('contains nothing that a bank repeats or shows', async () => {
    const provider = await startScripted(echo, {
      body: {
        access_token: 'token-of-the-canary-1234',
        scope: `cob.read ${secrets.clientSecret} ${secrets.chave} ${customer.cpf} 52998224725`,
        expires_in: 3600,
      },
    });
    const text = renderAll(await probeScripted(provider));
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
  });

  it('contains no name of a field that may be data', async () => {
    const provider = await startScripted(({ method, url, headers }) => {
      if (headers.authorization === undefined) {
        return { status: url.includes('nowhere') ? 404 : 401 };
      }
      if (method !== 'PUT' || !url.includes('/cob/')) return notFound;
      const txid = url.split('/').at(-1);
      const fields = { [customer.cpf]: '000201x', [secrets.chave]: '000201x' };
      return { status: 201, body: { txid, status: 'ATIVA', ...fields } };
    });
    const text = renderAll(await probeScripted(provider));
    expect(text).toContain('the response has no pixCopiaECola');
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
  });

  it('contains nothing of the account or its charges', async () => {
    const bank = await startBank('bb');
    closers.push(() => bank.close());
    const text = renderAll(await probeBank(bank));
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
    // A txid of the probe has letters and digits.
    const words = text.match(/\b[a-zA-Z0-9]{26,35}\b/g) ?? [];
    expect(words.filter((word) => /\d/.test(word))).toEqual([]);
  });
});

describe('a probe of the forms of requests', () => {
  /** A bank that checks tokens and refuses every body, and responds as the function says before that. */
  function checking(more: (received: Received) => ReturnType<typeof resolveRoute>): Script {
    return (received) => {
      const early = more(received);
      if (early !== undefined) return early;
      if (received.headers.authorization === undefined) return { status: 401 };
      return received.method === 'GET' ? notFound : { status: 400, body: { nome: 'x' } };
    };
  }

  function resolveRoute({ method, url }: Received) {
    const isCharge = /\/cob\/\w+\/?$/.test(url);
    if (url.includes('nowhere')) return noRoute;
    return isCharge && method === 'POST' ? { status: 405 } : undefined;
  }

  it('states no tolerance of a bank that refuses every body alike', async () => {
    const provider = await startScripted(
      checking((received) => (received.url.endsWith('/') ? noRoute : resolveRoute(received))),
    );
    const report = await probeScripted(provider);
    expect(provider.requests.some(({ body }) => body === '[]')).toBe(true);
    expect(
      Object.keys(pickFacts(report, 'server')).filter((path) => path.includes('http')),
    ).toEqual([]);
    expect(toText(report, catalogues.en.probe.report)).toContain(
      'refuses a / at the end of a path',
    );
  });

  it('does not take a bank that answers every path alike for one that accepts a slash', async () => {
    const provider = await startScripted(({ url, headers }) => {
      if (url.includes('/v2/nestjs-pix-probe-nowhere')) return noRoute;
      return headers.authorization === undefined ? { status: 401 } : notFound;
    });
    const report = await probeScripted(provider);
    expect(pickFacts(report, 'server')).not.toHaveProperty(['server.http.trailingSlash']);
    expect(toText(report, catalogues.en.probe.report)).toContain(
      'whether it accepts a / at the end of a path is',
    );
  });

  it('names a method in a header only without a token', async () => {
    const provider = await startScripted(
      checking((received) =>
        received.headers['x-http-method-override'] === 'GET'
          ? { status: 401 }
          : resolveRoute(received),
      ),
    );
    const report = await probeScripted(provider);
    expect(pickFacts(report, 'server')).toHaveProperty(
      ['server.http.methodOverride'],
      'x-http-method-override',
    );
    const named = provider.requests.filter(({ headers }) => headers['x-http-method-override']);
    expect(named.map(({ method, headers }) => [method, headers.authorization])).toEqual([
      ['POST', undefined],
    ]);
  });

  it('sends bodies without a Content-Type only if the operation refuses them', async () => {
    const provider = await startScripted(
      checking((received) =>
        received.method === 'PUT' && received.body === '{}'
          ? { status: 201, body: {} }
          : resolveRoute(received),
      ),
    );
    await probeScripted(provider);
    const untyped = provider.requests.filter(
      ({ headers, body }) => body !== '' && headers['content-type'] === undefined,
    );
    expect(untyped).toEqual([]);
  });
});

describe('a probe of the headers of responses', () => {
  /** A bank that sends headers with each response; `*` stands for a new value. */
  async function probeHeaders(headers: Record<string, string>): Promise<ProbeReport> {
    let count = 0;
    const provider = await startScripted(() => {
      count += 1;
      const entries = Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('*', `canario-${count}`),
      ]);
      return { status: 404, headers: Object.fromEntries(entries) as Record<string, string> };
    });
    return probeScripted(provider);
  }

  it('finds a header that identifies each call, without its values', async () => {
    const report = await probeHeaders({ 'apigw-requestid': '*', 'x-banco-trace-id': '*' });
    expect(pickFacts(report, 'correlationHeaders')).toEqual({
      correlationHeaders: ['apigw-requestid', 'x-banco-trace-id'],
    });
    expect(renderAll(report)).not.toContain('canario-');
  });

  it('ignores a header that has the same value in each response', async () => {
    const report = await probeHeaders({ 'apigw-requestid': 'a' });
    expect(pickFacts(report, 'correlationHeaders')).toEqual({});
  });

  it('needs no field for a header that the client reads anyway', async () => {
    const report = await probeHeaders({ 'x-request-id': '*' });
    expect(pickFacts(report, 'correlationHeaders')).toEqual({});
    expect(toText(report, catalogues.en.probe.report)).toContain(
      'identifier of the call in the response: x-request',
    );
  });
});
