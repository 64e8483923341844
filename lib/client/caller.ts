/** The one way from the services to a provider. */
import type { TokenService } from '../auth/index.js';
import {
  operationName,
  type Body,
  type OptionalKey,
  type Plain,
  type PixOperation,
} from '../contract/index.js';
import {
  AccountObject,
  addCallerFrames,
  holdAccountSecrets,
  inScope,
  isObject,
  isPixAPIException,
  releaseSecrets,
  type AccountView,
} from '../errors/index.js';
import type { PixProvider } from '../providers/index.js';
import { sleep, systemRuntime, type PixRuntime } from '../runtime/index.js';
import { clientClosed, type PixHttp } from '../transport/index.js';
import { AttemptSender, isAbsence, type AttemptProgress } from './attempt.js';
import {
  assertRequestOptions,
  DEFAULT_RETRY,
  type PixCandidatePeriod,
  parseDeadline,
  parseRetry,
  RetryBudget,
  type CallLimits,
  type PixRequestOptions,
  type RetrySettings,
} from './options.js';
import { findCandidates } from './paginate.js';
import { buildPlan, type PixCallerConfig, type PixCallInput, type Plan } from './plan.js';
import { findCallSecrets, prepareCall, type PreparedCall } from './prepare.js';
import { KnownRecords, recordKey, repeatKey } from './record.js';
import { CallRecovery, type RecoveryTools } from './recover.js';
import { getCreated } from './settle.js';

/**
 * Sends every request of the library to a provider's Pix API. Services such as `PixCobService` use
 * it; applications inject the services.
 */
export class PixCaller extends AccountObject {
  readonly #config: PixCallerConfig;
  readonly #plans = new Map<PixOperation, Plan>();
  readonly #sender: AttemptSender;
  readonly #runtime: PixRuntime;
  readonly #deadlineMs: number;
  readonly #retry: RetrySettings | false;
  readonly #budget: RetryBudget;
  readonly #inFlight: InFlight;
  readonly #known = new KnownRecords();

