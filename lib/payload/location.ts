import { isIP } from 'node:net';
import { operationName, payloadOperations, type PixOperation } from '../contract/index.js';
import { getHost } from '../transport/index.js';
import { isPublicAddress } from './http/public-address.js';
import type { PayloadSettings } from './payload.options.js';
import { refuseLocation } from './refuse-location.js';

/** A validated location. */
export interface PayloadTarget {
  readonly address: URL;
  /** In the form of a charge's field, without scheme. */
  readonly location: string;
  /** For errors: `GET /cobv/{pixUrlAccessToken}`. */
  readonly operation: string;
}

/**
 * Host, port and path, without credentials and characters that URL parsers interpret differently.
 */
const LOCATION = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?\/[!"$-[\]-~]+$/i;

/** @throws ValidationError naming `location` */
export function parseLocation(location: string, settings: PayloadSettings): PayloadTarget {
  const given: unknown = location;
  if (typeof given !== 'string') throw refuseLocation('deve ser um texto');
  const bare = given.replace(/^https:\/\//i, '');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(bare)) throw refuseLocation('só pode ser https');
  if (!LOCATION.test(bare) || !URL.canParse(`https://${bare}`)) {
    throw refuseLocation(
      'deve ser um endereço https sem credenciais, como pix.example.com/qr/v2/…',
    );
  }
  const address = new URL(`https://${bare}`);
  if (address.port !== '' && !settings.allowAnyPort) {
    throw refuseLocation('não pode ter porta diferente de 443');
  }
  // URL has already normalized decimal, octal and hexadecimal forms. Node.js does not look up
  // literal addresses.
  const literal = getHost(address);
  if (isIP(literal) !== 0 && !settings.allowPrivateAddresses && !isPublicAddress(literal)) {
    throw refuseLocation('leva a um endereço que não é público');
  }
  return { address, location: bare, operation: operationName(resolveOperation(address)) };
}

/**
 * Determines the operation by the segment before the token, as in the paths of the specification.
 */
function resolveOperation({ pathname }: URL): PixOperation {
  switch (pathname.split('/').at(-2)) {
    case 'cobv':
      return payloadOperations.getCobV;
    case 'rec':
      return payloadOperations.getRec;
    default:
      return payloadOperations.getCob;
  }
}
