import { on, type Deviation } from './deviation.js';
import { LOCREC_ID, LOC_ID, LOTE_WRITES, REC_ID, SOLICREC_ID } from './rows.js';

const LOTE_ID = ['GET /lotecobv/{id}', ...LOTE_WRITES];

/** Texts that are not a single path segment. */
const NO_STEP = 'as any text, refuses ""," ",".",".."';

/** Safe integers above zero. */
const POSITIVE = 'as any number, accepts only 1,2147483648,9007199254740991';

const ONLY_29 = 'as any text, accepts only "111… (29)';

/** Parameters for which the file defines only the type text. */
export const paths: readonly Deviation[] = [
  {
    reason: 'The identifier of a location is a positive integer, as in its schema',
    findings: (
      [
        ['/loc/{id}', LOC_ID],
        ['/locrec/{id}', LOCREC_ID],
      ] as const
    ).flatMap(([path, rows]) =>
      on(
        rows,
        `route ${path}: it is refused for id`,
        `route ${path}: as any text, accepts only "1","111… (19)`,
        `route ${path}: ${POSITIVE}`,
        `route ${path}: type string: 1 is accepted`,
      ),
    ),
  },
  {
    reason: 'Identifiers of batches can be numbers or text',
    findings: on(
      LOTE_ID,
      `route /lotecobv/{id}: ${POSITIVE}`,
      'route /lotecobv/{id}: type string: 1 is accepted',
    ),
  },
  {
    reason: 'Empty, blank and dot segments are not valid path segments',
    findings: on(LOTE_ID, `route /lotecobv/{id}: ${NO_STEP}`),
  },
  {
    reason: 'The access token of a location is a path segment of unreserved characters',
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
    reason: 'A txid of a charge has 26 to 35 letters or digits',
    findings: on(
      ['GET /rec/{idRec}'],
      'query GET /rec/{idRec} txid: it is refused for txid',
      'query GET /rec/{idRec} txid: as any text, accepts only "111… (26),"111… (28),"111… (29),"111… (30),"111… (35)',
      'fields GET /rec/{idRec} txid: pattern none; the class has [a-zA-Z0-9]{26,35}',
    ),
  },
];
