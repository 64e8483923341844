import { on, type Deviation } from './deviation.js';
import { LOCREC_ID, LOC_ID, LOTE_WRITES, REC_ID, SOLICREC_ID, WEBHOOK_CHAVE } from './rows.js';

const LOTE_ID = ['GET /lotecobv/{id}', ...LOTE_WRITES];

/** Texts of a path's parameter that are no single step of an address. */
const NO_STEP = 'as any text, refuses ""," ",".",".."';

/** Safe integers above zero. */
const POSITIVE = 'as any number, takes only 1,2147483648,9007199254740991';

const ONLY_29 = 'as any text, takes only "111… (29)';

/** Parameters that the file calls text and says no more of. */
export const paths: readonly Deviation[] = [
  {
    reason: 'A location has a positive integer for identifier, as in its own schema',
    findings: (
      [
        ['/loc/{id}', LOC_ID],
        ['/locrec/{id}', LOCREC_ID],
      ] as const
    ).flatMap(([path, rows]) =>
      on(
        rows,
        `route ${path}: it is refused for id`,
        `route ${path}: as any text, takes only "1","111… (19)`,
        `route ${path}: ${POSITIVE}`,
        `route ${path}: type string: 1 is taken`,
      ),
    ),
  },
  {
    reason: 'Identifiers of batches are written as numbers as well as text',
    findings: on(
      LOTE_ID,
      `route /lotecobv/{id}: ${POSITIVE}`,
      'route /lotecobv/{id}: type string: 1 is taken',
    ),
  },
  {
    reason: 'An empty step, a blank one and steps up are no steps of a path',
    findings: [
      ...on(LOTE_ID, `route /lotecobv/{id}: ${NO_STEP}`),
      ...on(WEBHOOK_CHAVE, `route /webhook/{chave}: ${NO_STEP}`),
    ],
  },
  {
    reason: 'The access token of a location is a step of its address, of unreserved characters',
    findings: [
      '/{pixUrlAccessToken}',
      '/cobv/{pixUrlAccessToken}',
      '/rec/{recUrlAccessToken}',
    ].flatMap((path) =>
      on(
        [`GET ${path}`],
        `route ${path}: as any text, refuses ""," ","1.5","ação","a b","a/b","a.b","a?b#c",".","..","😀","+5511912345678","fulano@example.com"`,
      ),
    ),
  },
  {
    reason: 'An idRec and an idSolicRec have 29 letters or digits',
    findings: [
      ...on(
        REC_ID,
        'route /rec/{idRec}: it is refused for idRec',
        `route /rec/{idRec}: ${ONLY_29}`,
      ),
      ...on(
        SOLICREC_ID,
        'route /solicrec/{idSolicRec}: it is refused for idSolicRec',
        `route /solicrec/{idSolicRec}: ${ONLY_29}`,
      ),
    ],
  },
  {
    reason: 'A txid has 26 to 35 letters or digits wherever it names a charge',
    findings: on(
      ['GET /rec/{idRec}'],
      'query GET /rec/{idRec} txid: it is refused for txid',
      'query GET /rec/{idRec} txid: as any text, takes only "111… (26),"111… (28),"111… (29),"111… (30),"111… (35)',
      'fields GET /rec/{idRec} txid: pattern none; the class has [a-zA-Z0-9]{26,35}',
    ),
  },
];
