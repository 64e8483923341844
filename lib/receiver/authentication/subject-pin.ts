import type { X509Certificate } from 'node:crypto';
import type { PixWebhookClientCertificate } from './authentication.options.js';

export type SubjectPin = (certificate: X509Certificate) => boolean;

export function subjectPin(subject: PixWebhookClientCertificate['subject']): SubjectPin {
  if (subject === undefined) return () => true;
  // A promise, which the types forbid and which would let everybody in, is not `true`.
  if (typeof subject === 'function')
    return (certificate) => (subject(certificate) as unknown) === true;
  if (typeof subject === 'string') {
    return (certificate) => commonNames(certificate).includes(subject);
  }
  // `g` and `y` make a pattern remember where it last matched.
  const pattern = new RegExp(subject.source, subject.flags.replace(/[gy]/g, ''));
  return (certificate) => pattern.test(certificate.subject);
}

/** As they are: the text of `subject` escapes some characters. */
function commonNames(certificate: X509Certificate): string[] {
  // Absent when the certificate names nobody, and a list when it has several, whatever the types say.
  const subject = certificate.toLegacyObject().subject as { CN?: string | string[] } | undefined;
  return [subject?.CN ?? []].flat();
}
