import type { X509Certificate } from 'node:crypto';
import type { PixWebhookClientCertificate } from './authentication.options.js';

export type SubjectPin = (certificate: X509Certificate) => boolean;

export function subjectPin(subject: PixWebhookClientCertificate['subject']): SubjectPin {
  if (subject === undefined) return () => true;
  // Compare with `true`: a promise, which the types forbid, would otherwise accept every caller.
  if (typeof subject === 'function')
    return (certificate) => (subject(certificate) as unknown) === true;
  if (typeof subject === 'string') {
    return (certificate) => commonNames(certificate).includes(subject);
  }
  // `g` and `y` make a pattern keep the position of its last match.
  const pattern = new RegExp(subject.source, subject.flags.replace(/[gy]/g, ''));
  return (certificate) => pattern.test(certificate.subject);
}

/** Reads the common names unescaped; the text of `subject` escapes some characters. */
function commonNames(certificate: X509Certificate): string[] {
  // Undefined without a common name and an array with several, contrary to the types.
  const subject = certificate.toLegacyObject().subject as { CN?: string | string[] } | undefined;
  return [subject?.CN ?? []].flat();
}
