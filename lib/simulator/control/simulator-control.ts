import { CertificateAuthority } from '../kernel/certificates/certificate-authority.js';
import type {
  IssueOptions,
  IssueServerOptions,
  PemCertificate,
} from '../kernel/certificates/certificate-authority.js';
import type { SimulatorClock } from '../kernel/clock.js';
import type { Faults } from '../faults/faults.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { SimulatorStats } from '../kernel/stats.js';
import type { WebhookDelivery } from '../domain/webhook/delivery.js';
import type { DeliveryListener } from '../domain/webhook/webhook-deliveries.js';
import { RecurrencesControl } from './recurrences.control.js';

/** What the simulated world does to the receiver, and what can be seen from behind the provider's counter. */
export class SimulatorControl extends RecurrencesControl {
  /** @internal */
  constructor(
    state: SimulatorState,
    private readonly authority: CertificateAuthority,
  ) {
    super(state);
  }

  /** What `JSON.stringify` shows: nothing, since the state holds keys, tokens and the payers' data. */
  toJSON(): object {
    return {};
  }

  /** What `console.log` and `util.inspect` show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return 'SimulatorControl {}';
  }

  /** The simulator's time: expiry of tokens and charges, stamps, repetitions of deliveries. */
  get clock(): SimulatorClock {
    return this.state.clock;
  }

  /** What goes wrong on command: with calls, with the token endpoint, with webhook deliveries. */
  get faults(): Faults {
    return this.state.faults;
  }

  /** Counts since the start or the last {@link reset}. */
  get stats(): SimulatorStats {
    return this.state.stats.snapshot();
  }

  /** Webhook deliveries with their attempts, the oldest first. */
  get deliveries(): WebhookDelivery[] {
    return this.state.deliveries.list();
  }

  /**
   * Calls `listener` with a delivery after each of its attempts.
   *
   * @returns a function that ends it
   */
  onDelivery(listener: DeliveryListener): () => void {
    return this.state.deliveries.subscribe(listener);
  }

  /**
   * Attempts a webhook delivery again at once, whatever has become of it; {@link idle} waits for its end.
   *
   * @throws SimulatorProblem `NaoEncontrado` when there is no delivery of that number
   */
  redeliver(id: number): WebhookDelivery {
    const delivery = this.state.commit(() => this.state.deliveries.redeliver(id));
    if (delivery === undefined) throw new SimulatorProblem('NaoEncontrado');
    return delivery;
  }

  /** Resolves when every webhook delivery has been answered with a 2xx or has failed for good. */
  idle(): Promise<void> {
    return this.state.deliveries.idle();
  }

  /** Makes every access token given out so far worthless: the next call with one is a 401. */
  revokeTokens(): void {
    this.state.tokens.revokeAll();
  }

  /** Forgets charges, payments, webhooks, deliveries, tokens and counts. Certificates and credentials stay. */
  reset(): void {
    this.state.commit(() => {
      this.state.reset();
    });
  }

  /** A certificate that the simulator trusts, for the HTTPS listener that its webhooks go to. */
  issueServerCertificate(options: IssueServerOptions = {}): Promise<PemCertificate> {
    return this.authority.issueServer(options);
  }

  /** Another client certificate that the simulator accepts. */
  issueClientCertificate(options: IssueOptions = {}): Promise<PemCertificate> {
    return this.authority.issueClient(options);
  }

  /** An authority that has nothing to do with the simulator's: what it issues is refused. */
  unrelatedAuthority(): Promise<CertificateAuthority> {
    return CertificateAuthority.create('Unrelated CA');
  }
}
