import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CertificateAuthority } from '../../../../devkit/simulator/kernel/certificates.js';

describe('CertificateAuthority', () => {
  it('issues a server certificate that its authority verifies and that names the loopback addresses', async () => {
    const authority = await CertificateAuthority.create();
    const ca = new X509Certificate(authority.certificate);
    const { cert, key } = await authority.issueServer();
    const certificate = new X509Certificate(cert);

    expect(ca.ca).toBe(true);
    expect(certificate.verify(ca.publicKey)).toBe(true);
    expect(certificate.checkIssued(ca)).toBe(true);
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkIP('::1')).toBe('::1');
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  });

  it('issues a client certificate with the requested name and validity', async () => {
    const authority = await CertificateAuthority.create();
    const { cert } = await authority.issueClient({
      commonName: 'Loja, Filial 1',
      notBefore: new Date('2024-01-01T00:00:00Z'),
      notAfter: new Date('2024-02-01T00:00:00Z'),
    });
    const certificate = new X509Certificate(cert);

    expect(certificate.subject).toContain('CN=Loja\\, Filial 1');
    expect(new Date(certificate.validTo)).toEqual(new Date('2024-02-01T00:00:00Z'));
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  });

  it('issues a client certificate with an RSA key, as banks do', async () => {
    const authority = await CertificateAuthority.create();
    const { cert, key } = await authority.issueClient({ key: 'rsa' });
    const certificate = new X509Certificate(cert);
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(key);

    expect([asymmetricKeyType, asymmetricKeyDetails?.modulusLength]).toEqual(['rsa', 2048]);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
  });

  it('writes every PEM text with one newline at its end, so that they can be concatenated', async () => {
    const authority = await CertificateAuthority.create();
    const issued = await Promise.all([
      authority.export(),
      authority.issueServer(),
      authority.issueClient(),
      authority.issueSigner(),
    ]);
    for (const pem of issued.flatMap(({ cert, key }) => [cert, key])) {
      expect(pem).toMatch(/[^\n]\n$/);
    }
    const [{ cert, key }] = issued;
    const both = cert + key;
    expect(new X509Certificate(both).checkPrivateKey(createPrivateKey(both))).toBe(true);
  });

  it('does not verify certificates of another authority', async () => {
    const [one, other] = await Promise.all([
      CertificateAuthority.create(),
      CertificateAuthority.create('Another CA'),
    ]);
    const { cert } = await one.issueClient();

    expect(new X509Certificate(cert).verify(new X509Certificate(other.certificate).publicKey)).toBe(
      false,
    );
  });
});
