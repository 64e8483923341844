import { json, read } from '../operation.js';
import { idRecParam, txidParam } from '../path.js';

/** The payer of a recurrence at Itaú. The fields are Itaú's and not in the specification. */
export interface ItauDadosPagador {
  /** Identifier of the recurrence. */
  idRec?: string;
  /** Status of the recurrence. */
  status?: string;
  /** The payer. Itaú publishes no list of its fields. */
  pagador?: Readonly<Record<string, unknown>>;
}

/** The QR Code of an immediate charge at Itaú. */
export interface ItauQrCode {
  /** Address of the charge's payload, without scheme. */
  pix_link: string;
  /** BR Code of the charge. */
  emv: string;
  /** PNG image of the QR code in base64. */
  imagem_base64: string;
}

/** Operations that only Itaú offers. */
export const itauOperations = {
  /** Reads the payer of a recurrence. */
  getDadosPagador: read({
    id: 'itau.getDadosPagador',
    family: 'rec',
    path: '/recorrencia/{idRec}/dados-pagador',
    params: [idRecParam],
    returns: json<ItauDadosPagador>(),
    providers: ['itau'],
  }),

  /** Reads the QR Code of an immediate charge. */
  getQrCode: read({
    id: 'itau.getQrCode',
    family: 'cob',
    path: '/cob/{txid}/qrcode',
    params: [txidParam],
    returns: json<ItauQrCode>(),
    providers: ['itau'],
  }),
} as const;
