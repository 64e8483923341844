export { CertificateAuthority } from './kernel/certificates.js';
export type { IssueOptions, IssueServerOptions, PemCertificate } from './kernel/certificates.js';
export type { SimulatorClock } from './kernel/clock.js';
export type { SimulatorControl } from './control/control.js';
export type { ScenarioId } from './control/scenarios/run.js';
export type { Scenarios } from './control/scenarios/scenarios.js';
export type {
  ScenarioEvent,
  ScenarioRecord,
  ScenarioRecordKind,
  ScenarioResult,
  ScenarioSummary,
} from './control/scenarios/run.js';
export type {
  AnswerFault,
  DeliveryFault,
  Fault,
  FaultMoment,
  FaultRule,
  FaultSelection,
  FaultTarget,
} from './faults/rules.js';
export type { Faults } from './faults/faults.js';
export type { HostileBank } from './hostile/hostile-bank.js';
export type { HostileBehavior, HostileKind, HostileRule } from './hostile/hostile-bank.js';
export { PixSimulatorModule } from './nest/pix-simulator.module.js';
export type { PixSimulatorModuleExtras } from './nest/pix-simulator.module.js';
export type { AttemptOptions, AttemptOutcome } from './domain/payer/pay.js';
export type { ApproveOptions, CancelOptions, RejectOptions } from './domain/payer/authorize.js';
export type { PayBrCodeOptions } from './domain/payer/pay.js';
export type { PayKeyOptions, PayOptions } from './domain/payment/pay.js';
export type { Pagador } from './families/charges.js';
export type { RefundOutcome, RefundStatus } from './domain/payment/refund.js';
export { PixSimulator } from './composition/pix-simulator.js';
export type { ProblemName } from './families/problems.js';
export { SimulatorProblem } from './families/problems.js';
export type { ProblemBody, SimulatorViolation } from './families/problems.js';
export type { SimulatorModuleOptions, SimulatorProvider } from './composition/profile.js';
export type { SimulatorSandboxModuleOptions } from './composition/profile.js';
export type { SimulatedProfile } from './profiles/profile.js';
export type {
  PixSimulatorOptions,
  SimulatorConta,
  SimulatorRecebedor,
  SimulatorRules,
  SimulatorConsoleOptions,
  SimulatorSandboxOptions,
  SimulatorWebhookOptions,
} from './settings/options.js';
export type { SimulatorStats } from './kernel/stats.js';
export type { DeliveryAttempt, DeliveryKind, WebhookDelivery } from './domain/deliveries.js';
export type { DeliveryListener } from './domain/deliveries.js';
