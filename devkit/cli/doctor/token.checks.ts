import {
  isHandshakeRefusal,
  splitScopes,
  type PixAccount,
  type PixTrust,
} from 'nestjs-pix/internal';
import {
  handshake,
  parseEndpoint,
  requestToken,
  Sender,
  type TokenClient,
  type TokenGrant,
} from '../connection.js';
import type { Advice } from '../report.js';
import type { DoctorTexts } from '../texts/doctor.en.js';
import { describeFailure, locate, type Route } from './connection.checks.js';
import { failed, passed, skipped, warned, type CheckFinding } from './finding.js';

/** The codes of a connection that the server ended. */
const RESETS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'closed']);
/** Time in which a server that refuses the client certificate ends a connection without a request. */
const HOLD_MS = 1_000;
/** The header `Date` has whole seconds, and responses take time. */
const SMALL_SKEW_MS = 5_000;
const LARGE_SKEW_MS = 60_000;
/** Token requests after which the search for refused scopes ends, at a bank without a published limit. */
const MAX_REQUESTS = 10;

interface TokenCheck extends Route, Pick<TokenClient, 'clientId' | 'clientSecret'> {
  readonly account: PixAccount;
  readonly trust: PixTrust;
  readonly owner: object;
}

type RequestScopes = (scopes: readonly string[]) => Promise<TokenGrant>;

/** Checks token, granted scopes and clock, at each token endpoint of the account. */
export async function checkTokens(check: TokenCheck): Promise<CheckFinding[]> {
  const { account, clientId, clientSecret, trust, proxy, timeout, owner, texts } = check;
  const { tokenUrl, families = {}, scopes, clientAuth, provider } = account;
  if (tokenUrl === undefined) return [skipped('token', texts.token.fixed)];
  const sender = new Sender(trust, { command: 'doctor', timeout, proxy });
  const select = splitScopes(scopes, families, tokenUrl);
  const others = Object.values(families).flatMap((family) => family.tokenUrl ?? []);
  try {
    const findings: CheckFinding[] = [];
    for (const url of new Set([tokenUrl, ...others])) {
      const client = { clientId, clientSecret, clientAuth, profile: provider.token, tokenUrl: url };
      const request: RequestScopes = (names) => requestToken(sender, client, names, owner);
      findings.push(...(await checkEndpoint(url, select(url), check, request)));
    }
    return findings;
  } finally {
    sender.close();
  }
}

async function checkEndpoint(
  url: string,
  scopes: readonly string[],
  check: TokenCheck,
  request: RequestScopes,
): Promise<CheckFinding[]> {
  const { texts, account } = check;
  const grant = await request(scopes);
  if (grant.unreadable !== undefined) {
    return [failed('token', texts.token.unreadable(grant.unreadable))];
  }
  if (grant.failure !== undefined) return [await explainFailure(grant.failure, url, check)];
  const clock = describeClock(grant, texts);
  if (grant.accessToken !== undefined) {
    const issued = passed('token', texts.token.issued(parseEndpoint(url).host));
    return [issued, describeGranted(scopes, grant, texts), clock];
  }
  if (grant.error === 'invalid_scope') {
    const refused = await findRefused(scopes, account, request);
    const accepted = passed('token', texts.token.accepted);
    return [accepted, describeRefused(refused, scopes, texts), clock];
  }
  return [explainRefusal(grant, texts), clock];
}

/**
 * Explains why the token request got no response, although the server accepted the connection before. Servers that
 * refuse the client certificate may end the connection after the handshake, without an alert.
 */
async function explainFailure(
  code: string,
  url: string,
  { trust, proxy, timeout, texts }: TokenCheck,
): Promise<CheckFinding> {
  const endpoint = locate(url, proxy);
  const { host } = endpoint;
  if (code === 'timeout') return failed('token', texts.token.silence(host, timeout));
  if (!RESETS.has(code)) return describeFailure(code, endpoint, texts, isHandshakeRefusal(code));
  const held = await handshake({ ...trust, proxy, baseUrl: url, holdMs: HOLD_MS }, timeout);
  if (held.failure === undefined) return failed('token', texts.token.reset(host, code));
  return describeFailure(held.failure, endpoint, texts, held.refusesClient);
}

/** The advice for a refused token request, of the catalogue. */
type RefusalName =
  | 'credentials'
  | 'access'
  | 'noEndpoint'
  | 'limit'
  | 'certificate'
  | 'page'
  | 'empty'
  | 'outage'
  | 'other';

