/** Values of several fields of an object that are consistent or inconsistent. */
export interface Case {
  readonly what: string;
  /** Fields that an object must have for the case to apply. */
  readonly fields: readonly string[];
  readonly change: (object: Readonly<Record<string, unknown>>) => object;
}

/** Returns cases with the same fields and different values. */
function set(fields: readonly string[], values: Readonly<Record<string, object>>): Case[] {
  return Object.entries(values).map(([what, value]) => ({
    what,
    fields,
    change: (object) => ({ ...object, ...value }),
  }));
}

const CASH = { modalidadeAgente: 'AGTEC', prestadorDoServicoDeSaque: '11111111' };
const saque = { saque: { ...CASH, valor: '1.00' } };
const troco = { troco: { ...CASH, valor: '1.00' } };

const byDay = (modalidade: number, valorPerc: string) => ({
  modalidade,
  descontoDataFixa: [{ data: '2020-01-01', valorPerc }],
});

const REMOVIDA = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

const periods: readonly Case[] = [
  ...set(['inicio', 'fim'], {
    'an end at the start': { inicio: '2020-01-01T00:00:00Z', fim: '2020-01-01T00:00:00Z' },
    'an end a second before the start': {
      inicio: '2020-01-01T00:00:01Z',
      fim: '2020-01-01T00:00:00Z',
    },
    'an end before the start by its time zone': {
      inicio: '2020-01-01T00:00:00Z',
      fim: '2020-01-01T01:00:00+03:00',
    },
    'an end after the start by its time zone': {
      inicio: '2020-01-01T00:00:00Z',
      fim: '2019-12-31T23:00:00-03:00',
    },
  }),
  ...set(['dataInicial', 'dataFinal'], {
    'a last day that is the first': { dataInicial: '2020-01-02', dataFinal: '2020-01-02' },
    'a last day before the first': { dataInicial: '2020-01-02', dataFinal: '2020-01-01' },
  }),
];

const cash: readonly Case[] = [
  ...set(['original', 'retirada'], {
    'saque and no purchase': { original: '0.00', retirada: saque },
    'saque and a purchase': { original: '0.01', retirada: saque },
    'troco and a purchase': { original: '0.01', retirada: troco },
    'troco and no purchase': { original: '0.00', retirada: troco },
  }),
  ...set(['original', 'modalidadeAlteracao', 'retirada'], {
    'an amount to be chosen with saque': {
      original: '0.00',
      modalidadeAlteracao: 1,
      retirada: saque,
    },
    'no amount to be chosen with saque': {
      original: '0.00',
      modalidadeAlteracao: 0,
      retirada: saque,
    },
    'an amount to be chosen with troco': {
      original: '0.01',
      modalidadeAlteracao: 1,
      retirada: troco,
    },
    'no amount to be chosen with troco': {
      original: '0.01',
      modalidadeAlteracao: 0,
      retirada: troco,
    },
  }),
  ...set(['original', 'modalidadeAlteracao'], {
    'zero, to be chosen': { original: '0.00', modalidadeAlteracao: 1 },
    'zero, not to be chosen': { original: '0.00', modalidadeAlteracao: 0 },
  }),
  ...set(['valor', 'modalidadeAgente'], {
    'cash of zero, to be chosen': { valor: '0.00', modalidadeAlteracao: 1 },
    'cash of zero, not to be chosen': { valor: '0.00', modalidadeAlteracao: 0 },
  }),
];

