export { encodePassword } from './decrypt.js';
export { KeyDerivation, MAC_KEY } from './key-derivation.js';
