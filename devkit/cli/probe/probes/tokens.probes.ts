// The probes of the connection and of token requests.
import { ordinaryPixScopes, pixScopes, type PixFeature } from 'nestjs-pix';
import {
  allOperations,
  findFeature,
  listFamilyScopes,
  pixFamilies,
  pixFeatures,
  providerOperations,
  resolveFeatureScopes,
} from 'nestjs-pix/spec';
import { handshake, type Handshake } from '../../connection.js';
import type { ProbeTexts } from '../../texts/probe.en.js';
import {
  conforms,
  deviates,
  fact,
  note,
  unknown,
  type Fact,
  type ProbeFinding,
} from '../report.js';
import { isRefusal, type Probe, type ProbeGrant, type TokenStyle, type Tour } from '../tour.js';

const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;
/** Time limit of a handshake in seconds. */
const TIMEOUT = 5;

export const tlsProbe: Probe = {
  id: 'tls',
  writes: false,
  run: async (tour) => {
    const results: Handshake[] = [];
    for (const version of VERSIONS) results.push(await handshake(tour.target, TIMEOUT, version));
    const connected = results.filter(({ version }) => version !== undefined);
    if (connected.length === 0) return [describeFailure(results, tour.texts.tls)];
    tour.isConnected = true;
    return [...describeHandshakes(connected, tour.texts.tls), await probeWithoutCertificate(tour)];
  },
};

function describeFailure(results: readonly Handshake[], texts: ProbeTexts['tls']): ProbeFinding {
  const codes = [...new Set(results.map(({ failure = '' }) => failure))].join(', ');
  return unknown(texts.noConnection(codes));
}

function describeHandshakes(
  connected: readonly Handshake[],
  texts: ProbeTexts['tls'],
): ProbeFinding[] {
  const versions = connected.map(({ version = '' }) => version).join(', ');
  const { issuer, daysLeft = 0 } = connected[0] ?? {};
  const authority = issuer === undefined ? [] : [note(texts.signedBy(issuer))];
  const validity =
    daysLeft > 14 ? conforms(texts.validFor(daysLeft)) : deviates(texts.expiresIn(daysLeft));
  return [conforms(texts.accepts(versions)), ...authority, validity];
}

/**
 * A response to a request without a certificate shows that the handshake does not require one. That it fails shows the
 * contrary only if the same request with the certificate gets a response.
 */
