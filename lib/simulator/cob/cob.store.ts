import { ChargeStore } from '../charge/charge.store.js';
import type { CobRecord } from './cob.record.js';

/** Immediate charges by txid and by creation. */
export class CobStore extends ChargeStore<CobRecord> {}
