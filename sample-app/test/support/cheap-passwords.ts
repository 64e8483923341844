import { Passwords } from '../../src/backoffice/access/passwords.js';

/** Hashes like the shop, but a try costs nothing: the shops and logins of all tests would take minutes. */
export class CheapPasswords extends Passwords {
  protected override readonly cost = { N: 16, r: 8, p: 1 };
}
