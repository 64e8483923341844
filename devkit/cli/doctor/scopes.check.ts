import type { PixAccount } from 'nestjs-pix/internal';
import { both } from '../language.js';
import { failed, passed, type Finding } from './finding.js';
import type { TokenAnswer } from './token-request.js';

/** Token requests after which the search for refused scopes ends, at a bank without a published limit. */
const MAX_REQUESTS = 10;

/** What the search for refused scopes found. */
export interface RefusedScopes {
  readonly refused: readonly string[];
  /** The answer that ended the search before all scopes were requested: it says nothing about scopes. */
  readonly endedBy?: TokenAnswer;
}

/** Compares the scopes of the response with the requested ones. */
export function describeScopes(requested: readonly string[], { granted }: TokenAnswer): Finding {
  if (granted === undefined) {
    return passed(
      'scopes',
      'o banco não informa os escopos que concedeu',
      'the bank does not state which scopes it granted',
    );
  }
  const missing = requested.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) return describeMissing(missing, requested);
  return passed('scopes', requested.join(' '), requested.join(' '));
}

function describeMissing(missing: readonly string[], requested: readonly string[]): Finding {
  if (missing.length === 0) {
    return failed(
      'scopes',
      both('o banco recusa este conjunto de escopos', 'the bank refuses this set of scopes'),
      both(
        `Peça menos escopos e repita o comando:\nPIX_SCOPES="${requested.join(' ')}"`,
        `Request fewer scopes and repeat the command:\nPIX_SCOPES="${requested.join(' ')}"`,
      ),
    );
  }
  const names = missing.join(' ');
  const rest = requested.filter((scope) => !missing.includes(scope)).join(' ');
  return failed(
    'scopes',
    both(`o banco não concede: ${names}`, `the bank does not grant: ${names}`),
    both(
      `Peça ao banco esses escopos, ou peça só os concedidos:\nPIX_SCOPES="${rest}"`,
      `Request these scopes from the bank, or request only the granted ones:\nPIX_SCOPES="${rest}"`,
    ),
  );
}

/** Describes the result of the search. */
export function describeRefused(
  { refused, endedBy }: RefusedScopes,
  requested: readonly string[],
): Finding {
  if (endedBy === undefined || refused.length > 0) return describeMissing(refused, requested);
  const reason = endedBy.failure ?? `HTTP ${endedBy.status}`;
  return failed(
    'scopes',
    both(
      `o banco recusa este conjunto de escopos; a busca pelos recusados parou (${reason})`,
      `the bank refuses this set of scopes; the search for the refused ones ended early (${reason})`,
    ),
    both('Espere um minuto e repita o comando.', 'Wait for a minute and repeat the command.'),
  );
}

/**
 * Finds the scopes that the bank refuses: requests those of one family after the other, up to the bank's limit of token
 * requests. Only `invalid_scope` and a token without them count. The list is empty if each family alone is granted.
 */
export async function findRefused(
  scopes: readonly string[],
  { provider }: Pick<PixAccount, 'provider'>,
  request: (scopes: readonly string[]) => Promise<TokenAnswer>,
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
    const { issued, error, granted = names } = answer;
    if (issued) refused.push(...names.filter((name) => !granted.includes(name)));
    else if (error === 'invalid_scope') refused.push(...names);
    else return { refused, endedBy: answer };
  }
  return { refused };
}
