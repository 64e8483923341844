export { encodePassword } from './pkcs12.js';
export { KeyDerivation } from './key-derivation.js';
