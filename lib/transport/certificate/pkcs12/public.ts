export { KeyDerivation, MAC_KEY } from './key-derivation.js';
export { encodePassword } from './password.js';
