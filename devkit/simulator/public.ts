export * from './kernel/certificates/public.js';
export type { SimulatorClock } from './kernel/clock.js';
export type { SimulatorControl } from './control/simulator-control.js';
export type { ScenarioId } from './control/scenarios/scenario-id.js';
export type { Scenarios } from './control/scenarios/scenarios.js';
export type {
  ScenarioEvent,
  ScenarioRecord,
  ScenarioRecordKind,
  ScenarioResult,
  ScenarioSummary,
} from './control/scenarios/scenario-result.js';
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
export type { HostileBank } from './hostile/hostile-bank.js';
export type { HostileBehavior, HostileKind, HostileRule } from './hostile/hostile-kinds.js';
export { PixSimulatorModule } from './nest/pix-simulator.module.js';
export type { PixSimulatorModuleExtras } from './nest/pix-simulator.module-definition.js';
export type { AttemptOptions, AttemptOutcome } from './domain/payer/attempt.js';
export type { ApproveOptions, CancelOptions, RejectOptions } from './domain/payer/authorize.js';
export type { PayBrCodeOptions } from './domain/payer/pay.js';
export type { PayKeyOptions, PayOptions } from './domain/payment/pay.options.js';
export type { Pagador } from './families/pix/pix.record.js';
export type { RefundOutcome, RefundStatus } from './domain/payment/refund.js';
export { PixSimulator } from './composition/pix-simulator.js';
export type { ProblemName } from './problems/catalogue.js';
export { SimulatorProblem } from './problems/simulator-problem.js';
export type { ProblemBody, SimulatorViolation } from './problems/simulator-problem.js';
export type { SimulatorModuleOptions, SimulatorProvider } from './composition/profile.js';
export type { SimulatorSandboxModuleOptions } from './composition/sandbox.js';
export type { PixErrorFormat as ErrorFormat } from 'nestjs-pix';
export { simulatorQuirks } from './profiles/profiles.js';
export type { SimulatorQuirksName } from './profiles/profiles.js';
export type { QuirkyFamily, QuirkyTokens, SimulatorQuirks } from './profiles/quirks.js';
// eslint-disable-next-line @typescript-eslint/no-deprecated -- names of earlier versions
export type { QuirkyClient, QuirkyErrors, QuirkyWebhooks } from './profiles/quirks.js';
export type {
  PixSimulatorOptions,
  SimulatorConta,
  SimulatorRecebedor,
  SimulatorRules,
  SimulatorConsoleOptions,
  SimulatorSandboxOptions,
  SimulatorWebhookOptions,
} from './settings/simulator.options.js';
export type { SimulatorStats } from './kernel/stats.js';
export type { DeliveryAttempt, DeliveryKind, WebhookDelivery } from './domain/webhook/delivery.js';
export type { DeliveryListener } from './domain/webhook/webhook-deliveries.js';
