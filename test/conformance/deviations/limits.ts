import { on, onEach, type Deviation, type Expected } from './deviation.js';
import {
  CHARGE_BODIES,
  COBR_CREATES,
  COBV_BODIES,
  COB_WRITES,
  REC_CREATE,
  REC_REVISE,
  REFUND,
  WEBHOOK_CHAVE,
} from './rows.js';

/** The Pix keys among texts without a rule. */
const ONLY_KEYS = 'as any text, accepts only "+5511912345678","fulano@example.com"';

/** Findings of refused zero amounts at several positions. */
function noZero(rows: readonly string[], ...places: readonly string[]): Expected[] {
  return places.flatMap((at) => {
    const name = at.replace(/.*\./, '');
    return on(
      rows,
      `constraints ${at}: "0.00" is refused for ${name}`,
      `constraints ${at}: "0000000000.00" is refused for ${name}`,
    );
  });
}

/** Findings of refused location identifiers below 1. */
function positive(rows: readonly string[], at: string, name: string): Expected[] {
  return on(
    rows,
    `constraints ${at}: -1 is refused for ${name}`,
    `constraints ${at}: 0 is refused for ${name}`,
    `fields ${at}: minimum none; the class has 1`,
  );
}

/** Limits of the contract for which the file has no keyword. */
export const limits: readonly Deviation[] = [
  {
    reason: 'A charge that expires immediately can never be paid',
    findings: on(
      COB_WRITES,
      'constraints CobExpiracao.expiracao: -1 is refused for expiracao',
      'constraints CobExpiracao.expiracao: 0 is refused for expiracao',
      'fields CobExpiracao.expiracao: minimum none; the class has 1',
    ),
  },
  {
    reason: 'Days after the due date, revisions and batch numbers start at 0',
    findings: [
      ...on(
        COBV_BODIES,
        'constraints CobDataDeVencimento.validadeAposVencimento: -1 is refused for validadeAposVencimento',
        'fields CobDataDeVencimento.validadeAposVencimento: minimum none; the class has 0',
      ),
      ...on(
        ['GET /cob/{txid}', 'GET /cobv/{txid}'],
        'query Revisao: -1 is refused for revisao',
        'fields Revisao: minimum none; the class has 0',
      ),
      ...on(
        ['GET /cobv'],
        'query GET /cobv loteCobVId: -1 is refused for loteCobVId',
        'fields GET /cobv loteCobVId: minimum none; the class has 0',
      ),
    ],
  },
  {
    reason: 'The file defines a default page for the list of webhooks, which is sent',
    findings: on(
      ['GET /webhook'],
      'sent GET /webhook: is sent with paginacao.paginaAtual=0, which was not given',
      'sent GET /webhook: is sent with paginacao.itensPorPagina=100, which was not given',
    ),
  },
  {
    reason: 'Identifiers of locations are positive',
    findings: [
      ...positive(CHARGE_BODIES, 'PayloadLocationId', 'id'),
      ...positive(REC_CREATE, 'RecSolicitada.loc', 'loc'),
      ...positive(REC_REVISE, 'RecRevisada.loc', 'loc'),
    ],
  },
  {
    reason: 'Text that can be no Pix key of any kind addresses nobody (D89)',
    findings: [
      ...on(
        CHARGE_BODIES,
        'constraints CobBase.chave: a text of 77 characters is refused for chave',
        `constraints CobBase.chave: ${ONLY_KEYS}`,
      ),
      ...on(
        WEBHOOK_CHAVE,
        'route /webhook/{chave}: a text of 77 characters is refused for chave',
        'route /webhook/{chave}: 77 characters of two units is refused for chave',
        `route /webhook/{chave}: ${ONLY_KEYS}`,
      ),
    ],
  },
  {
    reason: 'An empty key or status identifies nothing',
    findings: [
      ...on(CHARGE_BODIES, 'fields CobBase.chave: minLength none; the class has 1'),
      ...onEach(
        ['GET /cob', 'GET /cobv', 'GET /rec', 'GET /cobr'],
        (row) => `query ${row} status: as any text, refuses ""`,
        (row) => `fields ${row} status: minLength none; the class has 1`,
      ),
    ],
  },
  {
    reason: 'An amount of a charge, a refund or a limit is above zero',
    findings: [
      ...noZero(
        COB_WRITES,
        'CobValor.original',
        'CobValor.retirada.saque.valor',
        'CobValor.retirada.troco.valor',
      ),
      ...noZero(COBV_BODIES, 'CobVValor.original'),
      ...noZero(COBR_CREATES, 'CobRBase.valor.original'),
      ...noZero(REC_CREATE, 'RecBase.valor.valorRec', 'RecBase.valor.valorMinimoRecebedor'),
      ...noZero(REFUND, 'DevolucaoSolicitada.valor'),
    ],
  },
  {
    reason: 'A CEP has 8 digits; the hyphen of the examples does not count',
    findings: on(
      [...COBV_BODIES, ...COBR_CREATES],
      'fields DadosComplementaresPessoa.cep: maxLength 8; the class has none',
    ),
  },
];
