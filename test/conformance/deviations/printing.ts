import { on, type Deviation } from './deviation.js';
import {
  CHARGE_BODIES,
  COBR_CREATES,
  LOTE_WRITES,
  PERSON_LISTS,
  REC_WRITES,
  REFUND,
  REFUND_ID,
  SOLICREC_CREATE,
  TXID_PATHS,
} from './rows.js';

const PATTERNS: readonly (readonly [check: string, pattern: string, rows: readonly string[]])[] = [
  ['constraints', '/^\\d{11}$/', [...CHARGE_BODIES, 'POST /rec', ...SOLICREC_CREATE]],
  ['query', '/^\\d{11}$/', PERSON_LISTS],
  ['query', '/^\\d{7}$/', ['GET /cobv/{pixUrlAccessToken}']],
  [
    'constraints',
    '\\d{1,10}\\.\\d{2}',
    [...CHARGE_BODIES, ...REFUND, 'POST /rec', ...COBR_CREATES],
  ],
  ['route', '[a-zA-Z0-9]{26,35}', TXID_PATHS],
  ['query', '[a-zA-Z0-9]{26,35}', ['GET /pix']],
  ['constraints', '[a-zA-Z0-9]{26,35}', [...LOTE_WRITES, ...REC_WRITES]],
  ['route', '[a-zA-Z0-9]{1,35}', REFUND_ID],
  ['query', '[a-zA-Z0-9]{1,35}', ['GET /pix']],
  ['query', '[a-zA-Z0-9]{29}', ['GET /cobr']],
  ['constraints', '[a-zA-Z0-9]{29}', [...SOLICREC_CREATE, ...COBR_CREATES]],
  ['route', '[a-zA-Z0-9]{32}', ['GET /pix/{e2eid}', ...REFUND_ID]],
];

/** Errors of notation in the file. */
export const printing: readonly Deviation[] = [
  {
    reason:
      'Patterns are written between literal slashes, which match no value, or without anchors, ' +
      'so that any longer text matches',
    findings: PATTERNS.flatMap(([check, pattern, rows]) =>
      on(rows, `${check} pattern ${pattern}: is read without slashes and anchored`),
    ),
  },
  {
    reason: 'A list has maximum instead of maxItems 50',
    findings: on(CHARGE_BODIES, 'constraints CobBase.infoAdicionais: maximum is read as maxItems'),
  },
  {
    reason: 'A received Pix has two patterns for the txid; the second one, 1 to 35, applies',
    findings: on(
      ['GET /pix'],
      'query GET /pix txid: pattern [a-zA-Z0-9]{26,35}: "111… (25) is accepted',
    ),
  },
];
