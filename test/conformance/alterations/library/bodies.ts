import { inFile, type LibraryAlteration } from './library-alteration.js';

const CONTRACT = 'lib/contract';

/** Alterations of what the classes of bodies and filters take. */
export const bodies: readonly LibraryAlteration[] = [
  ...inFile(
    `${CONTRACT}/cobr/cobr.dto.ts`,
    [
      'a kind of account that other providers have',
      'constraints',
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO'], {",
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO', 'SALARIO'], {",
    ],
    [
      'a kind of account that nobody has',
      'fields',
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO'], {",
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO', 'XYZZY'], {",
    ],
    [
      'a kind of account less',
      'constraints',
      "['CORRENTE', 'POUPANCA', 'PAGAMENTO'], {",
      "['CORRENTE', 'POUPANCA'], {",
    ],
    [
      'a status that only a payer sets',
      'constraints',
      "@ChoiceField(['CANCELADA'], { describe: 'Cancela a cobrança.' })",
      "@ChoiceField(['CANCELADA', 'REJEITADA'], { describe: 'Cancela a cobrança.' })",
    ],
    [
      'a longer account',
      'constraints',
      "'Conta do recebedor.', max: 20",
      "'Conta do recebedor.', max: 21",
    ],
    [
      'a shorter branch',
      'constraints',
      "'Agência do recebedor.', max: 4",
      "'Agência do recebedor.', max: 3",
    ],
    [
      'a charge of nothing',
      'constraints',
      "example: '106.07' })",
      "example: '106.07', zero: true })",
    ],
    [
      'a field of another name',
      'types',
      '  ajusteDiaUtil!: boolean;',
      '  ajusteDiaUteis!: boolean;',
    ],
  ),
  ...inFile(`${CONTRACT}/rec/rec-revisada.dto.ts`, [
    'another status of a revision',
    'constraints',
    "@ChoiceField(['CANCELADA'], {",
    "@ChoiceField(['CANCELADA', 'REJEITADA'], {",
  ]),
  ...inFile(`${CONTRACT}/rec/rec-partes.dto.ts`, [
    'a recurrence that ends before it starts',
    'words',
    'dataFinal >= dataInicial,',
    'dataFinal !== dataInicial,',
  ]),
  ...inFile(
    `${CONTRACT}/rec/rec.dto.ts`,
    [
      'an idRec that contradicts the policy of retries',
      'words',
      'mark === undefined || idRec[1] === mark',
      'mark === undefined || idRec[0] !== mark',
    ],
    ['a location of 0', 'constraints', '    min: 1,\n', '    min: 0,\n'],
  ),
  ...inFile(
    `${CONTRACT}/cob/cob.dto.ts`,
    ['a charge that expires at once', 'constraints', '    min: 1,\n', '    min: 0,\n'],
    [
      'a demanded field that may be left out',
      'constraints',
      "@NestedField(() => CobValorDto, { describe: 'Valor da cobrança.' })",
      "@NestedField(() => CobValorDto, { describe: 'Valor da cobrança.', optional: true })",
    ],
  ),
  ...inFile(`${CONTRACT}/cob/cob-valor.dto.ts`, [
    'a purchase with a withdrawal',
    'words',
    '!hasSaque(siblings) || !isValor(original) || isZero(original)',
    '!hasSaque(siblings) || !isValor(original) || original !== undefined',
  ]),
  ...inFile(
    `${CONTRACT}/shared/consulta.dto.ts`,
    [
      'a period that ends before it starts',
      'words',
      '!(parseInstant(end) < parseInstant(siblings[start])),',
      'end !== parseInstant(siblings[start]),',
    ],
    [
      'a period that may not end when it starts',
      'words',
      '!(parseInstant(end) < parseInstant(siblings[start])),',
      '!(parseInstant(end) <= parseInstant(siblings[start])),',
    ],
    ['a longer page', 'query', 'max: 1000', 'max: 1001'],
    ['a page of another name', 'query', "'paginacao.paginaAtual'", "'paginaAtual'"],
  ),
  ...inFile(`${CONTRACT}/shared/removal-field.ts`, [
    'a removal that changes the key',
    'words',
    "  'chave',\n",
    '',
  ]),
  ...inFile(
    'lib/values/patterns.ts',
    ['a CPF of 11 or more digits', 'constraints', '/^\\d{11}$/', '/^\\d{11,}$/'],
    ['an ISPB with small letters', 'constraints', '/^[0-9A-Z]{8}$/', '/^[0-9A-Za-z]{8}$/'],
    ['a CNPJ of digits alone', 'constraints', '/^[0-9A-Z]{14}$/', '/^[0-9]{14}$/'],
  ),
  ...inFile(`${CONTRACT}/validation/text-fields.ts`, [
    'lengths counted in UTF-16 units',
    'constraints',
    'return text.length <= 2 * max && Array.from(text).length <= max;',
    'return false;',
  ]),
  ...inFile('lib/values/calendar-date.ts', [
    'the 29th of any February',
    'constraints',
    'return isLeap(year) ? 29 : 28;',
    'return year > 0 ? 29 : 28;',
  ]),
  ...inFile(`${CONTRACT}/cobv/cobv-valor.dto.ts`, [
    'a discount of the whole amount',
    'words',
    'toCents(valorPerc) < wholeInCents',
    'toCents(valorPerc) <= wholeInCents',
  ]),
  ...inFile(`${CONTRACT}/cobv/cobv.dto.ts`, [
    'a discount after the due date',
    'words',
    'data <= dataDeVencimento',
    'data !== dataDeVencimento',
  ]),
  ...inFile(`${CONTRACT}/cobv/cobv-encargos.dto.ts`, [
    'a ninth modality of interest',
    'constraints',
    '    8,\n',
    '    9,\n',
  ]),
  ...inFile(`${CONTRACT}/pix/pix.dto.ts`, [
    'a nature of refunds that only a provider uses',
    'constraints',
    "@ChoiceField(['ORIGINAL', 'RETIRADA'], {",
    "@ChoiceField(['ORIGINAL', 'RETIRADA', 'MED_FRAUDE'], {",
  ]),
];
