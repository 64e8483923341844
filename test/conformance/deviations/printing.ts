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

/** What the file prints otherwise than it means it. */
export const printing: readonly Deviation[] = [
  {
    reason:
      'Patterns are printed between literal slashes, which no value could match, or without anchors, ' +
      'so that any longer text would match',
    findings: PATTERNS.flatMap(([check, pattern, rows]) =>
      on(rows, `${check} pattern ${pattern}: is read without slashes and anchored`),
    ),
  },
  {
    reason: 'A list has no maximum; at most 50 items are meant',
    findings: on(CHARGE_BODIES, 'constraints CobBase.infoAdicionais: maximum is read as maxItems'),
  },
  {
    reason: 'Two patterns stand for the txid of a received Pix; the second, of 1 to 35, is meant',
    findings: on(
      ['GET /pix'],
      'query GET /pix txid: pattern [a-zA-Z0-9]{26,35}: "111… (25) is taken',
    ),
  },
];
