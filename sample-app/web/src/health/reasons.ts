/** Reasons of the library's health checks, in Portuguese. */
const REASONS: Readonly<Record<string, string>> = {
  'the account has a fixed token and no token endpoint': 'A conta tem um token fixo (sandbox)',
  'a valid token came from the token store; the endpoint was not called':
    'O token guardado ainda vale; o banco não foi chamado',
  'the token is valid, and the last answer is too old':
    'O token ainda vale, e a última resposta do banco é antiga',
  'the account has no client certificate': 'A conta não usa certificado',
  expired: 'Vencido',
  'no run has ended yet': 'A primeira busca ainda não terminou',
  'the cursor is too far behind': 'A busca está atrasada',
  'calls are not repeated': 'As chamadas não são repetidas',
  'the queue has no method count': 'A fila não informa seu estado',
};

/** Other reasons are codes of errors. */
export function describeReason(reason: string): string {
  return REASONS[reason] ?? `Código do erro: ${reason}`;
}
