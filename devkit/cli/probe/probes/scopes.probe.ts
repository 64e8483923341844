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
import { both } from '../../language.js';
import { conforms, deviates, fact, note, unknown } from '../model/findings.js';
import type { Fact, Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import type { Tour } from '../tour.js';
import { isRefusal } from '../wire/answer.js';
import { requestToken, type TokenGrant, type TokenStyle } from '../wire/token-request.js';

/** The lifetime of tokens that needs no field. */
const DEFAULT_LIFETIME = 3600;
/** No provider has it. */
const INVENTED_SCOPE = 'nestjs-pix.probe';

export const scopesProbe: Probe = {
  id: 'scopes',
  title: both('Escopos e validade do token', 'Scopes and lifetime of a token'),
  sends: both(
    'pede tokens sem escopo, com todos os escopos da especificação, com um escopo inventado; se recusados, um por família',
    'token requests: without a scope, with all scopes of the specification, with an invented scope; if refused, one for each family',
  ),
  writes: false,
  decides: [
    'scopes',
    'server.token.scopeRequired',
    'server.token.grantsFewer',
    'server.token.lifetime',
  ],
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
function adopt(tour: Tour, grant: TokenGrant, requested: readonly string[] | undefined): void {
  const scopes = grant.scopes ?? requested;
  if (grant.accessToken === undefined) return;
  if (tour.hasToken && (scopes?.length ?? 0) <= (tour.granted?.length ?? 0)) return;
  tour.requested = requested;
  tour.granted = scopes;
  tour.useToken(grant);
}

async function probeWithoutScope(tour: Tour, style: TokenStyle): Promise<Finding[]> {
  const grant = await requestToken(tour, style, undefined);
  if (grant.accessToken !== undefined) {
    adopt(tour, grant, undefined);
    return [note('o escopo é opcional no pedido', 'the scope is optional in the request')];
  }
  if (!grant.refusesScope && !isRefusal(grant.answer)) return [];
  const text = ['exige escopo no pedido', 'requires a scope in the request'] as const;
  return [note(...text, fact(true, 'server', 'token', 'scopeRequired'))];
}

async function probeAllScopes(tour: Tour, style: TokenStyle): Promise<Finding[]> {
  const all = await requestToken(tour, style, pixScopes);
  adopt(tour, all, pixScopes);
  if (all.accessToken === undefined) {
    return all.refusesScope ? [describeFewer(false)] : [];
  }
  const isWhole = pixScopes.every((scope) => all.scopes?.includes(scope) ?? true);
  if (!isWhole) return [describeFewer(true)];
  const [known = ''] = all.scopes ?? pixScopes;
  const { accessToken, scopes, refusesScope } = await requestToken(tour, style, [
    known,
    INVENTED_SCOPE,
  ]);
  if (refusesScope) return [describeFewer(false)];
  const omits = accessToken !== undefined && scopes?.includes(INVENTED_SCOPE) === false;
  return omits ? [describeFewer(true)] : [];
}

function describeFewer(grantsFewer: boolean): Finding {
  if (grantsFewer) {
    return note(
      'omite os escopos que não concede',
      'omits scopes that it does not grant',
      fact(true, 'server', 'token', 'grantsFewer'),
    );
  }
  return note(
    'recusa pedidos com escopos que não concede',
    'refuses requests with scopes that it does not grant',
  );
}

/** Requests the scopes of one family after the other, if no other response named the granted ones. */
async function findGranted(tour: Tour, style: TokenStyle): Promise<void> {
  const granted: string[] = [];
  for (const family of pixFamilies) {
    const scopes = listFamilyScopes(family).filter((scope) => !granted.includes(scope));
    if (scopes.length === 0 || tour.wire.isGivenUp) continue;
    const grant = await requestToken(tour, style, scopes);
    if (grant.accessToken !== undefined) granted.push(...(grant.scopes ?? scopes));
  }
  if (granted.length === 0) return;
  adopt(tour, await requestToken(tour, style, granted), granted);
}

function describeGranted({ granted }: Tour): Finding {
  if (granted === undefined) {
    return unknown('os escopos concedidos são desconhecidos', 'the granted scopes are unknown');
  }
  const ordinary = ordinaryPixScopes.filter((scope) => granted.includes(scope));
  const missing = ordinaryPixScopes.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) {
    return conforms('concede os escopos do Pix comum', 'grants the scopes of ordinary Pix');
  }
  const names = missing.join(', ');
  return deviates(
    `não concede a este cliente: ${names}`,
    `does not grant this client: ${names}`,
    fact(ordinary, 'scopes'),
  );
}

function describeLifetime({ hasToken, lifetime }: Tour): Finding[] {
  if (!hasToken) return [];
  if (lifetime === undefined) {
    return [deviates('a resposta não tem expires_in', 'the response has no expires_in')];
  }
  const text = [`o token vale ${lifetime} s`, `a token is valid for ${lifetime} s`] as const;
  if (lifetime === DEFAULT_LIFETIME) return [note(...text)];
  return [note(...text, fact(lifetime, 'server', 'token', 'lifetime'))];
}

/** Reads which features the granted scopes belong to. A feature whose addresses are unknown is not decided. */
export const featuresProbe: Probe = {
  id: 'features',
  title: both('Produtos', 'Features'),
  sends: both(
    'se há operações além da especificação, um pedido de token com os escopos delas',
    'if there are operations beyond the specification, a token request with their scopes',
  ),
  writes: false,
  decides: ['features'],
  run: async (tour) => {
    const findings: Finding[] = [];
    for (const feature of pixFeatures) findings.push(...(await probeFeature(tour, feature)));
    return findings;
  },
};

async function probeFeature(tour: Tour, feature: PixFeature): Promise<Finding[]> {
  const { granted } = tour;
  const isServed = allOperations.some((row) => findFeature(row) === feature && tour.exists(row));
  if (granted === undefined || !isServed) return [];
  const all = resolveFeatureScopes({}, feature) ?? [];
  const more = await findMoreScopes(tour, feature, granted);
  const own = [...all.filter((scope) => granted.includes(scope)), ...more];
  return describeFeature(feature, all, own);
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
  const grant = await requestToken(tour, tour.style, [...granted, ...more]);
  return more.filter((scope) => grant.scopes?.includes(scope) === true);
}

function describeFeature(
  feature: PixFeature,
  all: readonly string[],
  own: readonly string[],
): Finding[] {
  if (own.length === all.length && all.every((scope) => own.includes(scope))) {
    return [conforms(`concede os escopos de ${feature}`, `grants the scopes of ${feature}`)];
  }
  const features: Fact =
    own.length === 0 ? fact({}, 'features') : fact({ [feature]: own }, 'features');
  const list = own.length === 0 ? '0' : own.join(', ');
  return [
    note(
      `dos escopos de ${feature}, concede a este cliente: ${list}`,
      `of the scopes of ${feature}, it grants this client: ${list}`,
      features,
    ),
  ];
}
