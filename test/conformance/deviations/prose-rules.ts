import { on, onEach, type Deviation, type Expected } from './deviation.js';
import {
  COBV_BODIES,
  COBV_CREATE,
  COBV_NEW_BODIES,
  COBV_REVISE,
  COBV_REVISED_BODIES,
  COB_CREATES,
  COB_REVISE,
  COB_WRITES,
  LOTE_CREATE,
  LOTE_REVISE,
  PERIOD_LISTS,
  PERSON_LISTS,
  REC_CREATE,
  SOLICREC_CREATE,
} from './rows.js';

const CHANGES = [
  'calendario',
  'devedor',
  'loc',
  'valor',
  'chave',
  'solicitacaoPagador',
  'infoAdicionais',
];

const BOTH = 'a person and a company is refused for cnpj';

function ruled(rows: readonly string[], at: string, ...whats: readonly string[]): Expected[] {
  return on(rows, ...whats.map((what) => `prose ${at}: ${what}`));
}

const removal = (rows: readonly string[], at: string): Expected[] =>
  ruled(rows, at, ...CHANGES.map((field) => `a removal with ${field} is refused for status`));

const cash = (rows: readonly string[], at: string): Expected[] =>
  ruled(
    rows,
    at,
    'saque and a purchase is refused for original',
    'troco and no purchase is refused for original',
    'an amount to be chosen with saque is refused for modalidadeAlteracao',
    'an amount to be chosen with troco is refused for modalidadeAlteracao',
    'zero, not to be chosen is refused for original',
  );

const wholes = (rows: readonly string[], at: string): Expected[] =>
  ruled(
    rows,
    at,
    'a rebate of all is refused for abatimento',
    'a rebate of 100% is refused for abatimento',
    ...['by day', 'by anticipation', 'by anticipation in work days'].flatMap((how) => [
      `a discount ${how} of all is refused for desconto`,
      `a discount ${how} of 100% is refused for desconto`,
    ]),
  );

/** Rules that the file describes in prose: in descriptions and in the violations of its error types. */
export const proseRules: readonly Deviation[] = [
  {
    reason:
      'A period cannot end before it starts (violations of ConsultaInvalida and RecOperacaoInvalida)',
    findings: [
      ...onEach(
        PERIOD_LISTS,
        (row) => `prose ${row}: an end a second before the start is refused for fim`,
        (row) => `prose ${row}: an end before the start by its time zone is refused for fim`,
      ),
      ...ruled(
        REC_CREATE,
        'RecBase.calendario',
        'a last day before the first is refused for dataFinal',
      ),
    ],
  },
  {
    reason: 'A person is identified by a CPF or a CNPJ, not by both',
    findings: [
      ...onEach(PERSON_LISTS, (row) => `prose ${row}: ${BOTH}`),
      ...ruled(COB_CREATES, 'CobSolicitada.devedor', BOTH),
      ...ruled(COB_REVISE, 'CobRevisada.devedor', BOTH),
      ...ruled(COBV_BODIES, 'DadosDevedor.devedor', BOTH),
      ...ruled(REC_CREATE, 'RecBase.vinculo.devedor', BOTH),
      ...ruled(SOLICREC_CREATE, 'SolicRecBase.destinatario', BOTH),
    ],
  },
  {
    reason:
      'A withdrawal has no purchase, change requires a purchase, and a payer can change only an amount of zero (CobValor)',
    findings: [
      ...cash(COB_CREATES, 'CobSolicitada.valor'),
      ...cash(COB_REVISE, 'CobValor'),
      ...ruled(
        COB_WRITES,
        'CobValor.retirada.saque',
        'cash of zero, not to be chosen is refused for valor',
      ),
      ...ruled(
        COB_WRITES,
        'CobValor.retirada.troco',
        'cash of zero, not to be chosen is refused for valor',
      ),
    ],
  },
  {
    reason: 'A rebate or a discount is below the amount (violations of CobVOperacaoInvalida)',
    findings: [
      ...wholes(COBV_NEW_BODIES, 'CobVSolicitada.valor'),
      ...wholes(COBV_REVISED_BODIES, 'CobVValor'),
    ],
  },
  {
    reason:
      'A discount has dates with modality 1 or 2, and a value with other modalities (CobVValor)',
    findings: ruled(
      COBV_BODIES,
      'CobVValor.desconto',
      'days with modality 3 is refused for descontoDataFixa,valorPerc',
      'days with modality 6 is refused for descontoDataFixa,valorPerc',
      'days and a value is refused for valorPerc',
      'a value with modality 2 is refused for descontoDataFixa,valorPerc',
    ),
  },
  {
    reason: 'A discount ends by the due date (violations of CobVOperacaoInvalida)',
    findings: (
      [
        [COBV_CREATE, 'CobVSolicitada'],
        [COBV_REVISE, 'CobVRevisada'],
        [LOTE_CREATE, 'LoteCobVBody.cobsv[]'],
        [LOTE_REVISE, 'LoteCobVBodyRevisado.cobsv[]'],
      ] as const
    ).flatMap(([rows, at]) =>
      ruled(rows, at, 'a discount after the due date is refused for valor'),
    ),
  },
  {
    reason: 'A removal changes no other field (violations of CobOperacaoInvalida)',
    findings: [
      ...removal(COB_REVISE, 'CobRevisada'),
      ...removal(COBV_REVISE, 'CobVRevisada'),
      ...removal(LOTE_REVISE, 'LoteCobVBodyRevisado.cobsv[]'),
    ],
  },
  {
    reason:
      'An idRec contains the retry policy, and an amount is either fixed or has a minimum (RecId, RecBase)',
    findings: [
      ...ruled(
        REC_CREATE,
        'RecSolicitada',
        'an idRec of retries without retries is refused for idRec',
        'an idRec of no retries with retries is refused for idRec',
      ),
      ...ruled(
        REC_CREATE,
        'RecBase.valor',
        'a fixed amount and a least one is refused for valorMinimoRecebedor',
      ),
    ],
  },
];
