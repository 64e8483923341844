import {
  MAY_LACK,
  NO_FIELD,
  REQUIRED_IN_TYPE,
  bodies,
  on,
  onEach,
  type Deviation,
} from './deviation.js';
import {
  CHARGE_BODIES,
  COBR_REVISE,
  COBV_BODIES,
  COBV_NEW_BODIES,
  COBV_REVISED_BODIES,
  COBV_WRITES,
  COB_CREATES,
  COB_REVISE,
  COB_WRITES,
  LOTE_WRITES,
  REC_CREATE,
  REC_REVISE,
  REC_WRITES,
  SOLICREC_CREATE,
} from './rows.js';

const MODALIDADES = ['multa', 'juros', 'abatimento', 'desconto'].map(
  (part) => `CobVValor.${part}.modalidade`,
);

const LOCATIONS = [
  ['CobSolicitada', COB_CREATES],
  ['CobRevisada', COB_REVISE],
  ['CobVSolicitada', COBV_NEW_BODIES],
  ['CobVRevisada', COBV_REVISED_BODIES],
] as const;

/** Accepted or optional parts of bodies. */
export const bodyDeviations: readonly Deviation[] = [
  {
    reason: 'A recurrence or a request without a body has no effect',
    findings: onEach(
      [...REC_WRITES, ...SOLICREC_CREATE, 'PATCH /solicrec/{idSolicRec}'],
      (row) => `status ${row}: accepts a body: optional; in the contract: required`,
    ),
  },
  {
    reason: 'The examples omit calendario',
    findings: [
      ...on(COB_CREATES, 'constraints CobSolicitada.calendario: required: nothing is accepted'),
      ...bodies(COB_CREATES, MAY_LACK, 'CobSolicitada.calendario'),
    ],
  },
  {
    reason: 'loc requires tipoCob without defining it, and the examples omit it',
    findings: [
      ...on(CHARGE_BODIES, 'constraints PayloadLocationCob.tipoCob: required: nothing is accepted'),
      ...LOCATIONS.flatMap(([at, rows]) => [
        ...bodies(rows, MAY_LACK, `${at}.loc.tipoCob`),
        ...on(rows, `fields ${at}.loc.tipoCob: is a field of the class only`),
      ]),
      ...onEach(
        [...COB_WRITES, ...COBV_WRITES],
        (row) => `sent ${row}: is sent with /loc must have required property 'tipoCob'`,
      ),
      ...onEach(
        LOTE_WRITES,
        (row) => `sent ${row}: is sent with /cobsv/0/loc must have required property 'tipoCob'`,
      ),
    ],
  },
  {
    reason: 'A modalidade may be a digit as text, as in the examples',
    findings: [
      ...on(
        COBV_BODIES,
        ...MODALIDADES.map((at) => `constraints ${at}: type, as text: "1" is accepted`),
        'constraints CobVValor.desconto.modalidade: type, as text: "3" is accepted',
      ),
      ...bodies(COBV_BODIES, 'may be string only in the type', ...MODALIDADES),
      ...on(
        ['GET /cobv/{txid}', 'GET /cobv', ...COBV_WRITES],
        ...MODALIDADES.map((at) => `types answer ${at}: may be string only in the type`),
      ),
    ],
  },
  {
    reason: 'idRec and retentativa are not sent when a recurrence is created',
    findings: [
      ...on(
        REC_CREATE,
        'constraints RecBase.idRec: required: nothing is accepted',
        'constraints RecBase.retentativa: required: nothing is accepted',
        'fields RecSolicitada.idRec: is a field of the class only',
        "sent POST /rec: is sent with  must have required property 'idRec'",
      ),
      ...bodies(REC_CREATE, MAY_LACK, 'RecSolicitada.idRec'),
      ...bodies(REC_CREATE, NO_FIELD, 'RecSolicitada.retentativa'),
    ],
  },
  {
    reason: 'pagador is not sent when a confirmation is requested',
    findings: [
      ...on(SOLICREC_CREATE, 'constraints SolicRecBase.pagador: required: nothing is accepted'),
      ...bodies(SOLICREC_CREATE, NO_FIELD, 'SolicRecSolicitada.pagador'),
    ],
  },
  {
    reason: 'A revision contains only the name of the debtor, which matches both alternatives',
    findings: on(
      REC_REVISE,
      'sent PATCH /rec/{idRec}: is sent with /vinculo/devedor must match exactly one schema in oneOf',
    ),
  },
  {
    reason: 'A revision of a recurring charge has only the field status',
    findings: [
      ...on(COBR_REVISE, 'constraints CobRRevisada: nothing is refused for status'),
      ...bodies(COBR_REVISE, REQUIRED_IN_TYPE, 'CobRRevisada.status'),
    ],
  },
];
