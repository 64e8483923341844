import type { HttpService } from '@nestjs/axios';
import type { BeforeApplicationShutdown, InjectionToken, Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { parseDrain, type PixCaller } from '../client/index.js';
import { ConfigurationError } from '../errors/index.js';
import type {
  AccountHttp,
  PixCertificateOptions,
  PixClientCertificate,
} from '../transport/index.js';
import {
  PixBbService,
  PixBradescoService,
  PixEfiService,
  PixInterService,
  PixItauService,
  PixPagBankService,
  PixSandboxService,
} from './banks.js';
import { PixService } from './service.js';
import {
  PixCobService,
  PixCobVService,
  PixLocService,
  PixLoteCobVService,
  PixCobRService,
  PixLocRecService,
  PixRecService,
  PixSolicRecService,
  PixRecebidosService,
  PixWebhookCobRService,
  PixWebhookRecService,
  PixWebhookService,
} from './services.js';

/** The options of closing a client. */
export interface PixCloseOptions {
  /**
   * How long in-flight calls may take to finish or to determine their outcome, in seconds. 0 ends
   * them immediately. Default: 10.
   */
  drain?: number;
}

/** The connections of a client. */
export interface PixConnections {
  destroy(): void;
  retire(): void;
  /** Sends the requests, through the interceptors of a service once it is loaded. */
  readonly http: Pick<AccountHttp, 'service' | 'loaded' | 'load'>;
  /** Where the client certificate of the connections comes from. */
  readonly trust: PixTrustSource;
}

/** The client certificate of the connections. */
export interface PixTrustSource {
  readonly certificate: PixClientCertificate | undefined;
  /** Why changed files are not used. */
  readonly problem: string | undefined;
  reload(certificate?: PixCertificateOptions): Promise<PixClientCertificate>;
}

/**
 * All resource families of the Pix API for one account at one provider. The type parameter is the name of
 * the provider, if it is known when the application is compiled: {@link sandbox} depends on it.
 */
export class PixClient<Provider extends string = string> implements BeforeApplicationShutdown {
  /** Immediate charges. */
  readonly cob = new PixCobService(this.caller);
  /** Due-date charges. */
  readonly cobV = new PixCobVService(this.caller);
  /** Batches of due-date charges. */
  readonly loteCobV = new PixLoteCobVService(this.caller);
  /** Locations of charges. */
  readonly loc = new PixLocService(this.caller);
  /** Received Pix and refunds. */
  readonly recebidos = new PixRecebidosService(this.caller);
  /** Webhooks of received Pix. */
  readonly webhook = new PixWebhookService(this.caller);
  /** Recurrences. */
  readonly rec = new PixRecService(this.caller);
  /** Requests to confirm a recurrence. */
  readonly solicRec = new PixSolicRecService(this.caller);
  /** Recurring charges. */
  readonly cobR = new PixCobRService(this.caller);
  /** Locations of recurrences. */
  readonly locRec = new PixLocRecService(this.caller);
  /** Webhook of recurring charges. */
  readonly webhookCobR = new PixWebhookCobRService(this.caller);
  /** Webhook of recurrences. */
  readonly webhookRec = new PixWebhookRecService(this.caller);
  /** Operations that only Inter offers. */
  readonly inter = new PixInterService(this.caller);
  /** Operations that only Banco do Brasil offers. */
  readonly bb = new PixBbService(this.caller);
  /** Operations that only Itaú offers. */
  readonly itau = new PixItauService(this.caller);
  /** Operations that only Efí offers. */
  readonly efi = new PixEfiService(this.caller);
  /** Operations that only Bradesco offers. */
  readonly bradesco = new PixBradescoService(this.caller);
  /** Operations that only PagBank offers. */
  readonly pagbank = new PixPagBankService(this.caller);
  /** Payments in the sandbox, by the same call at each bank that offers them. */
  readonly sandbox = new PixSandboxService<Provider>(this.caller);
  /** The account's access tokens. */
  readonly tokens = this.caller.tokens;

  readonly #connections: PixConnections;
  readonly #onClosed: () => void;
  #closing: Promise<void> | undefined;

  /**
   * @param onClosed called once, after the last call has reported its outcome
   * @internal created by `PixModule` and `createPixClient`
   */
  constructor(
    private readonly caller: PixCaller,
    connections: PixConnections,
    onClosed: () => void = () => undefined,
  ) {
    this.#connections = connections;
    this.#onClosed = onClosed;
  }

  /** The number of in-flight calls. */
  get inFlight(): number {
    return this.caller.inFlight;
  }

  /**
   * The HTTP client of the account, for interceptors, which see tokens and secrets (docs/http.md).
   * @throws ConfigurationError unless the option `http` is `true`, or `@InjectPixHttp()` has injected it
   */
  get http(): HttpService {
    return this.lazyHttp.service;
  }

  /** The Pix key of charges whose body has none. @internal */
  get chave(): string | undefined {
    return this.caller.chave;
  }

  /** @internal */
  get lazyHttp(): PixConnections['http'] {
    return this.#connections.http;
  }

  /**
   * The client certificate in use: subject, validity and days left. `undefined` if the account has
   * none. Contains no key, and no CPF or CNPJ.
   */
  get certificate(): PixClientCertificate | undefined {
    return this.#connections.trust.certificate;
  }

  /**
   * Loads the client certificate and the authorities of the option `ca` again, without an
   * interruption: calls in flight finish on their connections, and later calls use the new
   * certificate and a new token. Files are also checked regularly, see `certificateCheckInterval`.
   *
   * @param certificate the new certificate, which replaces the option. Default: the option's files
   * @returns the certificate in use
   * @throws CertificateError naming the file and the solution; the previous certificate stays in use
   * @throws ConfigurationError if the account has no certificate
   */
  reloadCertificate(certificate?: PixCertificateOptions): Promise<PixClientCertificate> {
    return this.#connections.trust.reload(certificate);
  }

  /**
   * Closes the client: refuses new calls, waits for in-flight calls, and closes the connections. A
   * call that is still in flight after `drain` seconds ends with an error that reports whether it
   * may have taken effect.
   *
   * Calling it again while it closes returns the same promise.
   *
   * @throws ValueError if `drain` is not a number of seconds from 0 to 3600
   */
  close({ drain }: PixCloseOptions = {}): Promise<void> {
    const ms = parseDrain(drain);
    return (this.#closing ??= this.#close(ms));
  }

  /**
   * Closes connections when they become idle, without ending in-flight calls. The client still
   * accepts calls.
   * @internal
   */
  retire(): void {
    this.#connections.retire();
  }

  /**
   * What a health check reads, in addition to the certificate and the tokens: the `errorCode` of the problem for which
   * changed certificate files are not used, and the repeats that are left, `undefined` if calls are not repeated.
   * @internal
   */
  get monitor() {
    const { problem } = this.#connections.trust;
    return { certificateProblem: problem, retryBudget: this.caller.retryBudget };
  }

  /** Resolves when no call is in flight. @internal */
  idle(): Promise<void> {
    return this.caller.idle();
  }

  /** Returns only the account, for `JSON.stringify`. */
  toJSON(): object {
    return this.caller.toJSON();
  }

  /** Returns only the account, for `console.log` and `util.inspect`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const { provider, environment } = this.caller.toJSON();
    return `PixClient { provider: ${provider}, environment: ${environment ?? ''} }`;
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async #close(drainMs: number): Promise<void> {
    await this.caller.drain(drainMs);
    this.caller.close();
    this.tokens.close();
    this.#connections.destroy();
    // Calls that were ended still report their outcome.
    await this.caller.idle();
    this.#onClosed();
  }
}

/** Property names of the resource families of {@link PixClient}. */
export type PixFamilyKey = {
  [Key in keyof PixClient]: PixClient[Key] extends PixService ? Key : never;
}[keyof PixClient];

/** The service of each family and its property in a client. */
export const pixServices = Object.entries(new PixClient({} as PixCaller, {} as PixConnections))
  .filter(([, value]) => value instanceof PixService)
  .map(([key, { constructor }]) => ({ key: key as PixFamilyKey, service: constructor as Type }));

/**
 * Returns the injection token of an account's client; for the account without a name, the class
 * itself.
 *
 * @param name the `name` of `PixModule.forRoot`
 */
export function getPixClientToken(name?: string): InjectionToken<PixClient> {
  return name === undefined ? PixClient : `PixClient:${name}`;
}

/** @throws ConfigurationError if the application has no account of this name */
export function locatePixClient(modules: ModuleRef, name: string | undefined): PixClient {
  try {
    return modules.get<PixClient>(getPixClientToken(name), { strict: false });
  } catch {
    const [which, option] =
      name === undefined ? ['without a name', ''] : [`with the name ${name}`, ` name: '${name}',`];
    throw new ConfigurationError(
      `The application has no PixModule ${which}: import PixModule.forRoot({${option} … }).`,
    );
  }
}
