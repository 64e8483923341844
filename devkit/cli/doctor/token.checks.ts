import {
  createLeanAdapter,
  createPixAgent,
  isHandshakeRefusal,
  splitScopes,
  type PixAccount,
  type PixTrust,
  type ProxySelector,
} from 'nestjs-pix/internal';
import { handshake, parseEndpoint } from '../handshake.js';
import { both } from '../language.js';
import { describeFailure, locate } from './connection.checks.js';
import { failed, passed, skipped, warned, type Finding } from './finding.js';
import { describeRefused, describeScopes, findRefused } from './scopes.check.js';
import { requestToken, type TokenAnswer, type TokenClient } from './token-request.js';
import {
  describeReset,
  describeSilence,
  describeUnreadable,
  explainRefusal,
} from './token.advice.js';

const MAX_RESPONSE_BYTES = 256 * 1024;
/** The codes of a connection that the server ended. */
const RESETS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'closed']);
/** Time in which a server that refuses the client certificate ends a connection without a request. */
const HOLD_MS = 1_000;
/** The header `Date` has whole seconds, and responses take time. */
const SMALL_SKEW_MS = 5_000;
const LARGE_SKEW_MS = 60_000;

interface TokenCheck {
  readonly account: PixAccount;
  readonly client: TokenClient;
  readonly trust: PixTrust;
  /** Absent for direct connections. */
  readonly proxy?: ProxySelector | undefined;
  /** Seconds. */
  readonly timeout: number;
  readonly owner: object;
}

type Request = (scopes: readonly string[]) => Promise<TokenAnswer>;

/** Checks token, granted scopes and clock, at each token endpoint of the account. */
export async function checkTokens(check: TokenCheck): Promise<Finding[]> {
  const { account, client, trust, proxy, timeout, owner } = check;
  const { tokenUrl, families = {}, scopes } = account;
  if (tokenUrl === undefined) {
    return [skipped('token', 'este sandbox usa um token fixo', 'this sandbox uses a fixed token')];
  }
  const agent = createPixAgent({ ...trust, proxy });
  const http = createLeanAdapter({
    agent,
    timeout,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    hints: false,
  });
  const select = splitScopes(scopes, families, tokenUrl);
  const others = Object.values(families).flatMap((family) => family.tokenUrl ?? []);
  try {
    const findings: Finding[] = [];
    for (const url of new Set([tokenUrl, ...others])) {
      const request: Request = (names) => requestToken(account, client, url, names, http, owner);
      findings.push(...(await checkEndpoint(url, select(url), check, request)));
    }
    return findings;
  } finally {
    agent.destroy();
  }
}

async function checkEndpoint(
  url: string,
  scopes: readonly string[],
  check: TokenCheck,
  request: Request,
): Promise<Finding[]> {
  const answer = await request(scopes);
  if (answer.failure !== undefined) return [await explainFailure(answer.failure, url, check)];
  if (answer.unreadable !== undefined) return [describeUnreadable(answer.unreadable)];
  const clock = describeClock(answer);
  if (answer.issued) return [describeIssued(url), describeScopes(scopes, answer), clock];
  if (answer.error === 'invalid_scope') {
    return [
      passed('token', 'o banco aceita as credenciais', 'the bank accepts the credentials'),
      describeRefused(await findRefused(scopes, check.account, request), scopes),
      clock,
    ];
  }
  return [explainRefusal(answer), clock];
}

function describeIssued(url: string): Finding {
  const { host } = parseEndpoint(url);
  return passed('token', `emitido por ${host}`, `issued by ${host}`);
}

/**
 * Explains why the token request got no response, although the server accepted the connection before. Servers that
 * refuse the client certificate may end the connection after the handshake, without an alert.
 */
async function explainFailure(
  code: string,
  url: string,
  { trust, proxy, timeout }: TokenCheck,
): Promise<Finding> {
  const endpoint = locate(url, proxy);
  if (code === 'timeout') return describeSilence(endpoint, timeout);
  if (!RESETS.has(code)) return describeFailure(code, endpoint, isHandshakeRefusal(code));
  const held = await handshake({ ...trust, proxy, baseUrl: url, holdMs: HOLD_MS }, timeout);
  if (held.failure === undefined) return describeReset(endpoint, code);
  return describeFailure(held.failure, endpoint, held.refusesClient);
}

function describeClock({ skew }: TokenAnswer): Finding {
  if (skew === undefined) {
    return skipped(
      'clock',
      'a resposta não tem o cabeçalho Date',
      'the response has no Date header',
    );
  }
  const seconds = Math.round(Math.abs(skew) / 1000);
  const size = Math.abs(skew);
  if (size <= SMALL_SKEW_MS) return passed('clock', 'certo', 'right');
  const report = size > LARGE_SKEW_MS ? failed : warned;
  return report(
    'clock',
    both(
      `o relógio desta máquina difere ${seconds} s do relógio do banco`,
      `this machine's clock differs from the bank's by ${seconds} s`,
    ),
    both(
      'Ligue a sincronização do relógio:\nsudo timedatectl set-ntp true',
      'Turn on the synchronization of the clock:\nsudo timedatectl set-ntp true',
    ),
  );
}
