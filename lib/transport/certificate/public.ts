export { encodePassword } from './pkcs12.js';
export { KeyDerivation, MAC_KEY } from './key-derivation.js';
