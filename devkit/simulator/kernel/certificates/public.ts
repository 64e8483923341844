export { CertificateAuthority } from './certificate-authority.js';
export type { IssueOptions, IssueServerOptions, PemCertificate } from './certificate-authority.js';
