import type { HttpService } from '@nestjs/axios';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { parseDrain, type PixCaller } from '../client/index.js';
import type { PixCertificateOptions, PixClientCertificate } from '../transport/index.js';
import { PixBbService } from './pix-bb.service.js';
import { PixBradescoService } from './pix-bradesco.service.js';
import type { PixCloseOptions } from './pix-close.options.js';
import { PixCobService } from './pix-cob.service.js';
import { PixCobRService } from './pix-cobr.service.js';
import { PixCobVService } from './pix-cobv.service.js';
import type { PixClientMonitor, PixConnections } from './pix-connections.js';
import { PixEfiService } from './pix-efi.service.js';
import { PixInterService } from './pix-inter.service.js';
import { PixItauService } from './pix-itau.service.js';
import { PixLocService } from './pix-loc.service.js';
import { PixLocRecService } from './pix-locrec.service.js';
import { PixLoteCobVService } from './pix-lote-cobv.service.js';
import { PixPagBankService } from './pix-pagbank.service.js';
import { PixRecService } from './pix-rec.service.js';
import { PixRecebidosService } from './pix-recebidos.service.js';
import { PixSolicRecService } from './pix-solicrec.service.js';
import { PixWebhookService } from './pix-webhook.service.js';
import { PixWebhookCobRService } from './pix-webhookcobr.service.js';
import { PixWebhookRecService } from './pix-webhookrec.service.js';

export {
  PixBbService,
  PixBradescoService,
  PixCobService,
  PixCobRService,
  PixCobVService,
  PixEfiService,
  PixInterService,
  PixItauService,
  PixLocService,
  PixLocRecService,
  PixLoteCobVService,
  PixPagBankService,
  PixRecService,
  PixRecebidosService,
  PixSolicRecService,
  PixWebhookService,
  PixWebhookCobRService,
  PixWebhookRecService,
};

/** All resource families of the Pix API for one account at one provider. */
export class PixClient implements BeforeApplicationShutdown {
  /** Immediate charges. */
  declare readonly cob: PixCobService;
  /** Due-date charges. */
  declare readonly cobV: PixCobVService;
  /** Batches of due-date charges. */
  declare readonly loteCobV: PixLoteCobVService;
  /** Locations of charges. */
  declare readonly loc: PixLocService;
  /** Received Pix and refunds. */
  declare readonly recebidos: PixRecebidosService;
  /** Webhooks of received Pix. */
  declare readonly webhook: PixWebhookService;
  /** Recurrences. */
  declare readonly rec: PixRecService;
  /** Requests to confirm a recurrence. */
  declare readonly solicRec: PixSolicRecService;
  /** Recurring charges. */
  declare readonly cobR: PixCobRService;
  /** Locations of recurrences. */
  declare readonly locRec: PixLocRecService;
  /** Webhook of recurring charges. */
  declare readonly webhookCobR: PixWebhookCobRService;
  /** Webhook of recurrences. */
  declare readonly webhookRec: PixWebhookRecService;
  /** Operations that only Inter offers. */
  declare readonly inter: PixInterService;
  /** Operations that only Banco do Brasil offers. */
  declare readonly bb: PixBbService;
  /** Operations that only Itaú offers. */
  declare readonly itau: PixItauService;
  /** Operations that only Efí offers. */
  declare readonly efi: PixEfiService;
  /** Operations that only Bradesco offers. */
  declare readonly bradesco: PixBradescoService;
  /** Operations that only PagBank offers. */
  declare readonly pagbank: PixPagBankService;
  /** The account's access tokens. */
  readonly tokens: PixCaller['tokens'];

  /** The class of each property. A missing or wrong one does not compile. @internal */
  static readonly services: {
    readonly [Key in PixFamilyKey]: new (caller: PixCaller) => PixClient[Key];
  } = {
    cob: PixCobService,
    cobV: PixCobVService,
    loteCobV: PixLoteCobVService,
    loc: PixLocService,
    recebidos: PixRecebidosService,
    webhook: PixWebhookService,
    rec: PixRecService,
    solicRec: PixSolicRecService,
    cobR: PixCobRService,
    locRec: PixLocRecService,
    webhookCobR: PixWebhookCobRService,
    webhookRec: PixWebhookRecService,
    inter: PixInterService,
    bb: PixBbService,
    itau: PixItauService,
    efi: PixEfiService,
    bradesco: PixBradescoService,
    pagbank: PixPagBankService,
  };

  readonly #connections: PixConnections;
  readonly #caller: PixCaller;
  readonly #onClosed: () => void;
  #closing: Promise<void> | undefined;

  /**
   * @param onClosed called once, after the last call has reported its outcome
   * @internal created by `PixModule` and `createPixClient`
   */
  constructor(
    caller: PixCaller,
    connections: PixConnections,
    onClosed: () => void = () => undefined,
  ) {
    for (const [key, Service] of Object.entries(PixClient.services)) {
      Object.assign(this, { [key]: new Service(caller) });
    }
    this.tokens = caller.tokens;
    this.#connections = connections;
    this.#caller = caller;
    this.#onClosed = onClosed;
  }

  /** The number of in-flight calls. */
  get inFlight(): number {
    return this.#caller.inFlight;
  }

  /**
   * The HTTP client of the account, for interceptors, which see tokens and secrets (docs/http.md).
   * @throws ConfigurationError unless the option `http` is `true`, or `@InjectPixHttp()` has injected it
   */
  get http(): HttpService {
    return this.lazyHttp.service;
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

  /** @internal */
  get monitor(): PixClientMonitor {
    const { problem } = this.#connections.trust;
    return { certificateProblem: problem, retryBudget: this.#caller.retryBudget };
  }

  /** Resolves when no call is in flight. @internal */
  idle(): Promise<void> {
    return this.#caller.idle();
  }

  /** Returns only the account, for `JSON.stringify`. */
  toJSON(): object {
    return this.#caller.toJSON();
  }

  /** Returns only the account, for `console.log` and `util.inspect`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const { provider, environment } = this.#caller.toJSON();
    return `PixClient { provider: ${provider}, environment: ${environment ?? ''} }`;
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async #close(drainMs: number): Promise<void> {
    await this.#caller.drain(drainMs);
    this.#caller.close();
    this.tokens.close();
    this.#connections.destroy();
    // Calls that were ended still report their outcome.
    await this.#caller.idle();
    this.#onClosed();
  }
}

/** Property names of the resource families of {@link PixClient}. */
export type PixFamilyKey = Exclude<
  keyof PixClient,
  | 'tokens'
  | 'inFlight'
  | 'http'
  | 'lazyHttp'
  | 'certificate'
  | 'reloadCertificate'
  | 'monitor'
  | 'idle'
  | 'close'
  | 'retire'
  | 'toJSON'
  | 'beforeApplicationShutdown'
>;
