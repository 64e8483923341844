import { both, type Text } from '../language.js';

/** What the command checks, in this order, with the title of each check. */
export const checks = {
  variables: both('Variáveis', 'Variables'),
  files: both('Arquivos do certificado', 'Certificate files'),
  key: both('Chave do certificado', 'Key of the certificate'),
  chain: both('Cadeia do certificado', 'Chain of the certificate'),
  dates: both('Validade do certificado', 'Validity of the certificate'),
  cipher: both('Cifra do arquivo', 'Cipher of the file'),
  ca: both('Autoridade do servidor', 'Authority of the server'),
  proxy: both('Proxy de saída', 'Egress proxy'),
  dns: both('Nome do servidor (DNS)', 'Name of the server (DNS)'),
  port: both('Porta do servidor', 'Port of the server'),
  tls: both('Conexão TLS', 'TLS connection'),
  token: both('Token', 'Token'),
  scopes: both('Escopos concedidos', 'Granted scopes'),
  clock: both('Relógio', 'Clock'),
  api: both('Chamada à API', 'API call'),
  webhook: both('Endereço do webhook', 'Webhook address'),
} as const satisfies Readonly<Record<string, Text>>;

export type CheckId = keyof typeof checks;

/** `skipped`: an earlier problem, or the absence of a setting, prevents the check. */
export type FindingStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** The result of a check. */
export interface Finding {
  readonly check: CheckId;
  readonly status: FindingStatus;
  readonly text: Text;
  /** How to fix the problem: a sentence, and commands or variables on lines of their own. */
  readonly fix?: Text;
  /** The server that the finding is about. */
  readonly server?: string;
}

export function passed(check: CheckId, pt: string, en: string): Finding {
  return { check, status: 'ok', text: both(pt, en) };
}

export function skipped(check: CheckId, pt: string, en: string): Finding {
  return { check, status: 'skipped', text: both(pt, en) };
}

export function failed(check: CheckId, text: Text, fix: Text): Finding {
  return { check, status: 'failed', text, fix };
}

export function warned(check: CheckId, text: Text, fix: Text): Finding {
  return { check, status: 'warning', text, fix };
}

/** Whether a finding prevents the checks that depend on it. */
export function hasFailed(findings: readonly Finding[]): boolean {
  return findings.some(({ status }) => status === 'failed');
}
