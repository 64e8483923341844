import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  CertificateChain,
  SignatureChecks,
} from '../../../lib/receiver/authentication/certificate-chain.js';
import { headerCertificate } from '../../../lib/receiver/authentication/certificates.js';
import { certify, certifyClient, subject } from '../../receiver/support/chains.js';
import { mutate, mutateText, property, type FuzzTarget } from '../fuzz-target.js';

export const headerCertificates: FuzzTarget = {
  name: 'header certificates',
  prepare: async () => {
    const [root, below, client, unrelated] = [
      await subject('Root'),
      await subject('Below'),
      await subject('client'),
      await subject('Stranger'),
    ];
    const anchor = await certify(root, root);
    const between = await certify(below, root, { pathLength: 0 });
    const leaf = await certifyClient(client, below);
    const foreign = await certifyClient(client, unrelated);
    const base64 = [leaf, between, anchor, foreign].map(({ raw }) => raw.toString('base64'));
    const escaped = encodeURIComponent([leaf, between].map(String).join(''));
    const samples = [
      escaped,
      base64.slice(0, 2).join(','),
      base64.join(','),
      `:${base64[0]}:, :${base64[1]}:`,
      `Hash=0;Cert="${escaped}";Subject="CN=client"`,
      String(leaf).replaceAll('\n', ' '),
    ];
    const der = mutate([leaf.raw, between.raw, foreign.raw]).map((raw) => raw.toString('base64'));
    const list = fc.array(fc.oneof(der, fc.constantFrom(...base64)), {
      minLength: 1,
      maxLength: 9,
    });
    const value = fc.oneof(
      fc.string(),
      mutateText(samples),
      list.map((elements) => elements.join(',')),
    );
    return property(value, (header) => {
      // A new chain for each input, because an accepted certificate is cached.
      const chain = new CertificateChain([anchor]);
      const checks = new SignatureChecks();
      const request = { rawHeaders: ['x-cert', header] } as never;
      const presented = headerCertificate(request, 'X-Cert');
      const refusal = presented && chain.refusal(presented.leaf, presented.intermediates, checks);
      assert.ok(checks.count <= 20);
      if (!presented || refusal !== undefined) return;
      assert.equal(presented.leaf.fingerprint256, leaf.fingerprint256);
    });
  },
};
