export type { PixBooks, PixBooksDifference, PixBooksPeriod } from './books.js';
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
  OnPixCharge,
  OnPixTask,
  type PixLedgerContext,
  type PixLedgerHandlerDecorator,
  type PixLedgerHandlerOptions,
} from './handlers.js';
export {
  getPixLedgerToken,
  InjectPixLedger,
  PixLedgerModule,
  type PixLedgerExtras,
} from './ledger.module.js';
export type { PixLedgerOptions } from './ledger.options.js';
export {
  PixLedger,
  type PixChargeFilter,
  type PixChargePage,
  type PixForgetFilter,
  type PixLedgerStatus,
} from './pix-ledger.js';
export { PostgresLedgerStore, type PostgresLedgerStoreOptions } from './postgres-ledger-store.js';
export type { PixTaskDecision } from './resolve.js';
export { postgresLedgerSchema, type PostgresLedgerSchemaOptions } from './schema.js';
export {
  PixLedgerTransaction,
  type PixChargeOpening,
  type PixRefundRequest,
} from './transaction.js';
