export { KeyDerivation, type KeyPurpose } from './key-derivation.js';
export { encodePassword } from './password.js';