  /** @throws ValueError if `retry` or `deadline` has an invalid value */
  constructor(
    config: PixCallerConfig,
    readonly tokens: TokenService,
    http: PixHttp,
  ) {
    super();
    this.#config = config;
    this.#runtime = config.runtime ?? systemRuntime;
    this.#deadlineMs = parseDeadline(config.deadline);
    this.#retry = parseRetry(config.retry);
    this.#budget = new RetryBudget(
      this.#retry === false ? DEFAULT_RETRY.budget : this.#retry.budget,
    );
    this.#inFlight = new InFlight(this.#runtime);
    this.#sender = new AttemptSender(config, tokens, http, this.#inFlight.closed);
  }

  /** The profile of the account's provider. */
  get provider(): PixProvider {
    return this.#config.provider;
  }

  /** The Pix key of charges whose body has none. @internal */
  get chave(): string | undefined {
    return this.#config.chave;
  }

  /** The clock of the account. @internal */
  get runtime(): PixRuntime {
    return this.#runtime;
  }

  /** The number of in-flight calls. */
  get inFlight(): number {
    return this.#inFlight.count;
  }

  /** The repeats that are left; `undefined` if the account does not repeat calls. @internal */
  get retryBudget(): Readonly<Pick<RetryBudget, 'left' | 'capacity'>> | undefined {
    return this.#retry === false ? undefined : this.#budget;
  }

  /**
   * Calls an operation.
   *
   * A call has one of three results: it resolves (it took effect), it throws an error with
   * `resultUnknown` false (it did not take effect), or an error with `resultUnknown` true (it may
   * have taken effect, and the client could not determine it).
   *
   * @throws ValidationError if an identifier, a filter or the body breaks a rule; nothing was sent
   * @throws ValueError on a protected header, an invalid account number, unknown or invalid options, or an
   * operation of the other environment
   * @throws NotImplementedError if the provider does not offer the operation
   * @throws ConfigurationError if the operation belongs to a feature whose scopes the account does
   * not request
   * @throws PixConflitoException if the provider holds another record under the identifier of a
   * write
   * @throws PixAPIException on any other response, or none
   */
  call<Input, Response, Filter>(
    operation: PixOperation<Input, Response, Filter>,
    input: PixCallInput<Body<OptionalKey<Input>>, Plain<Filter>> = {},
    options: PixRequestOptions = {},
  ): Promise<Response> {
    const call = () => this.#call(operation, input, options) as Promise<Response>;
    return inScope(this.tokens.scope, call);
  }

  #call(operation: PixOperation, input: PixCallInput, options: PixRequestOptions) {
    const { channel, provider } = this.#config;
    try {
      if (this.#inFlight.draining) {
        throw clientClosed({ operation: operationName(operation), provider: provider.name });
      }
      assertRequestOptions(options);
      const plan = this.#getPlan(operation);
      const prepared = prepareCall(plan, input, options, this.#resolveLimits(options));
      const run = () => this.#run(prepared, true);
      return channel ? channel.observe(prepared.activity, run) : run();
    } catch (error) {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it was thrown
      return Promise.reject(error);
    }
  }

  /** @throws NotImplementedError, ValueError or ConfigurationError as a call does. @internal */
  assertOffered(operation: PixOperation, options: PixRequestOptions): void {
    this.#getPlan(operation).assertOffered(options);
  }

  /** Returns a body as a call sends it, unchecked. @internal */
  normalize(operation: PixOperation, body: unknown): unknown {
    return this.#getPlan(operation).normalize(body);
  }

  /** Resolves when no call is in flight. */
  idle(): Promise<void> {
    return this.#inFlight.idle();
  }

  /**
   * Refuses new calls and waits, at most `ms` milliseconds, until the in-flight calls have ended.
   */
  drain(ms: number): Promise<void> {
    return this.#inFlight.drain(ms);
  }

  /**
   * Refuses new calls and ends the waits of in-flight ones. Requests that were sent end with their
   * connections.
   */
  close(): void {
    this.#inFlight.close();
  }

  protected accountView(): AccountView {
    const { provider, environment, headers } = this.#config;
    const { client_id: clientId } = headers;
    return { provider: provider.name, environment, ...(clientId !== undefined && { clientId }) };
  }

  /**
   * Sends a prepared call, settles it, and remembers its record.
   *
   * @param isCall whether the application makes it; otherwise it is a read on behalf of a write
   */
  async #run(prepared: PreparedCall, isCall: boolean): Promise<unknown> {
    const { plan, input, activity } = prepared;
    const channel = isCall ? this.#config.channel : undefined;
    const began = this.#runtime.elapsed();
    const key = recordKey(plan.operation, input.params);
    const repeat = repeatKey(plan.operation, input.params);
    const before = this.#known.find(key);
    const repeated = this.#known.find(repeat);
    const mark = this.#known.add(repeat, {});
    const progress: AttemptProgress = { requested: false, status: undefined };
    const secrets = findCallSecrets(prepared);
    if (secrets.length > 0) holdAccountSecrets(this.tokens.scope, prepared, ...secrets);
    if (isCall) this.#inFlight.enter();
    try {
      let response: unknown;
      try {
        response = await this.#sender.send(prepared, progress);
        this.#budget.earn(false);
      } catch (error) {
        const recovery = this.#recover(prepared, { key, before, repeated });
        response = await recovery.run({ error, progress }).catch((failure: unknown) => {
          // Without an effect, the client knows what it knew before, unless another call has taken the step since.
          const isDefinite = !isPixAPIException(failure) || !failure.resultUnknown;
          if (isDefinite && this.#known.find(repeat) === mark) this.#known.set(repeat, repeated);
          throw failure;
        });
      }
      if (isObject(response)) this.#remember(prepared, response, key, repeat);
      channel?.succeeded(activity, this.#runtime.elapsed() - began, response);
      return response;
    } catch (error) {
      channel?.failed(activity, this.#runtime.elapsed() - began, error);
      throw isCall ? addCallerFrames(error) : error;
    } finally {
      if (isCall) this.#inFlight.leave();
      if (secrets.length > 0) releaseSecrets(prepared);
    }
  }

  #remember(prepared: PreparedCall, response: object, key?: string, repeat?: string): void {
    const { operation } = prepared.plan;
    const { params = {} } = prepared.input;
    const { settle: settlement } = operation;
    if (settlement && repeat !== undefined) {
      const sent = { operation, settlement, params };
      this.#known.add(repeat, {}, getCreated(sent, response));
    }
    this.#known.add(key ?? recordKey(operation, params, response), response);
    if (operation.record) prepared.activity.succeed(response);
  }

  #recover(
    prepared: PreparedCall,
    { key, ...knowledge }: Pick<RecoveryTools, 'before' | 'repeated'> & { key: string | undefined },
  ): CallRecovery {
    return new CallRecovery(
      {
        sender: this.#sender,
        runtime: this.#runtime,
        budget: this.#budget,
        closed: this.#inFlight.closed,
        read: (operation, params, filter) => this.#read(operation, { params, filter }, prepared),
        hasCandidate: (period) => this.#hasCandidate(prepared, period),
        ...knowledge,
        newest: () => this.#known.find(key)?.revision,
        channel: this.#config.channel,
      },
      prepared,
    );
  }

  /**
   * Reads a record once on behalf of a write, within the limits of that call and with a token for
   * the account's scopes, or for the scope of the read if the account does not request it.
   */
  #read(operation: PixOperation, input: PixCallInput, { options, limits }: PreparedCall) {
    const plan = this.#getPlan(operation);
    const own: PixRequestOptions = {
      ...(options.headers && { headers: options.headers }),
      ...(plan.missingScope && operation.scope !== null && { scopes: operation.scope }),
    };
    const prepared = prepareCall(plan, input, own, { ...limits, retry: false });
    return this.#run(prepared, false) as Promise<object>;
  }

  /** Whether a create without an identifier may have left a record in the period. */
  async #hasCandidate({ plan, input, options, limits }: PreparedCall, period: PixCandidatePeriod) {
    const { headers, signal } = options;
    const deadline = (limits.until - this.#runtime.elapsed()) / 1000;
    const own = { ...(headers && { headers }), ...(signal && { signal }), deadline };
    const body = input.body as object | undefined;
    const { candidates = {} } = plan.operation;
    try {
      return (await findCandidates(this, plan.operation, body, period, own)).length > 0;
    } catch (error) {
      // The record that would contain it does not exist.
      if ('within' in candidates && isAbsence(error)) return false;
      throw error;
    }
  }

  #resolveLimits({ deadline, signal, timeout, retry }: PixRequestOptions): CallLimits {
    const ms = deadline === undefined ? this.#deadlineMs : parseDeadline(deadline);
    const usual = this.#retry === false ? DEFAULT_RETRY : this.#retry;
    return {
      until: this.#runtime.elapsed() + ms,
      signal,
      timeout,
      retry: retry === undefined ? this.#retry : parseRetry(retry, usual),
    };
  }

  #getPlan(operation: PixOperation): Plan {
    let plan = this.#plans.get(operation);
    if (plan === undefined) {
      plan = buildPlan(operation, this.#config);
      this.#plans.set(operation, plan);
    }
    return plan;
  }
}

