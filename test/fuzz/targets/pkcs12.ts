import assert from 'node:assert/strict';
import fc from 'fast-check';
import forge from 'node-forge';
import { isCertificateError } from '../../../lib/errors/index.js';
import {
  KeyDerivation,
  PURPOSES,
  type DerivationInput,
} from '../../../lib/transport/certificate/key-derivation.js';
import { readPkcs12 } from '../../../lib/transport/certificate/pkcs12.js';
import { TestAuthority, toPkcs12 } from '../../support/certificates.js';
import { mutate, toOutcome, property, type FuzzTarget } from '../fuzz-target.js';

const { generateKey } = forge.pkcs12 as unknown as {
  generateKey(
    password: string,
    salt: forge.util.ByteBuffer,
    id: number,
    iterations: number,
    bytes: number,
    hash: unknown,
  ): forge.util.ByteBuffer;
};

/** Derives keys in this thread with forge: a worker for each of 100,000 files takes hours. */
class InlineDerivation extends KeyDerivation {
  override async derive(password: Buffer, input: DerivationInput, purpose?: keyof typeof PURPOSES) {
    const { salt, iterations, length } = input;
    // Other tests check the limits; here they prevent long derivations with mutate counts.
    if (iterations < 1 || iterations > 1000 || salt.length > 1000) return Buffer.alloc(length);
    if (!purpose) return super.derive(password, input);
    const buffer = forge.util.createBuffer(salt.toString('latin1'));
    const id = PURPOSES[purpose];
    const key = generateKey('senha', buffer, id, iterations, length, forge.md.sha1.create());
    return Buffer.from(key.getBytes(), 'latin1');
  }
}

export const pkcs12: FuzzTarget = {
  name: 'PKCS#12',
  prepare: async () => {
    const authority = await TestAuthority.create('Authority');
    const { cert, key } = await authority.issueClient();
    const certificates = [cert, authority.cert];
    const samples = (['aes256', '3des', 'rc2-40'] as const).flatMap((cipher) =>
      [true, false].map((mac) =>
        toPkcs12({ certificates, keys: [key], passphrase: 'senha', cipher, mac }),
      ),
    );
    return property(
      fc.oneof(
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
        mutate(samples),
      ),
      async (bytes) => {
        const source = { option: 'certificate.pfx', bytes };
        const outcome = await toOutcome(() =>
          readPkcs12(source, 'senha', new InlineDerivation(source)),
        );
        assert.ok(!(outcome instanceof Error) || isCertificateError(outcome));
      },
    );
  },
};
