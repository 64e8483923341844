import assert from 'node:assert/strict';
import fc from 'fast-check';
import forge from 'node-forge';
import { isCertificateError } from '../../../lib/errors/index.js';
import {
  KeyDerivation,
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
  override async pkcs12(_password: Buffer, input: DerivationInput, purpose: number) {
    const { salt, iterations, length } = input;
    // Other tests check the limits; here they prevent long derivations with mutate counts.
    if (iterations < 1 || iterations > 1000 || salt.length > 1000) return Buffer.alloc(length);
    const buffer = forge.util.createBuffer(salt.toString('latin1'));
    const key = generateKey('senha', buffer, purpose, iterations, length, forge.md.sha1.create());
    return Buffer.from(key.getBytes(), 'latin1');
  }

  override pbkdf2(password: Buffer, input: DerivationInput): Promise<Buffer> {
    if (input.iterations > 1000) return Promise.resolve(Buffer.alloc(input.length));
    return super.pbkdf2(password, input);
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
        const outcome = await toOutcome(() => readPkcs12(source, 'senha', new InlineDerivation()));
        assert.ok(!(outcome instanceof Error) || isCertificateError(outcome));
      },
    );
  },
};
