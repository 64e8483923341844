import type { AddressList } from './address-list.js';
import type { Check } from './check.js';

export function addressCheck(allowed: AddressList): Check {
  return ({ address }) => (allowed.has(address) ? undefined : 'the address is not allowed');
}
