import type { PixHealthDetail, PixHealthState } from 'nestjs-pix/terminus';

/** The state of the process, for probes. */
export class ProbeView {
  readonly status!: 'ok';
}

/** The state of a component, and measured values. `unknown`: it could not be determined; `reason` says why. */
export class ComponentView implements PixHealthDetail {
  readonly status!: PixHealthState;
  readonly reason?: string;
  readonly [detail: string]: string | number | boolean | undefined;
}

/** The state of the shop and of its bank. */
export class HealthView {
  readonly status!: PixHealthState;
  /** Token endpoint of the bank. */
  readonly banco!: ComponentView;
  /** Client certificate: `daysLeft`, `notAfter`. */
  readonly certificado!: ComponentView;
  /** Repeats that are left to calls of the bank. */
  readonly repeticoes!: ComponentView;
  /** Search for payments without a notification: `lagSeconds`. */
  readonly conciliacao!: ComponentView;
  readonly bancoDeDados!: ComponentView;
  /** Queue of events; absent without one. */
  readonly fila?: ComponentView;
}