const BY_STATUS: Readonly<Record<number, RefusalName>> = {
  401: 'credentials',
  403: 'access',
  404: 'noEndpoint',
  405: 'noEndpoint',
  429: 'limit',
};

/** The errors of RFC 6749, section 5.2, that mean wrong credentials, at banks that answer them with 400. */
const CREDENTIAL_ERRORS: ReadonlySet<string | undefined> = new Set([
  'invalid_client',
  'unauthorized_client',
]);

/** Explains why the bank issued no token. */
function explainRefusal(grant: TokenGrant, { token }: DoctorTexts): CheckFinding {
  const { status, error } = grant;
  const { text, fix }: Advice = token[chooseRefusal(grant)];
  const shown = error === undefined ? `HTTP ${status}` : `HTTP ${status} ${error}`;
  return failed('token', { text: `${text} (${shown})`, fix });
}

function chooseRefusal({ status, error, format, asksForCertificate }: TokenGrant): RefusalName {
  if (asksForCertificate === true) return 'certificate';
  if (CREDENTIAL_ERRORS.has(error)) return 'credentials';
  const known = BY_STATUS[status];
  if (known) return known;
  if (format === 'html') return 'page';
  if (status >= 500) return 'outage';
  if (status >= 300 && status < 400) return 'noEndpoint';
  return status < 300 ? 'empty' : 'other';
}

function describeClock({ skew }: Pick<TokenGrant, 'skew'>, { clock }: DoctorTexts): CheckFinding {
  if (skew === undefined) return skipped('clock', clock.noDate);
  const size = Math.abs(skew);
  if (size <= SMALL_SKEW_MS) return passed('clock', clock.right);
  const report = size > LARGE_SKEW_MS ? failed : warned;
  return report('clock', clock.differs(Math.round(size / 1000)));
}

/** Compares the scopes of the response with the requested ones. */
function describeGranted(
  requested: readonly string[],
  { scopes }: TokenGrant,
  texts: DoctorTexts,
): CheckFinding {
  if (scopes === undefined) return passed('scopes', texts.scopes.unstated);
  const missing = requested.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) return describeMissing(missing, requested, texts);
  return passed('scopes', requested.join(' '));
}

function describeMissing(
  missing: readonly string[],
  requested: readonly string[],
  { scopes }: DoctorTexts,
): CheckFinding {
  if (missing.length === 0) return failed('scopes', scopes.set(requested.join(' ')));
  const rest = requested.filter((scope) => !missing.includes(scope));
  return failed('scopes', scopes.missing(missing.join(' '), rest.join(' ')));
}

/** What of an answer shows which scopes are refused. */
export type ScopeAnswer = Pick<
  TokenGrant,
  'status' | 'failure' | 'accessToken' | 'error' | 'scopes'
>;

/** What the search for refused scopes found. */
interface RefusedScopes {
  readonly refused: readonly string[];
  /** The answer that ended the search before all scopes were requested: it says nothing about scopes. */
  readonly endedBy?: ScopeAnswer;
}

/** Describes the result of the search. */
export function describeRefused(
  { refused, endedBy }: RefusedScopes,
  requested: readonly string[],
  texts: DoctorTexts,
): CheckFinding {
  if (endedBy === undefined || refused.length > 0) {
    return describeMissing(refused, requested, texts);
  }
  return failed('scopes', texts.scopes.endedEarly(endedBy.failure ?? `HTTP ${endedBy.status}`));
}

/**
 * Finds the scopes that the bank refuses: requests those of one family after the other, up to the bank's limit of token
 * requests. Only `invalid_scope` and a token without them count. The list is empty if each family alone is granted.
 */
export async function findRefused(
  scopes: readonly string[],
  { provider }: Pick<PixAccount, 'provider'>,
  request: (scopes: readonly string[]) => Promise<ScopeAnswer>,
): Promise<RefusedScopes> {
  const families = new Map<string, string[]>();
  for (const scope of scopes) {
    const family = scope.split('.')[0] ?? scope;
    families.set(family, [...(families.get(family) ?? []), scope]);
  }
  const limit = (provider.rateLimits?.tokensPerMinute ?? MAX_REQUESTS) - 2;
  const refused: string[] = [];
  for (const names of [...families.values()].slice(0, limit)) {
    const answer = await request(names);
    const { accessToken, error, scopes: granted = names } = answer;
    if (accessToken !== undefined) refused.push(...names.filter((name) => !granted.includes(name)));
    else if (error === 'invalid_scope') refused.push(...names);
    else return { refused, endedBy: answer };
  }
  return { refused };
}
