/** Ids of EMV QRCPS-MPM that a Pix code uses. */
export const emv = {
  payloadFormat: '00',
  pointOfInitiation: '01',
  merchantAccount: '26',
  merchantCategory: '52',
  currency: '53',
  amount: '54',
  country: '58',
  merchantName: '59',
  merchantCity: '60',
  additionalData: '62',
  crc: '63',
  recurrence: '80',
} as const;

/** Ids inside templates 26 and 80. */
export const pixTemplate = {
  gui: '00',
  chave: '01',
  descricao: '02',
  fss: '03',
  location: '25',
} as const;

/** Id of the txid inside template 62. */
export const REFERENCE_LABEL = '05';

/** The GUI of Pix inside a template; other arrangements may share the code. */
export const PIX_GUI = 'br.gov.bcb.pix';

/** Reference label of a code without txid. */
export const NO_TXID = '***';
