import type { Devolucao, Pix } from '../../contract/pix/pix.types.js';
import { CertificateAuthority } from '../certificates/certificate-authority.js';
import type {
  IssueOptions,
  IssueServerOptions,
  PemCertificate,
} from '../certificates/certificate-authority.js';
import type { SimulatorClock } from '../clock.js';
import { payCob } from '../pix/pay-cob.js';
import type { PayOptions } from '../pix/pay-cob.js';
import { findPix, findRefund } from '../pix/pix.handlers.js';
import { toDevolucao } from '../pix/pix.view.js';
import { settleRefund } from '../pix/refund.js';
import type { RefundOutcome } from '../pix/refund.js';
import type { Faults } from '../faults/faults.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../simulator-state.js';
import type { SimulatorStats } from '../stats.js';
import type { WebhookDelivery } from '../webhook/delivery.js';
import type { DeliveryListener } from '../webhook/webhook-deliveries.js';

/** What the simulated world does to the receiver, and what can be seen from behind the provider's counter. */
export class SimulatorControl {
  /** @internal */
  constructor(
    private readonly state: SimulatorState,
    private readonly authority: CertificateAuthority,
  ) {}

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
    const delivery = this.state.deliveries.redeliver(id);
    if (delivery === undefined) throw new SimulatorProblem('NaoEncontrado');
    return delivery;
  }

  /**
   * A payer pays an immediate charge. The webhook of its key is told; {@link idle} waits for that.
   *
   * @returns the payment as the provider shows it
   * @throws SimulatorProblem `CobNaoEncontrado`; `PagamentoRecusado` when the charge is not ATIVA or has expired
   */
  // A promise although it needs none today, so that a payer who takes his time changes no caller.
  // eslint-disable-next-line @typescript-eslint/require-await
  async pay(txid: string, options: PayOptions = {}): Promise<Pix> {
    return payCob(this.state, txid, options);
  }

  /**
   * Ends a refund that is EM_PROCESSAMENTO; the webhook of the payment's key is told. One that has ended stays as it is.
   *
   * @throws SimulatorProblem `PixNaoEncontrado`, `PixDevolucaoNaoEncontrada`
   */
  // eslint-disable-next-line @typescript-eslint/require-await
  async settleRefund(e2eid: string, id: string, outcome: RefundOutcome = {}): Promise<Devolucao> {
    const refund = findRefund(this.state, { e2eid, id });
    settleRefund(this.state, findPix(this.state, { e2eid }), refund, outcome);
    return toDevolucao(refund);
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
    this.state.reset();
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
