import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { refuseLocation } from '../refuse-location.js';
import { isPublicAddress } from './public-address.js';

type LookUpAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void;

/**
 * Creates the name look-up of a connection. It fails with a `ValidationError` if any address of the
 * name is not public. The connection uses the checked addresses, so a name server cannot return one
 * address to the check and another to the connection.
 */
export function guardedLookup(lookUpAll: LookUpAll = lookup): LookupFunction {
  return (hostname, options, callback) => {
    // Node.js passes no addresses with an error.
    lookUpAll(hostname, { ...options, all: true }, (error, addresses = []) => {
      const [first] = addresses;
      if (error) callback(error, '');
      else if (!first) callback(notFound(hostname), '');
      else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        callback(refuseLocation('leva a um endereço que não é público'), '');
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}
