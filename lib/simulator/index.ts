export { CertificateAuthority } from './certificates/certificate-authority.js';
export type {
  IssueOptions,
  IssueServerOptions,
  PemCertificate,
} from './certificates/certificate-authority.js';
export type { SimulatorClock } from './clock.js';
export type { SimulatorControl } from './control/simulator-control.js';
export type {
  AnswerFault,
  DeliveryFault,
  Fault,
  FaultMoment,
  FaultRule,
  FaultSelection,
  FaultTarget,
} from './faults/fault.js';
export type { Faults } from './faults/faults.js';
export { PixSimulatorModule } from './nest/pix-simulator.module.js';
export type { PixSimulatorModuleExtras } from './nest/pix-simulator.module-definition.js';
export type { AttemptOptions, AttemptOutcome } from './payer/attempt.js';
export type { ApproveOptions, CancelOptions, RejectOptions } from './payer/authorize.js';
export type { PayBrCodeOptions } from './payer/pay.js';
export type { Pagador, PayKeyOptions, PayOptions } from './pix/pay.options.js';
export type { RefundOutcome, RefundStatus } from './pix/refund.js';
export { PixSimulator } from './pix-simulator.js';
export type { ProblemName } from './problems/catalogue.js';
export { SimulatorProblem } from './problems/simulator-problem.js';
export type { ProblemBody, SimulatorViolation } from './problems/simulator-problem.js';
export type { SimulatorModuleOptions, SimulatorProvider } from './profile.js';
export type { ErrorFormat } from './quirks/error-bodies.js';
export { simulatorQuirks } from './quirks/profiles.js';
export type { SimulatorQuirksName } from './quirks/profiles.js';
export type {
  QuirkyClient,
  QuirkyErrors,
  QuirkyTokens,
  QuirkyWebhooks,
  SimulatorQuirks,
} from './quirks/quirks.js';
export type {
  PixSimulatorOptions,
  SimulatorConta,
  SimulatorRecebedor,
  SimulatorWebhookOptions,
} from './simulator.options.js';
export type { SimulatorStats } from './stats.js';
export type { DeliveryAttempt, DeliveryKind, WebhookDelivery } from './webhook/delivery.js';
export type { DeliveryListener } from './webhook/webhook-deliveries.js';
