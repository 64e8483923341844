import type { ScenarioStep } from '../scenario.js';

/** The authority issues a client certificate that has expired. */
export const issueExpiredCertificate: ScenarioStep = {
  text: 'O banco emite um certificado de cliente que venceu ontem',
  perform: (run) => run.issueExpiredCertificate(),
};
