import { listOf, must, nonEmptyText, objectOf } from '../errors/index.js';

/** The checks of an account. */
export const accountChecks = ['tokenEndpoint', 'certificate', 'retryBudget', 'tokenStore'] as const;
/** The checks of a receiver. */
export const receiverChecks = ['eventStore', 'queue', 'reconciler'] as const;

export type PixAccountCheck = (typeof accountChecks)[number];
export type PixReceiverCheck = (typeof receiverChecks)[number];

interface CheckOptions<Check extends string> {
  /** Name of the account or receiver. Default: the one without a name. */
  name?: string | undefined;
  /** How long a check may take, in seconds. A check that takes longer is `down`. Default: 3. */
  timeout?: number | undefined;
  /**
   * The checks whose state `down` makes the indicator `down`; the others are only reported. Default:
   * see {@link PixAccountHealthOptions} and {@link PixReceiverHealthOptions}.
   */
  failOn?: readonly Check[] | undefined;
}

/**
 * Options of `PixHealthIndicator.checkAccount`. By default, `tokenEndpoint`, `certificate` and
 * `tokenStore` make it fail. An empty retry budget does not: it recovers only by successful calls,
 * which an instance without traffic never makes.
 */
export interface PixAccountHealthOptions extends CheckOptions<PixAccountCheck> {
  /**
   * How long the last answer of the token endpoint counts, in seconds. An older one makes the state
   * `unknown` while a token is still valid: the check never requests a token that no call needs,
   * because providers limit token requests. Default: 300.
   */
  tokenAnswerMaxAge?: number | undefined;
}

/** Options of `PixHealthIndicator.checkReceiver`. By default, all checks make it fail. */
export interface PixReceiverHealthOptions extends CheckOptions<PixReceiverCheck> {
  /**
   * How far the cursor of the reconciler may be behind, in seconds. Default: three times
   * `reconciler.every`; without `every`, the lag is reported and its state is `unknown`.
   */
  maxReconcilerLag?: number | undefined;
}

const seconds = (most: number) =>
  must(
    `a number of seconds above 0, at most ${most}`,
    (value) => typeof value === 'number' && value > 0 && value <= most,
  );

const oneOf = (names: readonly string[]) =>
  must(`one of ${names.join(', ')}`, (value) => names.some((name) => name === value));

const common = { name: nonEmptyText, timeout: seconds(60) };
const DAY = 24 * 60 * 60;

export const accountHealthRule = objectOf<PixAccountHealthOptions>({
  ...common,
  failOn: listOf('a list of checks', oneOf(accountChecks)),
  tokenAnswerMaxAge: seconds(DAY),
});

export const receiverHealthRule = objectOf<PixReceiverHealthOptions>({
  ...common,
  failOn: listOf('a list of checks', oneOf(receiverChecks)),
  maxReconcilerLag: seconds(30 * DAY),
});
