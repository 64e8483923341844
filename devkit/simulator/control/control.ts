import { DAY_MS } from 'nestjs-pix/internal';
import type { DeliveryListener, WebhookDelivery } from '../domain/deliveries.js';
import type { SimulatorState } from '../domain/state.js';
import { SimulatorProblem } from '../families/problems.js';
import type { Faults } from '../faults/faults.js';
import type { HostileBank } from '../hostile/hostile-bank.js';
import type { LoggedRequest } from '../http/request-log.js';
import {
  CertificateAuthority,
  type IssueOptions,
  type IssueServerOptions,
  type PemCertificate,
} from '../kernel/certificates.js';
import type { SimulatorClock } from '../kernel/clock.js';
import type { SimulatorStats } from '../kernel/stats.js';
import { ApiCaller } from './api-caller.js';
import { RecurrencesControl } from './payers.js';
import { Scenarios } from './scenarios/scenarios.js';

/** Test control of a simulator: actions of payers, clock, faults, deliveries and statistics. */
export class SimulatorControl extends RecurrencesControl {
  /** Operations of the receiver. @internal */
  readonly api: ApiCaller;
  /** Complete sequences of actions of payers, receiver and bank: `scenarios.run('cob/paid-twice')`. */
  readonly scenarios: Scenarios;

  /** @internal */
  constructor(
    state: SimulatorState,
    private readonly authority: CertificateAuthority,
  ) {
    super(state);
    this.api = new ApiCaller(state);
    this.scenarios = new Scenarios({
      state,
      payers: this,
      api: this.api,
      issueExpiredCertificate: () => this.#issueExpiredCertificate(),
    });
  }

  /** Returns an empty object for `JSON.stringify`: the state contains keys, tokens and personal data. */
  toJSON(): object {
    return {};
  }

  /** Returns the text for `console.log` and `util.inspect`, without any state. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return 'SimulatorControl {}';
  }

  /** The simulator's clock. It controls timestamps, the expiry of tokens and charges, and repeated deliveries. */
  get clock(): SimulatorClock {
    return this.state.clock;
  }

  /** The fault rules for calls, the token endpoint and webhook deliveries. */
  get faults(): Faults {
    return this.state.faults;
  }

  /** What the bank does that a client must withstand. `hostile.set([])` makes it follow the specification. */
  get hostile(): HostileBank {
    return this.state.hostile;
  }

  /** Counts of connections and requests since the start or the last {@link reset}. */
  get stats(): SimulatorStats {
    return structuredClone(this.state.stats);
  }

  /** Copies of the webhook deliveries with their attempts, oldest first. */
  get deliveries(): WebhookDelivery[] {
    return this.state.deliveries.list();
  }

  /**
   * Calls `listener` with a copy of a delivery after each attempt.
   *
   * @returns a function that ends the subscription
   */
  onDelivery(listener: DeliveryListener): () => void {
    return this.state.deliveries.subscribe(listener);
  }

  /** Calls `listener` with each answered request; returns a function that ends that. @internal */
  onRequest(listener: (request: LoggedRequest) => void): () => void {
    return this.state.requests.subscribe(listener);
  }

  /**
   * Attempts a webhook delivery again immediately, in any state. {@link idle} waits for the result.
   *
   * @returns the delivery before that attempt
   * @throws SimulatorProblem `NaoEncontrado` if there is no delivery with that number
   */
  redeliver(id: number): WebhookDelivery {
    const delivery = this.state.commit(() => this.state.deliveries.redeliver(id));
    if (delivery === undefined) throw new SimulatorProblem('NaoEncontrado');
    return delivery;
  }

  /** Resolves when no webhook delivery is pending: each one has received a 2xx or used up its attempts. */
  idle(): Promise<void> {
    return this.state.deliveries.idle();
  }

  /** Revokes every access token: the next call with one of them fails with 401. */
  revokeTokens(): void {
    this.state.tokens.revokeAll();
  }

  /**
   * Removes all charges, payments, recurrences, webhooks, deliveries, tokens and counts, and resets the clock, the
   * fault rules and the hostile behaviors. Certificates and credentials do not change.
   */
  reset(): void {
    this.state.commit(() => {
      this.state.reset();
    });
  }

  /** Issues a server certificate that the simulator trusts, for the HTTPS listener of a webhook receiver. */
  issueServerCertificate(options: IssueServerOptions = {}): Promise<PemCertificate> {
    return this.authority.issueServer(options);
  }

  /** Issues a further client certificate that the simulator accepts. */
  issueClientCertificate(options: IssueOptions = {}): Promise<PemCertificate> {
    return this.authority.issueClient(options);
  }

  #issueExpiredCertificate(): Promise<PemCertificate> {
    const now = this.state.runtime.now();
    return this.issueClientCertificate({
      notBefore: new Date(now - 2 * DAY_MS),
      notAfter: new Date(now - DAY_MS),
    });
  }

  /** Creates a certificate authority that the simulator does not trust, to test refused certificates. */
  unrelatedAuthority(): Promise<CertificateAuthority> {
    return CertificateAuthority.create('Unrelated CA');
  }
}
