import { MUNICIPALITY } from '../../values/index.js';
import { jws, read } from '../operation.js';
import { matching } from '../path.js';
import { DateField, PatternField } from '../validation/fields.js';

/** Query of a payer's app for the payload of a due-date charge. */
export class ConsultaCobVPayloadDto {
  /** The payer's municipality, whose holidays postpone the due date. */
  @PatternField('Código IBGE do município do pagador.', {
    pattern: MUNICIPALITY,
    rule: 'deve ter 7 dígitos',
    optional: true,
    example: '5300108',
  })
  codMun?: string;

  /** The intended date of payment. */
  @DateField('Data de pagamento pretendida.', { optional: true })
  DPP?: string;
}

/** Access token in the address of a payload. */
const token = (name: string) =>
  matching(name, /^[a-zA-Z0-9_~-]+$/, 'deve ser o último segmento da location');

const charge = { params: [token('pixUrlAccessToken')], scope: null, returns: jws } as const;

/**
 * Look-ups of the payload behind a location. They require no authentication and are addressed at
 * the location's host, not below the provider's base address. The response is a JWS.
 */
export const payloadOperations = {
  /** Reads the signed payload of an immediate charge. */
  getCob: read({
    ...charge,
    id: 'payload.getCob',
    family: 'cob',
    path: '/{pixUrlAccessToken}',
  }),

  /** Reads the signed payload of a due-date charge. */
  getCobV: read({
    ...charge,
    id: 'payload.getCobV',
    family: 'cobv',
    path: '/cobv/{pixUrlAccessToken}',
    filter: ConsultaCobVPayloadDto,
  }),

  /** Reads the signed payload of a recurrence. */
  getRec: read({
    id: 'payload.getRec',
    family: 'rec',
    path: '/rec/{recUrlAccessToken}',
    params: [token('recUrlAccessToken')],
    scope: null,
    returns: jws,
  }),
} as const;