/** Counts the in-flight calls of a client and lets them finish before the client closes. */
export class InFlight {
  /** The number of in-flight calls. */
  count = 0;
  /** Whether new calls are refused. */
  draining = false;
  readonly #idle = new Set<() => void>();
  readonly #closing = new AbortController();
  /** Aborts when in-flight calls must end. */
  readonly closed: AbortSignal = this.#closing.signal;

  constructor(private readonly runtime: PixRuntime) {}

  enter(): void {
    this.count += 1;
  }

  leave(): void {
    this.count -= 1;
    if (this.count > 0 || this.#idle.size === 0) return;
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }

  /** Resolves when no call is in flight. */
  idle(): Promise<void> {
    if (this.count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.add(resolve));
  }

  /**
   * Refuses new calls and waits, at most `ms` milliseconds, until the in-flight calls have ended.
   */
  async drain(ms: number): Promise<void> {
    this.draining = true;
    if (this.count === 0 || ms === 0) return;
    const enough = new AbortController();
    const idle = this.idle();
    void idle.then(() => enough.abort());
    await Promise.race([idle, sleep(this.runtime, ms, enough.signal)]);
  }

  /** Ends all waits of in-flight calls. */
  close(): void {
    this.draining = true;
    this.#closing.abort();
  }
}
