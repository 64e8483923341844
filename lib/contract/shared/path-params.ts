import { TXID, TXID_RULE } from '../../values/index.js';
import { matching, type PathParam } from '../path-param.js';

// Rules of path parameters that several families have. A rule of one family is in its operations file.

/** Identifier of a charge in a path: BCB schema `TxId`. */
export const txidParam = matching('txid', TXID, TXID_RULE);

/** Identifier of a location (of a charge or a recurrence): an int64 that the provider assigns. */
export const locationIdParam: PathParam = {
  name: 'id',
  describe: 'deve ser um número inteiro positivo',
  accepts: (value) =>
    typeof value === 'number'
      ? Number.isSafeInteger(value) && value > 0
      : typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value),
};
