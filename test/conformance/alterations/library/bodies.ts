import { inFile, type LibraryAlteration } from './library-alteration.js';

const CONTRACT = 'lib/contract';

/** Changes of the classes of bodies and filters. */
export const bodies: readonly LibraryAlteration[] = [
  ...inFile(
    `${CONTRACT}/cobr/cobr.dto.ts`,
    [
      'an account type of other providers',
      'constraints',
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO'], 'Tipo",
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO', 'SALARIO'], 'Tipo",
    ],
    [
      'an unknown account type',
      'fields',
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO'], 'Tipo",
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO', 'XYZZY'], 'Tipo",
    ],
    [
      'a removed account type',
      'constraints',
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO'], 'Tipo",
      "['CORRENTE', 'POUPANCA'], 'Tipo",
    ],
    [
      'a status that only the payer sets',
      'constraints',
      "@ChoiceField(['CANCELADA'], 'Cancela a cobrança.')",
      "@ChoiceField(['CANCELADA', 'REJEITADA'], 'Cancela a cobrança.')",
    ],
    [
      'a longer account number',
      'constraints',
      "'Conta do recebedor.', { max: 20",
      "'Conta do recebedor.', { max: 21",
    ],
    [
      'a shorter branch number',
      'constraints',
      "'Agência do recebedor.', { max: 4",
      "'Agência do recebedor.', { max: 3",
    ],
    [
      'a charge with the amount zero',
      'constraints',
      "example: '106.07' })",
      "example: '106.07', zero: true })",
    ],
    ['a renamed field', 'types', '  ajusteDiaUtil!: boolean;', '  ajusteDiaUteis!: boolean;'],
  ),
  ...inFile(`${CONTRACT}/rec/rec.dto.ts`, [
    'another status of a revision',
    'constraints',
    "@ChoiceField(['CANCELADA'], 'Cancela a recorrência.'",
    "@ChoiceField(['CANCELADA', 'REJEITADA'], 'Cancela a recorrência.'",
  ]),
  ...inFile(`${CONTRACT}/rec/rec.dto.ts`, [
    'a recurrence that ends before it starts',
    'prose',
    'dataFinal >= dataInicial,',
    'dataFinal !== dataInicial,',
  ]),
  ...inFile(
    `${CONTRACT}/rec/rec.dto.ts`,
    [
      'an idRec that contradicts politicaRetentativa',
      'prose',
      'mark === undefined || idRec[1] === mark',
      'mark === undefined || idRec[0] !== mark',
    ],
    ['a location of 0', 'constraints', '    min: 1,\n', '    min: 0,\n'],
  ),
  ...inFile(
    `${CONTRACT}/cob/cob.dto.ts`,
    ['a charge that expires immediately', 'constraints', '    min: 1,\n', '    min: 0,\n'],
    [
      'an optional field that is required',
      'constraints',
      "@NestedField(() => CobValorDto, 'Valor da cobrança.')",
      "@NestedField(() => CobValorDto, 'Valor da cobrança.', { optional: true })",
    ],
  ),
  ...inFile(`${CONTRACT}/cob/cob.dto.ts`, [
    'a purchase with a withdrawal',
    'prose',
    '!hasSaque(siblings) || !isValor(original) || isZero(original)',
    '!hasSaque(siblings) || !isValor(original) || original !== undefined',
  ]),
  ...inFile(
    `${CONTRACT}/shared/fields.ts`,
    [
      'a period that ends before it starts',
      'prose',
      '!(parseInstant(end) < parseInstant(siblings[start])),',
      'end !== parseInstant(siblings[start]),',
    ],
    [
      'a period that cannot end when it starts',
      'prose',
      '!(parseInstant(end) < parseInstant(siblings[start])),',
      '!(parseInstant(end) <= parseInstant(siblings[start])),',
    ],
  ),
  ...inFile(
    `${CONTRACT}/shared/fields.ts`,
    ['a longer page', 'query', 'max: 1000', 'max: 1001'],
    ['a page of another name', 'query', "'paginacao.paginaAtual'", "'paginaAtual'"],
    [
      'a removal that changes the key',
      'prose',
      'valor chave solicitacaoPagador',
      'valor solicitacaoPagador',
    ],
  ),
  ...inFile(
    'lib/errors/redact.ts',
    ['a CPF of 11 or more digits', 'constraints', '/^\\d{11}$/', '/^\\d{11,}$/'],
    ['a CNPJ of digits alone', 'constraints', '/^[0-9A-Z]{14}$/', '/^[0-9]{14}$/'],
  ),
  ...inFile('lib/values/patterns.ts', [
    'an ISPB with lower-case letters',
    'constraints',
    '/^[0-9A-Z]{8}$/',
    '/^[0-9A-Za-z]{8}$/',
  ]),
  ...inFile(`${CONTRACT}/validation/fields.ts`, [
    'lengths counted in UTF-16 units',
    'constraints',
    'return text.length <= 2 * max && Array.from(text).length <= max;',
    'return false;',
  ]),
  ...inFile('lib/values/days.ts', [
    'the 29th of any February',
    'constraints',
    'day < 29 || isLeapYear(Number(value.slice(0, 4)))',
    'day < 30',
  ]),
  ...inFile(`${CONTRACT}/cobv/cobv.dto.ts`, [
    'a discount of the whole amount',
    'prose',
    'toCents(valorPerc) < wholeInCents',
    'toCents(valorPerc) <= wholeInCents',
  ]),
  ...inFile(`${CONTRACT}/cobv/cobv.dto.ts`, [
    'a discount after the due date',
    'prose',
    'data <= dataDeVencimento',
    'data !== dataDeVencimento',
  ]),
  ...inFile(`${CONTRACT}/cobv/cobv.dto.ts`, [
    'a ninth modality of interest',
    'constraints',
    '    8,\n',
    '    9,\n',
  ]),
  ...inFile(`${CONTRACT}/cobv/cobv.dto.ts`, [
    'a response modalidade that is only a number',
    'types',
    "em dias úteis.',\n  )\n  modalidade!: number | string;",
    "em dias úteis.',\n  )\n  modalidade!: number;",
  ]),
  ...inFile(`${CONTRACT}/pix/pix.dto.ts`, [
    'a nature of refunds that only a provider uses',
    'constraints',
    "@ChoiceField(['ORIGINAL', 'RETIRADA'], '",
    "@ChoiceField(['ORIGINAL', 'RETIRADA', 'MED_FRAUDE'], '",
  ]),
];