async function probeWithoutCertificate({ wire, target, texts }: Tour): Promise<ProbeFinding> {
  const request = { method: 'GET', url: target.baseUrl };
  const { status, failure } = await wire.send({ ...request, certificate: false });
  if (failure === undefined) return note(texts.tls.withoutCertificate(status));
  const control = target.certificate === undefined ? undefined : await wire.send(request);
  if (control?.failure !== undefined || control === undefined || failure === 'timeout') {
    return unknown(texts.tls.unknown(failure));
  }
  return conforms(texts.tls.required, fact(true, 'mutualTls'));
}

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
  writes: false,
  run: async (tour) => {
    if (tour.target.tokenUrl === undefined) return [note(tour.texts.token.fixed)];
    const attempt = await findStyle(tour);
    if (attempt === undefined) return [unknown(tour.texts.token.refused)];
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
    // A bank that refuses the scopes has accepted the client.
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

function request(tour: Tour, { style, sendScope }: Attempt): Promise<ProbeGrant> {
  return tour.requestToken(style, sendScope ? ordinaryPixScopes : undefined);
}

function describeStyle({ target, texts }: Tour, { style, sendScope }: Attempt): ProbeFinding {
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
  const text = texts.token.accepts(parts.join(', '));
  return facts.length === 0 ? conforms(text) : deviates(text, ...facts);
}

/** Sends the secret in the body to a bank that accepts HTTP Basic, which the tour tries first. */
async function probeOtherAuth(tour: Tour, { style, sendScope }: Attempt): Promise<ProbeFinding[]> {
  if (tour.target.clientSecret === undefined || style.clientAuth === 'body') return [];
  const grant = await request(tour, { style: { ...style, clientAuth: 'body' }, sendScope });
  if (grant.accessToken !== undefined || grant.refusesScope) {
    return [note(tour.texts.token.alsoInBody)];
  }
  return grant.status === 401 || isRefusal(grant)
    ? [note(tour.texts.token.notInBody, fact('basic', 'clientAuth'))]
    : [];
}

async function probeSecret(tour: Tour, { style, sendScope }: Attempt): Promise<ProbeFinding[]> {
  const { noSecret, needsSecret } = tour.texts.token;
  const unneeded = note(noSecret, fact(true, 'server', 'token', 'noSecret'));
  if (tour.target.clientSecret === undefined) return [unneeded];
  const { accessToken, refusesScope, status } = await request(tour, {
    style: { ...style, secret: false },
    sendScope,
  });
  if (accessToken !== undefined || refusesScope) return [unneeded];
  return status === 0 ? [] : [conforms(needsSecret)];
}

async function probeGrantType(tour: Tour, { style, sendScope }: Attempt): Promise<ProbeFinding[]> {
  if (style.grantTypeIn === 'query') return [];
  const inQuery = { ...style, grantTypeIn: 'query' } as const;
  const { accessToken } = await request(tour, { style: inQuery, sendScope });
  if (accessToken === undefined) return [];
  tour.observations.grantTypeInQuery = true;
  return [note(tour.texts.token.inQuery)];
}

/** The lifetime of tokens that needs no field. */
const DEFAULT_LIFETIME = 3600;
/** No provider has it. */
const INVENTED_SCOPE = 'nestjs-pix.probe';

export const scopesProbe: Probe = {
  id: 'scopes',
  writes: false,
  run: async (tour) => {
    const { style } = tour;
    if (style === undefined) return [];
    const findings = [
      ...(await probeWithoutScope(tour, style)),
      ...(await probeAllScopes(tour, style)),
    ];
    if (tour.granted === undefined || !tour.hasToken) await findGranted(tour, style);
    return [...findings, describeGranted(tour), ...describeLifetime(tour)];
  },
};

/** Uses a token if it has more scopes than that of the tour. */
function adopt(tour: Tour, grant: ProbeGrant, requested: readonly string[] | undefined): void {
  const scopes = grant.scopes ?? requested;
  if (grant.accessToken === undefined) return;
  if (tour.hasToken && (scopes?.length ?? 0) <= (tour.granted?.length ?? 0)) return;
  tour.requested = requested;
  tour.granted = scopes;
  tour.useToken(grant);
}

async function probeWithoutScope(tour: Tour, style: TokenStyle): Promise<ProbeFinding[]> {
  const grant = await tour.requestToken(style, undefined);
  if (grant.accessToken !== undefined) {
    adopt(tour, grant, undefined);
    return [note(tour.texts.scopes.optional)];
  }
  if (!grant.refusesScope && !isRefusal(grant)) return [];
  return [note(tour.texts.scopes.required, fact(true, 'server', 'token', 'scopeRequired'))];
}

async function probeAllScopes(tour: Tour, style: TokenStyle): Promise<ProbeFinding[]> {
  const texts = tour.texts.scopes;
  const all = await tour.requestToken(style, pixScopes);
  adopt(tour, all, pixScopes);
  if (all.accessToken === undefined) return all.refusesScope ? [describeFewer(false, texts)] : [];
  const isWhole = pixScopes.every((scope) => all.scopes?.includes(scope) ?? true);
  if (!isWhole) return [describeFewer(true, texts)];
  const [known = ''] = all.scopes ?? pixScopes;
  const { accessToken, scopes, refusesScope } = await tour.requestToken(style, [
    known,
    INVENTED_SCOPE,
  ]);
  if (refusesScope) return [describeFewer(false, texts)];
  const omits = accessToken !== undefined && scopes?.includes(INVENTED_SCOPE) === false;
  return omits ? [describeFewer(true, texts)] : [];
}

function describeFewer(grantsFewer: boolean, texts: ProbeTexts['scopes']): ProbeFinding {
  if (grantsFewer) return note(texts.omits, fact(true, 'server', 'token', 'grantsFewer'));
  return note(texts.refuses);
}

/** Requests the scopes of one family after the other, if no other response named the granted ones. */
async function findGranted(tour: Tour, style: TokenStyle): Promise<void> {
  const granted: string[] = [];
  for (const family of pixFamilies) {
    const scopes = listFamilyScopes(family).filter((scope) => !granted.includes(scope));
    if (scopes.length === 0 || tour.wire.isGivenUp) continue;
    const grant = await tour.requestToken(style, scopes);
    if (grant.accessToken !== undefined) granted.push(...(grant.scopes ?? scopes));
  }
  if (granted.length === 0) return;
  adopt(tour, await tour.requestToken(style, granted), granted);
}

function describeGranted({ granted, texts: { scopes } }: Tour): ProbeFinding {
  if (granted === undefined) return unknown(scopes.unknown);
  const ordinary = ordinaryPixScopes.filter((scope) => granted.includes(scope));
  const missing = ordinaryPixScopes.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return conforms(scopes.ordinary);
  const names = missing.join(', ');
  return deviates(scopes.missing(names), fact(ordinary, 'scopes'));
}

function describeLifetime({ hasToken, lifetime, texts: { scopes } }: Tour): ProbeFinding[] {
  if (!hasToken) return [];
  if (lifetime === undefined) return [deviates(scopes.noLifetime)];
  const text = scopes.lifetime(lifetime);
  if (lifetime === DEFAULT_LIFETIME) return [note(text)];
  return [note(text, fact(lifetime, 'server', 'token', 'lifetime'))];
}

/** Reads which features the granted scopes belong to. A feature whose addresses are unknown is not decided. */
export const featuresProbe: Probe = {
  id: 'features',
  writes: false,
  run: async (tour) => {
    const findings: ProbeFinding[] = [];
    for (const feature of pixFeatures) findings.push(...(await probeFeature(tour, feature)));
    return findings;
  },
};

async function probeFeature(tour: Tour, feature: PixFeature): Promise<ProbeFinding[]> {
  const { granted } = tour;
  const isServed = allOperations.some((row) => findFeature(row) === feature && tour.exists(row));
  if (granted === undefined || !isServed) return [];
  const all = resolveFeatureScopes({}, feature) ?? [];
  const more = await findMoreScopes(tour, feature, granted);
  const own = [...all.filter((scope) => granted.includes(scope)), ...more];
  return describeFeature(feature, all, own, tour.texts.scopes);
}

/** Requests the scopes of the operations that only some providers offer. Counts those that the response names. */
async function findMoreScopes(
  tour: Tour,
  feature: PixFeature,
  granted: readonly string[],
): Promise<readonly string[]> {
  const rows = providerOperations.filter((row) => findFeature(row) === feature && tour.exists(row));
  const scopes = new Set(rows.map(({ scope }) => scope).filter((scope) => scope !== null));
  const more = [...scopes].filter((scope) => !pixScopes.includes(scope));
  if (tour.style === undefined || more.length === 0) return [];
  const grant = await tour.requestToken(tour.style, [...granted, ...more]);
  return more.filter((scope) => grant.scopes?.includes(scope) === true);
}

function describeFeature(
  feature: PixFeature,
  all: readonly string[],
  own: readonly string[],
  texts: ProbeTexts['scopes'],
): ProbeFinding[] {
  if (own.length === all.length && all.every((scope) => own.includes(scope))) {
    return [conforms(texts.feature(feature))];
  }
  const features: Fact =
    own.length === 0 ? fact({}, 'features') : fact({ [feature]: own }, 'features');
  const list = own.length === 0 ? '0' : own.join(', ');
  return [note(texts.ofFeature(feature, list), features)];
}
