import { on, onEach, type Deviation, type Expected } from './deviation.js';
import {
  CHARGE_BODIES,
  COBR_CREATES,
  COBV_BODIES,
  COB_WRITES,
  REC_CREATE,
  REC_REVISE,
  REFUND,
} from './rows.js';

/** Amounts of nothing are refused at several places. */
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

/** An identifier of a location is refused when it is not positive. */
function positive(rows: readonly string[], at: string, name: string): Expected[] {
  return on(
    rows,
    `constraints ${at}: -1 is refused for ${name}`,
    `constraints ${at}: 0 is refused for ${name}`,
    `fields ${at}: minimum none; the class has 1`,
  );
}

/** Limits that the contract sets where the file has no keyword for them. */
export const limits: readonly Deviation[] = [
  {
    reason: 'A charge that expires in no time could never be paid',
    findings: on(
      COB_WRITES,
      'constraints CobExpiracao.expiracao: -1 is refused for expiracao',
      'constraints CobExpiracao.expiracao: 0 is refused for expiracao',
      'fields CobExpiracao.expiracao: minimum none; the class has 1',
    ),
  },
  {
    reason: 'Days after the due date, revisions and numbers of batches are counted from 0',
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
    reason: 'The file gives the page of the list of webhooks a default, which is sent',
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
    reason: 'An empty key or status names nothing',
    findings: [
      ...on(
        CHARGE_BODIES,
        'constraints CobBase.chave: as any text, refuses ""',
        'fields CobBase.chave: minLength none; the class has 1',
      ),
      ...onEach(
        ['GET /cob', 'GET /cobv', 'GET /rec', 'GET /cobr'],
        (row) => `query ${row} status: as any text, refuses ""`,
        (row) => `fields ${row} status: minLength none; the class has 1`,
      ),
    ],
  },
  {
    reason: 'An amount to pay, to refund or to limit is above zero',
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
    reason: 'A CEP has 8 characters; the hyphen of the examples is not counted',
    findings: on(
      [...COBV_BODIES, ...COBR_CREATES],
      'fields DadosComplementaresPessoa.cep: maxLength 8; the class has none',
    ),
  },
];
