export { PixSimulator } from './composition/pix-simulator.js';
export type {
  SimulatorModuleOptions,
  SimulatorProvider,
  SimulatorSandboxModuleOptions,
} from './composition/profile.js';
export type { SimulatorControl } from './control/control.js';
export type { ScenarioId } from './control/scenarios/rows.js';
export type { ScenarioRecord, ScenarioRecordKind } from './control/scenarios/run.js';
export type {
  ScenarioEvent,
  ScenarioResult,
  Scenarios,
  ScenarioSummary,
} from './control/scenarios/scenarios.js';
export type {
  DeliveryAttempt,
  DeliveryKind,
  DeliveryListener,
  WebhookDelivery,
} from './domain/deliveries.js';
export type { ApproveOptions, CancelOptions, RejectOptions } from './domain/payer/authorize.js';
export type { AttemptOptions, AttemptOutcome, PayBrCodeOptions } from './domain/payer/pay.js';
export type { PayKeyOptions, PayOptions } from './domain/payment/pay.js';
export type {
  ProviderRefund,
  ProviderRefundNatureza,
  RefundOutcome,
  RefundStatus,
} from './domain/payment/refund.js';
export type { Pagador } from './families/charges.js';
export { SimulatorProblem } from './families/problems.js';
export type { ProblemBody, ProblemName, SimulatorViolation } from './families/problems.js';
export type { Faults } from './faults/faults.js';
export type {
  AnswerFault,
  DeliveryFault,
  Fault,
  FaultMoment,
  FaultRule,
  FaultSelection,
  FaultTarget,
} from './faults/rules.js';
export type {
  HostileBank,
  HostileBehavior,
  HostileKind,
  HostileRule,
} from './hostile/hostile-bank.js';
export { CertificateAuthority } from './kernel/certificates.js';
export type {
  IssueOptions,
  IssueServerOptions,
  KeyKind,
  PemCertificate,
} from './kernel/certificates.js';
export type { SimulatorClock } from './kernel/clock.js';
export type { SimulatorStats } from './kernel/stats.js';
export * from './nest/pix-simulator.module.js';
export type { SimulatedProfile } from './profiles/profile.js';
export type {
  PixSimulatorOptions,
  SimulatorConsoleOptions,
  SimulatorConta,
  SimulatorIdentity,
  SimulatorRecebedor,
  SimulatorRules,
  SimulatorSandboxOptions,
  SimulatorWebhookOptions,
} from './settings/options.js';
