import { ChargeStore } from '../charge/charge.store.js';
import type { CobVRecord } from './cobv.record.js';

/** Due-date charges by txid and by creation. */
export class CobVStore extends ChargeStore<CobVRecord> {}
