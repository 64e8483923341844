export type { PixBooks, PixBooksDay, PixBooksDifference, PixBooksPeriod } from './books.js';
export { pixChargeStates } from './charge.js';
export type {
  PixCharge,
  PixChargeEvent,
  PixChargeKind,
  PixChargeState,
  PixHistoryEntry,
  PixLedgerCause,
  PixLedgerPayment,
  PixLedgerRefund,
  PixPaymentMeaning,
  PixRefundState,
  PixTask,
  PixTaskChoice,
  PixTaskReason,
} from './charge.js';
export {
  getPixLedgerToken,
  InjectPixLedger,
  PixLedgerModule,
  type PixLedgerExtras,
  type PixLedgerOptions,
} from './ledger.module.js';
export type { PixListenClient } from './engine.js';
export {
  OnPixCharge,
  OnPixTask,
  type PixLedgerContext,
  type PixLedgerHandlerDecorator,
  type PixLedgerHandlerOptions,
} from './notices.js';
export {
  PixLedger,
  type PixChargeFilter,
  type PixChargePage,
  type PixForgetFilter,
  type PixPaymentFilter,
  type PixPaymentPage,
  type PixRefundFilter,
  type PixRefundPage,
} from './pix-ledger.js';
export {
  postgresLedgerSchema,
  PostgresLedgerStore,
  type PostgresLedgerSchemaOptions,
  type PostgresLedgerStoreOptions,
} from './store.js';
export type { PixLedgerStatus } from '../observe/index.js';
export type { PixTaskDecision } from './tasks.js';
export {
  PixLedgerTransaction,
  type PixChargeOpening,
  type PixRefundRequest,
} from './transaction.js';