const rebates: readonly Case[] = [
  ...set(['original', 'abatimento'], {
    'a rebate of all but a cent': {
      original: '2.00',
      abatimento: { modalidade: 1, valorPerc: '1.99' },
    },
    'a rebate of all': { original: '2.00', abatimento: { modalidade: 1, valorPerc: '2.00' } },
    'a rebate of 99.99%': { original: '2.00', abatimento: { modalidade: 2, valorPerc: '99.99' } },
    'a rebate of 100%': { original: '2.00', abatimento: { modalidade: 2, valorPerc: '100.00' } },
  }),
  ...set(['original', 'desconto'], {
    ...discounts('by day', byDay, 1, 2),
    ...discounts('by anticipation', (modalidade, valorPerc) => ({ modalidade, valorPerc }), 3, 5),
    ...discounts(
      'by anticipation in work days',
      (modalidade, valorPerc) => ({ modalidade, valorPerc }),
      4,
      6,
    ),
  }),
  ...set(['modalidade', 'descontoDataFixa'], {
    'days with modality 2': byDay(2, '1.00'),
    'days with modality 3': byDay(3, '1.00'),
    'days with modality 6': byDay(6, '1.00'),
    'days and a value': { ...byDay(1, '1.00'), valorPerc: '1.00' },
    'two discounts of one day': {
      modalidade: 1,
      descontoDataFixa: [
        { data: '2020-01-01', valorPerc: '1.00' },
        { data: '2020-01-01', valorPerc: '1.01' },
      ],
    },
  }),
  ...[2, 3, 6].map((modalidade) => ({
    what: `a value with modality ${modalidade}`,
    fields: ['modalidade', 'descontoDataFixa'],
    change: () => ({ modalidade, valorPerc: '1.00' }),
  })),
  ...set(['calendario', 'valor', 'devedor', 'chave'], {
    'a discount until the due date': {
      calendario: { dataDeVencimento: '2020-01-01' },
      valor: { original: '2.00', desconto: byDay(1, '1.00') },
    },
    'a discount after the due date': {
      calendario: { dataDeVencimento: '2019-12-31' },
      valor: { original: '2.00', desconto: byDay(1, '1.00') },
    },
  }).map((each) => ({ ...each, fields: [...each.fields, 'infoAdicionais'] })),
];

/** Returns discounts of an amount and of a percentage, at and below the limit. */
function discounts(
  how: string,
  desconto: (modalidade: number, valorPerc: string) => object,
  amount: number,
  percentage: number,
): Record<string, object> {
  const original = '2.00';
  return {
    [`a discount ${how} of all but a cent`]: { original, desconto: desconto(amount, '1.99') },
    [`a discount ${how} of all`]: { original, desconto: desconto(amount, '2.00') },
    [`a discount ${how} of 99.99%`]: { original, desconto: desconto(percentage, '99.99') },
    [`a discount ${how} of 100%`]: { original, desconto: desconto(percentage, '100.00') },
  };
}

const people: readonly Case[] = [
  ...set(['cpf', 'cnpj'], { 'a person and a company': {} }),
  ...set(['vinculo', 'politicaRetentativa'], {
    'an idRec of no retries without retries': {
      idRec: `RN${'1'.repeat(27)}`,
      politicaRetentativa: 'NAO_PERMITE',
    },
    'an idRec of retries without retries': {
      idRec: `RR${'1'.repeat(27)}`,
      politicaRetentativa: 'NAO_PERMITE',
    },
    'an idRec of retries with retries': {
      idRec: `RR${'1'.repeat(27)}`,
      politicaRetentativa: 'PERMITE_3R_7D',
    },
    'an idRec of no retries with retries': {
      idRec: `RN${'1'.repeat(27)}`,
      politicaRetentativa: 'PERMITE_3R_7D',
    },
  }),
  ...set(['valorRec', 'valorMinimoRecebedor'], {
    'a fixed amount and a least one': { valorRec: '1.00', valorMinimoRecebedor: '1.00' },
  }),
];

/** A removal must not change other fields. */
const removals: readonly Case[] = [
  'calendario',
  'devedor',
  'loc',
  'valor',
  'chave',
  'solicitacaoPagador',
  'infoAdicionais',
].map((field) => ({
  what: `a removal with ${field}`,
  fields: ['status', field, 'solicitacaoPagador'],
  change: (object) => ({
    status: REMOVIDA,
    [field]: object[field],
    ...(object.txid !== undefined && { txid: object.txid }),
  }),
}));

export const cases: readonly Case[] = [...periods, ...cash, ...rebates, ...people, ...removals];
