import type { ScenarioRow } from '../scenario.js';
import { issueExpiredCertificate } from '../steps/certificate.steps.js';

/** A client certificate that has expired. */
export const bankCertificateExpired: ScenarioRow = {
  title: 'Certificado do cliente vencido',
  description:
    'O resultado tem um certificado vencido e a sua chave. Com ele, o banco recusa a conexão TLS; a aplicação deve avisar antes do vencimento.',
  needs: [],
  steps: [issueExpiredCertificate],
};
